import { table } from './report.mjs';

const SIZES = `
  SELECT c.relname AS name, CASE WHEN c.relkind = 'i' THEN 'index' ELSE 'table' END AS kind,
    CASE WHEN c.relkind = 'i' THEN pg_relation_size(c.oid) ELSE pg_table_size(c.oid) END::float8 AS bytes
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i') ORDER BY 2 DESC, 1`;

/**
 * Bytes of every table (with its TOAST table and maps) and every index of two databases, in their order; and in all.
 */
export async function relationSizes(here, there) {
  const [ours, theirs] = await Promise.all([sizesOf(here), sizesOf(there)]);
  const names = new Map([...ours, ...theirs].map(([name, { kind }]) => [name, kind]));
  const relations = [...names].map(([name, kind]) => ({
    ...{ name, kind },
    ...{ here: ours.get(name)?.bytes, there: theirs.get(name)?.bytes },
  }));
  const sums = ['table', 'index', 'relation'].map((kind) => {
    const sum = (sizes) =>
      [...sizes.values()]
        .filter((each) => kind === 'relation' || each.kind === kind)
        .reduce((all, { bytes }) => all + bytes, 0);
    return { name: 'in all', kind, here: sum(ours), there: sum(theirs) };
  });
  return [...relations, ...sums].map((row) => ({
    ...row,
    ratio: row.here && row.there && row.here / row.there,
  }));
}

async function sizesOf(client) {
  await client.query('VACUUM');
  const { rows } = await client.query(SIZES);
  return new Map(rows.map(({ name, ...rest }) => [name, rest]));
}

/** The sizes as a Markdown table; what one database does not have is left empty. */
export const sizesTable = (sizes) =>
  `${table(
    ['Name', 'Kind', 'Bytes here', 'Bytes there', 'Ratio'],
    sizes.map(({ name, kind, here, there, ratio }) => [
      ...[name, kind, here?.toLocaleString('en') ?? '', there?.toLocaleString('en') ?? ''],
      ratio?.toFixed(3) ?? '',
    ]),
  )}\n`;
