import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import pg from 'pg';
import { startBaseline, startDatabase, startService } from './children.mjs';
import { inParallel, oneByOne, send } from './load.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { seed } from './seed.mjs';
import { median, percentile, ratio } from './statistics.mjs';

// What no noise of a machine explains: the gate of a run. Bare SQL behind a bare server does a tenth of the work, so the
// distance to it has room; the distance between two sizes of the same list has little.
const DISASTER = { toBaseline: 25, toScenario: 10 };

const isSmall = process.argv.includes('--small');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7);
const SIZE = isSmall
  ? { activities: 5_000, audits: 500, issues: 2_000, risks: 2_000, findings: 2_000, products: 100 }
  : { activities: 100_000, audits: 10_000, issues: 100_000, risks: 100_000, findings: 100_000, products: 2_000 };
const FEW = { activities: 20, audits: 5, issues: 20, risks: 20, findings: 20, products: 2 };
const ROUNDS = isSmall ? 3 : 5;

/** One scenario: service and baseline take turns, so that what disturbs one disturbs the other. */
async function measure({ name, times, width = 1, calls }, world) {
  const make = calls(world);
  const sides = ['service', ...(make(0).baseline ? ['baseline'] : [])];
  const rounds = { service: [], baseline: [] };
  let perSecond = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const side of sides) {
      const count = round < 0 ? Math.min(times, 3) : times;
      const one = (i) => make(i)[side];
      const { samples, perSecond: rate } =
        width > 1 ? await inParallel(count, width, one) : { samples: await oneByOne(count, one) };
      if (round < 0) continue;
      rounds[side].push(samples);
      if (side === 'service' && rate) perSecond.push(rate);
    }
  }
  const all = rounds.service.flat();
  return {
    name,
    medianMs: median(all),
    p99Ms: percentile(all, 0.99),
    perSecond: perSecond.length > 0 ? median(perSecond) : null,
    baselineMs: rounds.baseline.length > 0 ? median(rounds.baseline.flat()) : null,
    ratio: rounds.baseline.length > 0 ? ratio(rounds.service, rounds.baseline) : null,
    rounds: rounds.service,
  };
}

async function productsFor(service, { url, token }) {
  const slugs = new Map();
  for (const key of [1, 2, 3, ...Array.from({ length: 8 }, (_, i) => 10 + i)]) {
    const { text } = await send({
      url: `${service.base}${url}/products`,
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: { name: `Fresh ${key}`, type: 'website' },
    });
    slugs.set(key, JSON.parse(text).product.slug);
  }
  return (key) => slugs.get(key);
}

process.on('uncaughtException', (error) => {
  console.error(error);
  process.exit(1);
});
const database = await startDatabase();
const service = await startService(database.url);
const baseline = await startBaseline(database.url);
const machine = await describeMachine();
console.log(machine);
const idle = service.memory();
const big = await seed(service.base, database.url, SIZE, 'big');
const small = await seed(service.base, database.url, FEW, 'small');
const deepPage = Math.max(2, Math.floor((SIZE.activities + SIZE.audits) / 40));
const world = { service, baseline, big, small, deepPage, fresh: await productsFor(service, big) };

const results = [];
for (const scenario of SCENARIOS.filter(({ name }) => !only || name.includes(only))) {
  const result = await measure(scenario, world);
  const reference = scenario.against && results.find(({ id }) => id === scenario.against);
  const compared = reference ? ratio(result.rounds, reference.rounds) : scenario.against ? null : result.ratio;
  results.push({
    ...result,
    id: scenario.id,
    target: scenario.target,
    against: scenario.against ?? 'baseline',
    compared,
  });
  console.log(row(results.at(-1)));
}
const memory = service.memory();
await Promise.all([service.stop(), baseline.stop()]);
await database.stop();

const table = [
  '| Scenario | median ms | p99 ms | requests/s | baseline ms | ratio (min–max) | to | target |',
  '|---|---|---|---|---|---|---|---|',
  ...results.map(row),
].join('\n');
const footer = `B21 ready in ${service.startedInMs.toFixed(0)} ms on a fresh database, migrations included; memory ${idle.toFixed(0)} MB idle, ${memory.toFixed(0)} MB after the run.`;
console.log(`\n${table}\n\n${footer}`);
writeFileSync(
  new URL('results.json', import.meta.url),
  JSON.stringify(
    { machine, size: SIZE, results: results.map((result) => ({ ...result, rounds: undefined })), footer },
    null,
    2,
  ),
);
const disasters = results.filter(
  ({ compared, against }) =>
    compared && compared.median > (against === 'baseline' ? DISASTER.toBaseline : DISASTER.toScenario),
);
if (disasters.length > 0) {
  console.error(`Far beyond what is bearable: ${disasters.map(({ name }) => name).join('; ')}`);
  process.exitCode = 1;
}

function row({ name, medianMs, p99Ms, perSecond, baselineMs, compared, against, target }) {
  const number = (value, digits = 1) => (value === null || value === undefined ? '' : value.toFixed(digits));
  const verdict = target && compared ? `≤ ${target}${compared.median > target ? ' **missed**' : ''}` : '';
  const ratios = compared
    ? `${number(compared.median, 2)} (${number(compared.min, 2)}–${number(compared.max, 2)})`
    : '';
  return `| ${[name, number(medianMs), number(p99Ms), number(perSecond, 0), number(baselineMs), ratios, compared ? against : '', verdict].join(' | ')} |`;
}

async function describeMachine() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync`,
  );
  await client.end();
  const processors = cpus();
  return `${processors.length} × ${processors[0].model}; Node ${process.version}; PostgreSQL ${rows[0].version}, fsync ${rows[0].fsync}; ${SIZE.activities} activities, ${ROUNDS} rounds`;
}
