const COLUMNS = `
  SELECT c.relname || '.' || a.attname AS name,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END, a.attidentity::text, a.attgenerated::text,
      pg_get_expr(d.adbin, d.adrelid)) AS value
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped`;

const CONSTRAINTS = `
  SELECT conrelid::regclass || '.' || conname AS name, concat_ws(' ', pg_get_constraintdef(oid), convalidated::text) AS value
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace`;

const INDEXES = `
  SELECT indexrelid::regclass::text AS name, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid::text, indisready::text) AS value
  FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE c.relnamespace = 'public'::regnamespace`;

const TRIGGERS = `
  SELECT tgrelid::regclass || '.' || tgname AS name, pg_get_triggerdef(oid) || ' ' || tgenabled::text AS value
  FROM pg_trigger WHERE NOT tgisinternal`;

const FUNCTIONS = `
  SELECT oid::regprocedure::text AS name, prosrc AS value FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'`;

const TABLES = `
  SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;

/**
 * What a database is: its columns, constraints, indexes, triggers and functions, and of each table the number of its
 * rows and a sum over them in any order. The list of migrations counts without its numbers, which a killed run uses up.
 */
export async function stateOf(client) {
  const state = new Map();
  const parts = { column: COLUMNS, constraint: CONSTRAINTS, index: INDEXES, trigger: TRIGGERS, function: FUNCTIONS };
  for (const [kind, sql] of Object.entries(parts)) {
    const { rows } = await client.query(sql);
    for (const { name, value } of rows) state.set(`${kind} ${name}`, value);
  }
  const { rows: tables } = await client.query(TABLES);
  for (const { name } of tables) {
    const row = name === 'migrations' ? `row(t.timestamp, t.name)::text` : 't::text';
    const { rows } = await client.query(
      `SELECT count(*) || ' rows, ' || coalesce(sum(hashtextextended(${row}, 0)), 0) AS value FROM "${name}" t`,
    );
    state.set(`rows of ${name}`, rows[0].value);
  }
  return state;
}

/** What is in one state and not, or otherwise, in the other. */
export const differences = (one, other) =>
  [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => one.get(name) !== other.get(name))
    .map((name) => `${name}: ${one.get(name) ?? 'nothing'} / ${other.get(name) ?? 'nothing'}`);
