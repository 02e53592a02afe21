import type { DataSource } from 'typeorm';

/** A migration that makes at once what former ones made: a database that has all of these has what it makes. */
export interface Baseline {
  /** Their names. */
  readonly replaces: readonly string[];
}

/** How many of the former migrations a database has. */
export type Former = 'none' | 'some' | 'all';

export function formerIn(names: readonly string[], replaces: readonly string[]): Former {
  const found = replaces.filter((name) => names.includes(name)).length;
  return found === 0 ? 'none' : found < replaces.length ? 'some' : 'all';
}

/** How the schema of a database differs from the one that this build makes, by names of migrations. */
export interface SchemaState {
  /** What the database has and this build does not know: a later version has made it. */
  unknown: string[];
  /** The last one that the database has; undefined: none. */
  present: string | undefined;
  /** What this build would add. */
  pending: string[];
  /** The newest one of this build. */
  newest: string | undefined;
  /** What the database has of the migrations that a baseline of this build replaces. */
  former: Former;
}

export async function schemaStateOf(database: DataSource): Promise<SchemaState> {
  const known = database.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const [{ exists }] = await database.query<[{ exists: boolean }]>(
    `SELECT to_regclass('migrations') IS NOT NULL AS exists`,
  );
  const applied = exists
    ? await database.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY timestamp, id')
    : [];
  const names = applied.map(({ name }) => name);
  const replaced = database.migrations.flatMap((migration) => (migration as Partial<Baseline>).replaces ?? []);
  return {
    unknown: names.filter((name) => !known.includes(name) && !replaced.includes(name)),
    present: names.at(-1),
    pending: known.filter((name) => !names.includes(name)),
    newest: known.at(-1),
    former: formerIn(names, replaced),
  };
}

/** A later version of the service has made the schema; this one would not understand what it means. */
export class NewerSchema extends Error {
  constructor({ unknown, newest }: SchemaState) {
    super(
      `This database has the schema of a later version: ${unknown.at(-1)}; this build supports up to ${newest}. Start that version, or restore a backup from before the upgrade into a new database.`,
    );
  }
}

/** A version before v0.1.0 has made the schema, which only that one brings up to date. */
export class OlderSchema extends Error {
  constructor() {
    super('This database has the schema of a version before v0.1.0: start v0.1.0 on it once, then this version.');
  }
}
