import type { MigrationInterface, QueryRunner } from 'typeorm';

const SORTED = [
  ['audits', 'started_at'],
  ['audits', 'completed_at'],
  ['issues', 'closed_at'],
] as const;
const SCOPES = ['organization', 'product'] as const;

/** Lists of audits and issues by the moments that some of them do not have, which come last in both directions. */
export class SortingByMoment1760000000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of SORTED) {
      for (const scope of SCOPES) {
        await runner.query(`
          CREATE INDEX ix_${table}_${scope}_${column} ON ${table} (${scope}_id, ${column}, id);
          CREATE INDEX ix_${table}_${scope}_${column}_desc ON ${table} (${scope}_id, ${column} DESC NULLS LAST, id DESC);
        `);
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of SORTED)
      for (const scope of SCOPES)
        await runner.query(`DROP INDEX ix_${table}_${scope}_${column}, ix_${table}_${scope}_${column}_desc`);
  }
}
