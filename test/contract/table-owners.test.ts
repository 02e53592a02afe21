import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadModule } from 'libpg-query';
import { useService } from '../support/service.js';
import { FLOORS, floorOf, mayUse, TABLE_OWNERS } from '../support/sql/owners.js';
import { isOurs, serviceProgram, SOURCES, textOf } from '../support/sql/sources.js';
import { type Unreadable, type Use, usesOf } from '../support/sql/uses.js';

const ROOT = resolve(__dirname, '../..');
const service = useService();

function moduleOf(file: string): string {
  if (file.startsWith('libs/')) return 'libs';
  return /^apps\/api\/src\/([^/]+\/[^/]+)\//.exec(file)![1]!;
}

let uses: Use[];
let unreadable: Unreadable[];

beforeAll(async () => {
  await loadModule();
  ({ uses, unreadable } = usesOf(serviceProgram(), new Set(TABLE_OWNERS.keys()), isOurs));
}, 120_000);

test('every table has an owner, and every owner is a module of a floor', async () => {
  const rows = await service.database.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const ours = [...TABLE_OWNERS.keys()].filter((table) => !table.includes('.'));
  expect(ours.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  expect([...TABLE_OWNERS.values()].filter((module) => floorOf(module) < 0)).toEqual([]);
});

test('the service has the floors that layers.json lists, and no other folder', () => {
  const folders = readdirSync(resolve(ROOT, 'apps/api/src'));
  expect(folders.toSorted()).toEqual(FLOORS.toSorted());
});

test('the test of owners sees every table that a statement names', () => {
  const seen = new Set(uses.map(({ file, line, table }) => `${file}:${line} ${table}`));
  const named = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE|USING)\\s+(${[...TABLE_OWNERS.keys()].join('|')})\\b`, 'g');
  const unseen = SOURCES.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((text, index) => [...text.matchAll(named)].map(([, table]) => `${file}:${index + 1} ${table}`)),
  ).filter((place) => !seen.has(place));
  expect(unseen).toEqual([]);
});

test('PostgreSQL can read every statement, and each says of which tables it is', () => {
  expect(unreadable.map(({ file, line, why }) => `${file}:${line} ${why}`)).toEqual([]);
});

test('a table is written by its owner only, and read from its floor and the floors above', () => {
  const wrong = uses.filter(({ file, table, writes }) => !mayUse(moduleOf(file), table, writes));
  expect(
    wrong.map(({ file, line, table, writes }) => {
      const owner = TABLE_OWNERS.get(table);
      return `${file}:${line} ${writes ? 'writes' : 'reads'} ${table}, which belongs to ${owner} (layers.json): call a function of ${owner}, or register with it`;
    }),
  ).toEqual([]);
});
