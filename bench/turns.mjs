// Compares two built trees of the project with each other, turn by turn. See README.md.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { environmentOf } from './environment.mjs';
import { onEnd, run, say } from './lifetime.mjs';
import { relationSizes, sizesTable } from './relation-sizes.mjs';
import { pendingFindings } from './scenarios/people.mjs';
import { openDatabase } from './service.mjs';
import { SIZES } from './sizes.mjs';
import { geometricMean, median } from './statistics.mjs';
import { openTree } from './tree.mjs';
import { rowOf, turnsTable } from './turns-report.mjs';
import { worksOf } from './works.mjs';

const WARM_UPS = 3;
// Reports of all works of a turn go to products of their own, so that each is as new as the one before.
const PRODUCTS_PER_TURN = 25;

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    turns: { type: 'string', default: '30' },
    limit: { type: 'string', default: '1.03' },
    small: { type: 'boolean' },
    full: { type: 'boolean' },
    only: { type: 'string' },
    sizes: { type: 'boolean' },
    json: { type: 'boolean' },
    'without-places': { type: 'boolean' },
  },
});
const turns = Number(asked.turns);
const limit = Number(asked.limit);
const only = asked.only?.split(',');

/** The other service asks for no places: its source is changed as it is loaded. */
const UNSHARED = {
  NODE_OPTIONS: `--import=${new URL('../test/support/neighbours/without-places.mjs', import.meta.url)}`,
  WITHOUT_PLACES: 'all',
};

async function main(otherTree) {
  const started = performance.now();
  const size = sizeOf(asked.full ? SIZES.full : SIZES.small);
  const database = await openDatabase();
  const here = await filled(database, fileURLToPath(new URL('..', import.meta.url)), 'here', size);
  const there = await filled(database, resolve(otherTree), 'there', size, asked['without-places'] ? UNSHARED : {});
  say(`both filled after ${((performance.now() - started) / 1000).toFixed(0)} s`);
  if (asked.sizes) return tellSizes(here, there);
  if (!process.env.DATABASE_URL) await withoutAutovacuum(here.client);

  const rows = [];
  const works = pairs(await worksOf(here, size), await worksOf(there, size));
  // Works of one tree only have data of their own.
  const atFirst = [await countsOf(here), await countsOf(there)];
  for (const [one, other] of works) {
    if (only && !only.some((name) => one.id === name || one.title.includes(name))) continue;
    const began = performance.now();
    await here.client.query('CHECKPOINT');
    rows.push(...(await byTurns(one, other, here, there)).map((series) => rowOf(one, series, limit)));
    say(`${one.key}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  requireEqualGrowth(atFirst, [await countsOf(here), await countsOf(there)]);
  const mean = geometricMean(rows.map(({ ratio }) => ratio.median));
  const about = {
    ...{ size: size.name, turns, limit, date: new Date().toISOString(), here: here.root, there: there.root },
    ...(await environmentOf(here.client)),
    seconds: Math.round((performance.now() - started) / 1000),
  };
  process.stdout.write(
    asked.json ? `${JSON.stringify({ about, geometricMean: mean, rows }, null, 2)}\n` : turnsTable(about, rows, mean),
  );
  return rows.some(({ met }) => !met) || mean > limit ? 1 : 0;
}

/**
 * The size with what every turn needs: products to report to and to delete, no report that takes seconds; and every
 * list.
 */
function sizeOf(size) {
  const rounds = turns + WARM_UPS;
  return {
    ...size,
    ...{ rounds, pool: Math.max(size.pool, PRODUCTS_PER_TURN * rounds), doomed: SIZES.small.doomed },
    ...{ tiny: size.tiny.slice(0, 2), scopes: SIZES.full.scopes, singles: SIZES.full.singles },
  };
}

async function filled(database, root, name, size, more = {}) {
  const own = { url: await database.another(name), folder: join(database.folder, name) };
  const tree = await openTree(
    own,
    root,
    async (client, world, module) => {
      const { fillFew, fillRest } = await module('world.mjs');
      await fillFew(client, world, size);
      await fillRest(client, world, size);
      world.pendingIds = await pendingFindings(client, world.big.product, 2 * (turns + WARM_UPS));
      const { openGrading } = await module('grade.mjs');
      const grading = await openGrading(own);
      onEnd(grading.close);
      world.regrade = grading.regrade;
    },
    more,
  );
  say(`${name}: ${root}`);
  return tree;
}

// It would come to one database in the turn of the other.
async function withoutAutovacuum(client) {
  await client.query('ALTER SYSTEM SET autovacuum = off');
  await client.query('SELECT pg_reload_conf()');
}

const TABLES = ['findings', 'test_activities', 'issues', 'products'];

/** How many rows these tables have. */
async function countsOf({ client }) {
  const counts = [];
  for (const table of TABLES) counts.push(Number((await client.query(`SELECT count(*) FROM ${table}`)).rows[0].count));
  return counts;
}

// Times of databases that have grown apart would say nothing.
function requireEqualGrowth(before, after) {
  for (const [index, table] of TABLES.entries()) {
    const [one, other] = after.map((counts, tree) => counts[index] - before[tree][index]);
    if (one !== other) throw new Error(`The databases have grown apart: by ${one} and ${other} rows of ${table}.`);
  }
}

/** What both trees do; what only one does is said. */
function pairs(ones, others) {
  const theirs = new Map(others.map((work) => [work.key, work]));
  const ours = new Set(ones.map(({ key }) => key));
  for (const { key } of ones) if (!theirs.has(key)) say(`only here: ${key}`);
  for (const key of theirs.keys()) if (!ours.has(key)) say(`only there: ${key}`);
  return ones.filter(({ key }) => theirs.has(key)).map((work) => [work, theirs.get(work.key)]);
}

/** A B B A A B …, after a warm-up: of each series the values of all turns, and the processor time of both services. */
async function byTurns(one, other, here, there) {
  const mine = { work: one, service: here.service, sample: 0, ticks: 0, values: new Map() };
  const theirs = { work: other, service: there.service, sample: 0, ticks: 0, values: new Map() };
  for (let turn = -WARM_UPS; turn < turns; turn += 1) {
    for (const side of turn % 2 === 0 ? [mine, theirs] : [theirs, mine]) {
      const before = side.service.cpuTicks();
      const samples = [];
      for (let i = 0; i < one.perTurn; i += 1) samples.push(await side.work.run(side.sample++));
      if (turn < 0) continue;
      side.ticks += side.service.cpuTicks() - before;
      for (const name of samples[0].keys()) {
        const value = median(samples.map((sample) => sample.get(name)));
        side.values.set(name, [...(side.values.get(name) ?? []), value]);
      }
    }
  }
  return [...mine.values.keys()].map((name) => ({
    name,
    ...{ here: mine.values.get(name), there: theirs.values.get(name) },
    ticks: { here: mine.ticks, there: theirs.ticks, requests: turns * one.perTurn },
  }));
}

async function tellSizes(here, there) {
  const sizes = await relationSizes(here.client, there.client);
  process.stdout.write(asked.json ? `${JSON.stringify(sizes, null, 2)}\n` : sizesTable(sizes));
  return 0;
}

const [otherTree] = positionals;
if (!otherTree || !(turns >= 6) || !(limit > 0)) {
  say(
    'Usage: node bench/turns.mjs OTHER_TREE [--turns 30] [--small|--full] [--only B1,B9] [--limit 1.03] [--sizes] [--without-places] [--json]',
  );
  process.exit(2);
}
await run(() => main(otherTree));
