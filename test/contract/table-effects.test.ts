import { loadModule, parsePlPgSQLSync } from 'libpg-query';
import { useService } from '../support/service.js';
import { floorOf, FUNCTION_OWNERS, mayUse, TABLE_OWNERS } from '../support/sql/owners.js';
import { readStatement } from '../support/sql/statements.js';

const service = useService();

test('a foreign key changes nothing but the children of a record that goes, and goes with it', async () => {
  const keys = await service.database.query<{ name: string; child: string; parent: string; action: string }[]>(
    `SELECT conname AS name, conrelid::regclass::text AS child, confrelid::regclass::text AS parent,
       concat(confdeltype, confupdtype) AS action
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  const refuses = /^[ar][ar]$/;
  const ends = /^c[ar]$/;
  const rankOf = (table: string): number => floorOf(TABLE_OWNERS.get(table)!);
  const wrong = keys.filter(
    ({ child, parent, action }) => !refuses.test(action) && !(ends.test(action) && rankOf(child) >= rankOf(parent)),
  );
  expect(wrong.map(({ name, action }) => `${name} ${action}`)).toEqual([]);
});

test('every function of the database but those of extensions has an owner, and uses only what its owner may', async () => {
  await loadModule();
  const functions = await service.database.query<{ name: string; language: string; body: string; whole: string }[]>(
    `SELECT p.proname AS name, l.lanname AS language, p.prosrc AS body, pg_get_functiondef(p.oid) AS whole
     FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
  );
  expect([...FUNCTION_OWNERS.keys()].toSorted()).toEqual(functions.map(({ name }) => name).toSorted());
  const wrong = functions.flatMap(({ name, language, body, whole }) =>
    (language === 'plpgsql' ? queriesIn(parsePlPgSQLSync(whole)) : [body])
      .flatMap((sql) => readStatement(sql).tables)
      .filter(({ table, writes }) => TABLE_OWNERS.has(table) && !mayUse(FUNCTION_OWNERS.get(name)!, table, writes))
      .map(({ table, writes }) => `${name} ${writes ? 'writes' : 'reads'} ${table}`),
  );
  expect(wrong).toEqual([]);
});

/** The statements and expressions that stand in a function. */
function queriesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'query' && typeof value === 'string' ? [value] : queriesIn(value),
  );
}
