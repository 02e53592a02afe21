import type { QueryRunner } from 'typeorm';

/** Makes the extensions by which text is searched within an organization. */
export async function provideExtensions(runner: QueryRunner): Promise<void> {
  for (const extension of ['pg_trgm', 'btree_gin']) await provide(runner, extension);
}

/**
 * Makes an extension that comes with PostgreSQL; who owns the database may, unless its packages or its host say
 * otherwise.
 */
async function provide(runner: QueryRunner, extension: string): Promise<void> {
  const [state] = (await runner.query(
    'SELECT installed_version AS installed FROM pg_available_extensions WHERE name = $1',
    [extension],
  )) as { installed: string | null }[];
  if (!state)
    throw new Error(
      `PostgreSQL has no extension ${extension}: install the package of its additional modules (postgresql-contrib), and start again.`,
    );
  if (state.installed !== null) return;
  try {
    await runner.query(`CREATE EXTENSION ${extension}`);
  } catch (error) {
    throw new Error(
      `The extension ${extension} could not be made: as an administrator of PostgreSQL run CREATE EXTENSION ${extension} in this database, and start again.`,
      { cause: error },
    );
  }
}
