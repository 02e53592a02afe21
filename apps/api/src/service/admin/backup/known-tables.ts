import { escapeIdentifier } from 'pg';
import { BackupRefused, type Header } from './format.js';

/**
 * A name that may be quoted as SQL demands it, without the quotes: which names need them differs between versions of
 * PostgreSQL.
 */
const bare = (name: string): string => (/^".+"$/s.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name);

/**
 * Where the rows of each table of a backup go: `"table" ("column", …)`, by its name. What is written is the schema's;
 * the archive only chooses.
 * @param schema the tables that the database has
 * @throws BackupRefused where the archive names a table or a column that the schema lacks, or one twice
 */
export function copyTargets(
  archive: Header['tables'],
  schema: Header['tables'],
): Map<string, { table: string; target: string }> {
  const known = new Map(schema.map(({ name, columns }) => [name, new Set(columns.map(bare))]));
  const targets = new Map<string, { table: string; target: string }>();
  for (const { name, columns } of archive) {
    const knownColumns = known.get(name);
    if (!knownColumns || targets.has(name)) throw foreign(`the table ${JSON.stringify(name)}`);
    const names = columns.map(bare);
    const unknown = names.find((column, index) => !knownColumns.has(column) || names.indexOf(column) !== index);
    if (unknown !== undefined || names.length === 0)
      throw foreign(`the column ${JSON.stringify(unknown ?? '')} of ${name}`);
    const table = escapeIdentifier(name);
    targets.set(name, { table, target: `${table} (${names.map(escapeIdentifier).join(', ')})` });
  }
  return targets;
}

const foreign = (what: string): BackupRefused =>
  new BackupRefused(`This backup contains ${what}, which its schema does not have: nothing is restored.`);
