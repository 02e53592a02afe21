// Runs the migrations of this tree on a database that another version has filled, once undisturbed and once killed
// again and again. See README.md.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { run, say } from './lifetime.mjs';
import { DISTURBANCES, migrateKilled, migrateOnce } from './migrating.mjs';
import { table } from './report.mjs';
import { differences, stateOf } from './schema-state.mjs';
import { openDatabase } from './service.mjs';
import { SIZES } from './sizes.mjs';
import { openTree } from './tree.mjs';

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { findings: { type: 'string', default: '1000000' } },
});
const [oldTree] = positionals;
const findings = Number(asked.findings);

async function main(root) {
  const database = await openDatabase();
  const filled = await filledBy(root, database);
  const undisturbed = await database.another('undisturbed', filled);
  const killed = await database.another('killed', filled);
  const before = await databaseSize(undisturbed);

  const result = await migrateOnce(undisturbed);
  tell(result, before, await databaseSize(undisturbed));
  if (result.error) {
    process.stdout.write(`\n**FAILED**: ${result.error.message}\n`);
    return 1;
  }
  const kills = await migrateKilled(killed, result.migrations);
  const found = differences(await withClient(undisturbed, stateOf), await withClient(killed, stateOf));
  process.stdout.write(
    `\nKilled ${kills} times (each migration at ${DISTURBANCES.map((share) => `${100 * share} %`).join(', ')} of its time), then run to the end: ` +
      `${found.length === 0 ? 'the same end' : '**another end**'}.\n${found.map((line) => `- ${line}\n`).join('')}`,
  );
  return found.length === 0 ? 0 : 1;
}

/** A database that the service of this tree has made, with one organization in the proportions of the full size. */
async function filledBy(root, database) {
  const url = await database.another('filled');
  const scale = findings / SIZES.full.big.findings;
  const scaled = (count) => Math.ceil(count * scale);
  const { products, activities, audits, issues, risks } = SIZES.full.big;
  const tree = await openTree({ url, folder: join(database.folder, 'old') }, root, async (client, { big }, module) => {
    const { addProducts, fill } = await module('seed.mjs');
    const others = await addProducts(client, big.id, products - 1);
    const counts = { activities: scaled(activities), audits: scaled(audits), issues: scaled(issues) };
    await fill(client, big.id, [big.product.id, ...others.map(({ id }) => id)], {
      ...{ ...counts, findings, risks: scaled(risks) },
    });
    await client.query('VACUUM ANALYZE');
  });
  await tree.service.stop();
  await tree.client.end();
  say(`filled with ${findings} findings`);
  return url;
}

function tell({ migrations, locks, peak, walBytes, seconds }, before, after) {
  const mb = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  const time = (value) => `${value.toFixed(2)} s`;
  process.stdout.write(
    `${[
      table(
        ['Migration', 'Time'],
        migrations.map((each) => [each.name, time(each.seconds)]),
      ),
      '',
      table(
        ['Migration', 'Table', 'Strongest lock', 'Seen from', 'Held for'],
        locks.map((lock) => [lock.migration, lock.table, lock.mode, time(lock.from), time(lock.to - lock.from)]),
      ),
      '',
      `All: ${time(seconds)}. Database before, at its peak, after: ${mb(before)} / ${mb(peak)} / ${mb(after)}; WAL ${mb(walBytes)}.`,
    ].join('\n')}\n`,
  );
}

const databaseSize = (url) =>
  withClient(url, async (client) => {
    const { rows } = await client.query('SELECT pg_database_size(current_database())::float8 AS bytes');
    return rows[0].bytes;
  });

async function withClient(url, act) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

if (!oldTree || !(findings > 0)) {
  say('Usage: node bench/migration.mjs OLD_TREE [--findings 1000000]');
  process.exit(2);
}
await run(() => main(resolve(oldTree)));
