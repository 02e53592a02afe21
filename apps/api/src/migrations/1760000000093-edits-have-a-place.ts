import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether somebody had touched a finding when its lines ended decides whether it was there afterwards; an undo asks that again. When the
 * edits of before were made is not known: they have kept what they touched.
 */
export class EditsHaveAPlace1760000000093 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${typeOf('confirm', 'dismiss', 'reopen', 'release', 'edit')}
      INSERT INTO finding_decisions (organization_id, finding_id, after_number, action, decided_at)
      SELECT organization_id, id, 0, 'edit', created_at FROM findings WHERE edited <> '{}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM finding_decisions WHERE action = 'edit';
      ${typeOf('confirm', 'dismiss', 'reopen', 'release')}
    `);
  }
}

// Made anew: a value that is added to a type cannot be used before the transaction ends.
const typeOf = (...actions: string[]): string => `
      ALTER TYPE finding_decision RENAME TO former_finding_decision;
      CREATE TYPE finding_decision AS ENUM (${actions.map((action) => `'${action}'`).join(', ')});
      ALTER TABLE finding_decisions ALTER action TYPE finding_decision USING action::text::finding_decision;
      DROP TYPE former_finding_decision;`;
