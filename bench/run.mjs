// Compares the built service with a baseline on the same database, in the same run. See README.md.
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openGrading } from './grade.mjs';
import { onEnd, run, say } from './lifetime.mjs';
import { target, MEASUREMENTS } from './load.mjs';
import { markdown, rowsOf, startRows } from './report.mjs';
import { changeScenarios } from './scenarios/changes.mjs';
import { conformanceScenarios } from './scenarios/conformance.mjs';
import { ingestScenarios, tinyReports } from './scenarios/ingest.mjs';
import { interfaceScenarios } from './scenarios/interface.mjs';
import { readScenarios } from './scenarios/reads.mjs';
import { repeatedBytes, repeatScenarios } from './scenarios/repeats.mjs';
import { statementRows } from './scenarios/statements.mjs';
import { openDatabase, startBaseline, startService } from './service.mjs';
import { SIZES } from './sizes.mjs';
import { soakRows } from './soak.mjs';
import { countingProxy } from './statements.mjs';
import { environmentOf } from './environment.mjs';
import { fillFew, fillRest, prepareWorld } from './world.mjs';

const IDLE_MS = 1_000;

const { values: asked } = parseArgs({
  options: {
    small: { type: 'boolean' },
    medium: { type: 'boolean' },
    only: { type: 'string' },
    soak: { type: 'string' },
  },
});
const only = asked.only?.split(',');
const isAsked = (id, title = '') => !only || only.some((name) => id === name || title.includes(name));

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(0)} s`;

async function main(size) {
  const started = performance.now();
  const database = await openDatabase();
  /** @type {import('./report.mjs').Row[]} */
  const rows = isAsked('B21') ? await measureStarts(database, size) : [];

  const service = await startService(database);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onEnd(() => client.end());
  /** @type {Record<string, any>} */
  const world = { ...(await prepareWorld(service)), process: service };
  const grading = await openGrading(database);
  onEnd(grading.close);
  world.regrade = grading.regrade;

  const before = service.rssMb();
  let peak = before;
  const measure = async (scenarios) => {
    for (const scenario of scenarios.filter(({ id, title }) => isAsked(id, title))) {
      const began = performance.now();
      const memory = service.watchMemory();
      const now = service.rssMb();
      try {
        const counts = { ...size, rounds: scenario.rounds ?? size.rounds };
        rows.push(...rowsOf(scenario, await MEASUREMENTS[scenario.way](scenario, counts), size));
      } catch (caught) {
        const error = /** @type {Error} */ (caught);
        say(error.stack);
        const { id, title } = scenario;
        rows.push({ id, what: title, value: error.message.split(': ', 1).join(), isDisaster: true });
      }
      peak = Math.max(peak, now + memory.end());
      say(`${scenario.id} ${scenario.title}: ${seconds(began)}`);
    }
  };
  await fillFew(client, world, size);
  // The statistics of a young database know small reports only, and a plan that suits those may not suit a long one.
  await measure(tinyReports(world, size, 'on a young database'));

  await fillRest(client, world, size);
  const baseline = await startBaseline(database);
  world.baseline = target(baseline.port);
  say(`database filled after ${seconds(started)}`);
  const deadlocksBefore = await deadlocks(client);
  await measure(ingestScenarios(world, size));
  await measure(repeatScenarios(world, size));
  if (isAsked('B26', 'bytes')) rows.push(...(await repeatedBytes(client, world, size)));
  await measure(readScenarios(world, size));
  if (isAsked('B31', 'a published report, suggestions')) await measure(await conformanceScenarios(world, size));
  if (isAsked('B32', 'findings in groups')) await measure(await interfaceScenarios(world, size));
  await measure(await changeScenarios(world, size));
  if (isAsked('B22', 'SQL statements')) rows.push(...(await countStatements(database, world)));
  const minutes = asked.soak === undefined ? size.soakMinutes : Number(asked.soak);
  if (minutes > 0 && isAsked('B20')) rows.push(...(await soakRows(world, size, minutes)));

  await delay(IDLE_MS);
  rows.push(...closingRows([before, peak, service.rssMb()], (await deadlocks(client)) - deadlocksBefore));
  rows.sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));

  const about = {
    size: size.name,
    rounds: size.rounds,
    date: new Date().toISOString(),
    ...(await environmentOf(client)),
    seconds: seconds(started),
  };
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify({ about, rows }, null, 2)}\n`);
  process.stdout.write(markdown(about, rows));
  const failed = rows.filter(({ isDisaster }) => isDisaster);
  if (failed.length > 0) say(`Far beyond what is bearable: ${failed.map(({ what }) => what).join('; ')}`);
  return failed.length > 0 ? 1 : 0;
}

async function measureStarts(database, size) {
  const first = await startService(database);
  await first.stop();
  const starts = [];
  for (let i = 0; i < size.starts; i += 1) {
    const { readyMs, stop, rssMb } = await startService(database);
    await delay(IDLE_MS);
    starts.push({ readyMs, rssMb: rssMb() });
    await stop();
  }
  return startRows(first.readyMs, starts);
}

async function countStatements(database, world) {
  const proxy = await countingProxy(database.url);
  const service = await startService({ ...database, url: proxy.url });
  try {
    return await statementRows(world, target(service.port), proxy);
  } finally {
    await service.stop();
    proxy.close();
  }
}

function closingRows(memory, found) {
  const isMet = found === 0;
  return [
    {
      ...{ id: 'B4', what: 'memory of the service before, at most, after' },
      value: memory.map((mb) => `${Math.round(mb)} MB`).join(' / '),
    },
    {
      ...{ id: 'B5', what: 'deadlocks that PostgreSQL resolved', value: String(found), target: '0' },
      ...{ met: isMet, isDisaster: !isMet },
    },
  ];
}

// What backends counted is published once they have been idle for a while, which by the end of a run they have.
async function deadlocks(client) {
  const { rows } = await client.query('SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()');
  return rows[0].deadlocks;
}

await run(() => main(asked.small ? SIZES.small : asked.medium ? SIZES.medium : SIZES.full));
