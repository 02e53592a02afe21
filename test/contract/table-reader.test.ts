import { resolve } from 'node:path';
import { loadModule } from 'libpg-query';
import { sourceProgram } from '../support/sql/sources.js';
import { usesOf } from '../support/sql/uses.js';

const TABLES = new Set(['issues', 'issue_areas', 'findings', 'products', 'users']);

const ENTITIES = `
  @Entity('issues') export class Issue { id: string }
  @Entity('users') export class User { id: string }`;

beforeAll(() => loadModule());

/** What stands in these files: `name:line verb table` for each use, and what cannot be read. */
function inFiles(files: Record<string, string>): { uses: string[]; unreadable: string[] } {
  const folder = resolve(__dirname, '../..');
  const sources = new Map(
    Object.entries({ 'entities.ts': ENTITIES, ...files }).map(([name, text]) => [resolve(folder, name), text]),
  );
  const { uses, unreadable } = usesOf(
    sourceProgram([...sources.keys()], (file) => sources.get(file)),
    TABLES,
    (file) => sources.has(file),
  );
  return {
    uses: uses.map(({ file, line, table, writes }) => `${file}:${line} ${writes ? 'writes' : 'reads'} ${table}`),
    unreadable: unreadable.map(({ file, line, why }) => `${file}:${line} ${why}`),
  };
}
const usesIn = (text: string): string[] =>
  inFiles({ 'a.ts': `import { Issue, User } from './entities.js';${text}` }).uses;

test.each([
  ["tx.query('SELECT * FROM issues')", ['reads issues']],
  ["tx.query('SELECT 1 FROM issues i WHERE i.id = $1 FOR UPDATE OF i')", ['reads issues']],
  ["tx.query('select 1 from findings')", ['reads findings']],
  ["tx.query('UPDATE issues SET state = $1 FROM products p')", ['writes issues', 'reads products']],
  ["tx.query('DELETE FROM issues USING users u WHERE u.id = creator')", ['writes issues', 'reads users']],
  ["tx.query('INSERT INTO issues SELECT * FROM findings')", ['reads findings', 'writes issues']],
  ["tx.query('TRUNCATE issues')", ['writes issues']],
  [
    "tx.query('WITH gone AS (DELETE FROM issues RETURNING id) SELECT (SELECT count(*) FROM products) FROM gone')",
    ['writes issues', 'reads products'],
  ],
  [
    "tx.query('MERGE INTO issues i USING products p ON p.id = i.id WHEN MATCHED THEN DELETE')",
    ['writes issues', 'reads products'],
  ],
])('%s', (text, expected) => {
  const found = usesIn(`\n${text};`);
  expect(found.toSorted()).toEqual(expected.map((use) => `a.ts:2 ${use}`).toSorted());
});

test.each([
  [
    'a condition',
    "rows.andWhere('EXISTS (SELECT FROM products p WHERE p.id = issue.product_id AND p.kind IN (:...kinds))')",
    'reads products',
  ],
  ['a subquery', 'const SUB = `(SELECT count(*) FROM products WHERE ${condition})`;', 'reads products'],
  ['the end of a statement', 'const FROM_HERE = `FROM products p WHERE p.id = $1`;', 'reads products'],
  ['a join', 'const JOINED = `LEFT JOIN products p ON p.id = ${alias}.product_id`;', 'reads products'],
  ['a common table', 'const PART = `gone AS (DELETE FROM products WHERE id = $1 RETURNING id)`;', 'writes products'],
  ['a list of columns', 'const COLUMNS = `a, (SELECT max(number) FROM products) AS b`;', 'reads products'],
])('a fragment is read: %s', (_, text, expected) => {
  expect(inFiles({ 'a.ts': text })).toEqual({ uses: [`a.ts:1 ${expected}`], unreadable: [] });
});

test('a fragment counts where it is written, however it gets into a statement', () => {
  const files = {
    'a.ts': `export const OPEN = (alias: string) => \`EXISTS (
      SELECT FROM products p WHERE p.id = \${alias}.product_id)\`;`,
    'b.ts': "import { OPEN } from './a.js'; tx.query(`DELETE FROM issues i WHERE ${OPEN('i')}`);",
  };
  expect(inFiles(files)).toEqual({ uses: ['a.ts:2 reads products', 'b.ts:1 writes issues'], unreadable: [] });
});

test('a table that a parameter or a constant names counts where it is handed over', () => {
  const text = `
    const empty = (table: string) => tx.query(\`DELETE FROM \${table}\`);
    empty('issues');
    const OF = { a: 'users', b: 'findings' };
    tx.query(\`SELECT FROM \${OF[kind]}\`);`;
  expect(usesIn(text)).toEqual(['a.ts:2 writes issues', 'a.ts:5 reads findings', 'a.ts:5 reads users']);
});

test.each([
  ['tx.find(Issue, {})', 'reads issues'],
  ['tx.createQueryBuilder(Issue, "issue").where("true").getMany()', 'reads issues'],
  ['requireAll(tx, Issue, ids)', 'reads issues'],
  ['tx.update(Issue, id, {})', 'writes issues'],
  ['tx.getRepository(Issue).save(one)', 'writes issues'],
  ['tx.createQueryBuilder(Issue, "issue").delete().execute()', 'writes issues'],
  ['tx.createQueryBuilder().insert().into(Issue).execute()', 'writes issues'],
])('TypeORM names its entity: %s', (text, expected) => {
  expect(usesIn(`\n${text};`)).toEqual([`a.ts:2 ${expected}`]);
});

test('an entity that is a type only is no use of its table', () => {
  expect(usesIn('function f(issue: Issue): User { return issue instanceof Issue ? a : b; }')).toEqual([]);
});

test('a function of ours that writes whatever entity it is given writes it', () => {
  const text = `
    async function patch(tx, entity, id) { await tx.update(entity, id, {}); }
    patch(tx, Issue, id);`;
  expect(usesIn(text)).toEqual(['a.ts:3 writes issues']);
});

test('a table of links is written by whoever replaces links in it', () => {
  const text = `
    const AREAS = { table: 'issue_areas', owner: 'issue_id', target: 'area_id' };
    replaceLinks(tx, AREAS, record, ids);`;
  expect(usesIn(text)).toEqual(['a.ts:2 reads issue_areas', 'a.ts:3 writes issue_areas']);
});

test.each([
  ['no SQL', "tx.query('SELECT FROM WHERE issues')", 'syntax error at or near "WHERE"'],
  ['no such table', "tx.query('SELECT FROM isues')", 'No table is called isues.'],
  ['no table named', 'tx.query(`DELETE FROM ${something()}`)', 'It does not say of which table.'],
])('what cannot be read is told: %s', (_, text, expected) => {
  expect(inFiles({ 'a.ts': text }).unreadable).toEqual([`a.ts:1 ${expected}`]);
});
