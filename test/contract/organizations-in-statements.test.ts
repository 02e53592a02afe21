import { loadModule } from 'libpg-query';
import { ACROSS_ORGANIZATIONS } from '../../apps/api/src/platform/work/across-organizations.js';
import { statementsHandedOver } from '../support/sql/handed-over.js';
import { organizationsIn, nameAcross } from '../support/sql/organizations.js';
import { LOCAL_TABLES, ORGANIZATION_TABLES, TABLE_OWNERS } from '../support/sql/owners.js';
import { serviceProgram, SOURCES, textOf } from '../support/sql/sources.js';

const LIST = 'apps/api/src/platform/work/across-organizations.ts';

test('every statement that stands in the source names one organization for each table of organizations’ data', async () => {
  await loadModule();
  const wrong = statementsHandedOver(serviceProgram()).flatMap(({ file, line, text }) =>
    nameAcross(text) ? [] : organizationsIn(text).faults.map((fault) => `${file}:${line} ${fault}`),
  );
  expect([...new Set(wrong)]).toEqual([]);
}, 120_000);

test('the statements of the source that go over all organizations are those of the list', () => {
  const named = SOURCES.filter((file) => file !== LIST).flatMap((file) =>
    [...textOf(file).matchAll(/\ball organizations: (\w+)/g)].map(([, name]) => name!),
  );
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(ACROSS_ORGANIZATIONS).toSorted());
});

test('a table is an organization’s, or local, or neither, and exists', () => {
  expect([...ORGANIZATION_TABLES].filter((table) => LOCAL_TABLES.has(table))).toEqual([]);
  const listed = [...ORGANIZATION_TABLES, ...LOCAL_TABLES].filter((table) => !table.endsWith('.*'));
  expect(listed.filter((table) => !TABLE_OWNERS.has(table))).toEqual([]);
});
