import { parseSync } from 'libpg-query';

/** A table that a statement names: where in its text, and whether the statement changes rows of it. */
interface NamedTable {
  table: string;
  at: number;
  writes: boolean;
}

/** The tables that a statement names, and the common table expressions (`WITH`) that it defines. */
export interface ParsedStatement {
  tables: NamedTable[];
  common: Set<string>;
}

type Fields = Record<string, unknown>;

const CHANGES = ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'];
const HARMLESS = ['SelectStmt', 'VariableSetStmt', 'TransactionStmt', 'NotifyStmt', 'PLAssignStmt'];
const CATALOGUES = /^(pg_|information_schema$)/;

/**
 * The replacement for an interpolation that cannot be resolved: an identifier is valid as a table, a column or a
 * condition.
 */
export const HOLE = 'hole_';
const FRAME = 'frame_';

// Frames that complete a fragment to a statement that PostgreSQL can parse.
const FRAMES: readonly (readonly [string, string])[] = [
  ['', ''],
  ['SELECT ', ''],
  ['SELECT FROM ', ''],
  [`SELECT FROM ${FRAME} `, ''],
  [`SELECT FROM ${FRAME} WHERE ${FRAME} `, ''],
  ['WITH ', ' SELECT'],
  [`WITH ${FRAME} AS (SELECT) `, ''],
  [`WITH ${FRAME} AS (SELECT) `, ' SELECT'],
  [`INSERT INTO ${FRAME} `, ''],
  [`UPDATE ${FRAME} `, ''],
  [`UPDATE ${FRAME} SET `, ''],
];

/** Parameters of TypeORM's query builder, `:name` and `:...name`, become names; the text keeps its length. */
const withoutParameters = (sql: string): string =>
  sql.replace(/(?<![:\w\]])(:(?:\.\.\.)?)(?=[a-zA-Z])/g, (colon) => '_'.repeat(colon.length));

// `$$` is a parameter that is numbered later, unless it is a dollar quote, which occurs in pairs.
const withNumbers = (sql: string): string => (sql.split('$$').length === 2 ? sql.replace('$$', () => '$1') : sql);

function read(sql: string): ParsedStatement {
  const tables: NamedTable[] = [];
  const common = new Set<string>();
  const note = ({ schemaname, relname, location }: Fields, writes: boolean): void => {
    const table = schemaname ? `${String(schemaname)}.${String(relname)}` : String(relname);
    if (!CATALOGUES.test(table)) tables.push({ table, at: Number(location), writes });
  };
  const visit = (node: unknown, writes: boolean): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, value] of Object.entries(node as Fields)) {
      const child = value as Fields;
      if (name === 'RangeVar') note(child, writes);
      else if (name === 'ctename') common.add(String(value));
      else if (CHANGES.includes(name)) {
        const { relation, ...rest } = child;
        note(relation as Fields, true);
        visit(rest, false);
      } else if (name !== 'LockingClause')
        visit(child, writes || (/^[A-Z]\w*Stmt$/.test(name) && !HARMLESS.includes(name)));
    }
  };
  visit(
    (parseSync(sql) as { stmts?: { stmt: object }[] }).stmts?.map(({ stmt }) => stmt),
    false,
  );
  return { tables: tables.filter(({ table }) => !common.has(table) && !table.startsWith(FRAME)), common };
}

/**
 * What a statement, or a fragment of one, names. A fragment may name a common table of what it becomes part of. Places
 * count in the text as given. `loadModule` of libpg-query must have ended.
 * @throws Error where PostgreSQL cannot read it in any frame
 */
export function readStatement(sql: string): ParsedStatement {
  const plain = withNumbers(withoutParameters(sql.replace(/[^\x00-\x7f]/g, 'x')));
  let failure: unknown;
  for (const [before, after] of FRAMES) {
    try {
      const { tables, common } = read(before + plain + after);
      return { tables: tables.map((named) => ({ ...named, at: named.at - before.length })), common };
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}
