import { BackupRefused } from './format.js';
import { copyTargets } from './known-tables.js';

const SCHEMA = [
  { name: 'issues', columns: ['id', 'title', '"position"'] },
  { name: 'odd "name"', columns: ['"two ""words"""'] },
];

test('what is copied into is named by the schema, quoted, whatever a version of PostgreSQL quotes', () => {
  const targets = copyTargets([{ name: 'issues', columns: ['position', '"id"'] }, SCHEMA[1]!], SCHEMA);
  expect([...targets.values()].map(({ target }) => target)).toEqual([
    '"issues" ("position", "id")',
    '"odd ""name""" ("two ""words""")',
  ]);
});

test.each([
  ['another table', [{ name: 'pg_authid', columns: ['rolname'] }]],
  ['a table of another schema', [{ name: 'graphile_worker.jobs', columns: ['id'] }]],
  ['SQL for a table', [{ name: "issues\" (id) FROM PROGRAM 'id' --", columns: ['id'] }]],
  ['a table twice', [SCHEMA[0]!, SCHEMA[0]!]],
  ['another column', [{ name: 'issues', columns: ['id', 'password'] }]],
  ['SQL for a column', [{ name: 'issues', columns: ["id) FROM PROGRAM 'id' --"] }]],
  ['SQL for a quoted column', [{ name: 'issues', columns: [`"id") FROM PROGRAM 'id' --"`] }]],
  ['a column twice', [{ name: 'issues', columns: ['id', '"id"'] }]],
  ['no column', [{ name: 'issues', columns: [] }]],
])('an archive that names %s is refused in a sentence', (_, tables) => {
  expect(() => copyTargets(tables, SCHEMA)).toThrow(BackupRefused);
  expect(() => copyTargets(tables, SCHEMA)).toThrow(/^This backup contains [^\n]+: nothing is restored\.$/);
});
