import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people look for in titles and descriptions is found by trigrams, within their organization. */
export class Search1760000000094 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const extension of ['pg_trgm', 'btree_gin']) await provide(runner, extension);
    for (const table of ['issues', 'risks'])
      await runner.query(`
        CREATE INDEX ix_${table}_organization_text ON ${table}
          USING gin (organization_id, title gin_trgm_ops, description gin_trgm_ops)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The extensions stay: they may have been there before.
    await runner.query('DROP INDEX ix_issues_organization_text, ix_risks_organization_text');
  }
}

/** Makes an extension that comes with PostgreSQL; who owns the database may, unless its packages or its host say otherwise. */
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
