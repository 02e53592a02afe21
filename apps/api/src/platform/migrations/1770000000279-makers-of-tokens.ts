import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever made a token of an agent or of a provider knows it: it ends with their membership. */
export class MakersOfTokens1770000000279 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agents ADD COLUMN created_by_user_id uuid;
      COMMENT ON COLUMN agents.created_by_user_id IS 'null: an operator, or it was made before this was noted';
      ALTER TABLE provisioning_tokens ADD COLUMN created_by_user_id uuid;
      COMMENT ON COLUMN provisioning_tokens.created_by_user_id IS 'null: it was made before this was noted';
      UPDATE agents a SET created_by_user_id = m.user_id FROM made_access m
      WHERE m.kind = 'agent' AND m.record_id = a.id;
      UPDATE provisioning_tokens t SET created_by_user_id = m.user_id FROM made_access m
      WHERE m.kind = 'provisioning_token' AND m.record_id = t.id AND m.organization_id = t.organization_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agents DROP COLUMN created_by_user_id;
      ALTER TABLE provisioning_tokens DROP COLUMN created_by_user_id;
    `);
  }
}
