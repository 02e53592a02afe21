import type { DataSource } from 'typeorm';

/** How the schema of a database differs from the one that this build makes, by names of migrations. */
export interface SchemaState {
  /** What the database has and this build does not know: a later version has made it. */
  unknown: string[];
  /** What this build would add. */
  pending: string[];
  /** The newest one of this build. */
  newest: string | undefined;
}

export async function schemaStateOf(database: DataSource): Promise<SchemaState> {
  const known = database.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const [{ exists }] = await database.query<[{ exists: boolean }]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  );
  const applied = exists
    ? await database.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY timestamp, id')
    : [];
  const names = new Set(applied.map(({ name }) => name));
  return {
    unknown: [...names].filter((name) => !known.includes(name)),
    pending: known.filter((name) => !names.has(name)),
    newest: known.at(-1),
  };
}

/** A later version of the service has made the schema; this one would not understand what it means. */
export class NewerSchema extends Error {
  constructor({ unknown, newest }: SchemaState) {
    super(
      `This database has the schema of a later version: ${unknown.at(-1)}, where this build knows ${newest} at most. ` +
        'Start that version, or restore a backup from before the upgrade into a new database.',
    );
  }
}
