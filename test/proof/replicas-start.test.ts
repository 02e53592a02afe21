import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { MIGRATIONS } from '../../apps/api/src/platform/migrations/migrations.js';
import { printFigures } from '../support/figures.js';
import {
  count,
  type PairedDatabase,
  type Programs,
  query,
  startPairedDatabase,
  startPrograms,
  stopPairedDatabase,
  stopPrograms,
} from '../support/paired-programs.js';

jest.setTimeout(900_000);

const measured: Record<string, string | number> = {};

let paired: PairedDatabase;
let programs: Programs;

/** Every migration once, every built-in standard once: what one start alone leaves behind. */
async function expectMigratedOnce(url: string): Promise<void> {
  const names = await query(url, 'SELECT name FROM migrations ORDER BY id');
  expect(names.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
  const [doubles] = await query(
    url,
    `SELECT count(*)::int AS standards, count(DISTINCT slug)::int AS slugs FROM standards WHERE source = 'built_in'`,
  );
  expect(doubles!['standards']).toBe(doubles!['slugs']);
  expect(doubles!['standards']).toBeGreaterThan(0);
}

beforeAll(async () => {
  paired = await startPairedDatabase();
});

afterAll(async () => {
  await stopPairedDatabase(paired, programs);
  printFigures('replicas: the start', measured);
});

test('replicas that start at once on an empty database migrate it once, and all get ready', async () => {
  const begun = performance.now();
  programs = await startPrograms(paired);
  await expectMigratedOnce(paired.pair.primaryUrl);
  measured['three processes at once on an empty database, ready after'] =
    `${((performance.now() - begun) / 1000).toFixed(1)} s`;
});

test('however many bring one empty database up to date at once, each change is made once', async () => {
  const rounds = count(1, 10);
  for (let round = 0; round < rounds; round += 1) {
    const name = `start_${round}`;
    const url = paired.pair.primaryUrl.replace(/curbcut$/, name);
    await query(paired.pair.primaryUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
    // In one process, because processes do not start at quite the same moment.
    await Promise.all(Array.from({ length: 8 }, () => prepareDatabase(url)));
    await expectMigratedOnce(url);
    await query(paired.pair.primaryUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
  measured['empty databases brought up to date by eight at once, each change made once'] = rounds;
});

test('all replicas stop with exit code 0', async () => {
  expect(await stopPrograms(programs)).toEqual([0, 0, 0]);
});
