import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filters and orders of lists that people keep. */
export class SavedViews1760000000095 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE saved_views (
        organization_id uuid NOT NULL CONSTRAINT fk_saved_views_organization REFERENCES organizations ON DELETE CASCADE,
        id uuid NOT NULL,
        name text NOT NULL,
        kind text NOT NULL CONSTRAINT ck_saved_views_kind CHECK (kind IN ('issues', 'risks', 'findings')),
        filters jsonb NOT NULL,
        sort jsonb,
        shared boolean NOT NULL,
        owner_user_id uuid,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_saved_views PRIMARY KEY (organization_id, id),
        CONSTRAINT fk_saved_views_owner FOREIGN KEY (organization_id, owner_user_id) REFERENCES members (organization_id, user_id) ON DELETE CASCADE,
        CONSTRAINT ck_saved_views_owner CHECK (shared OR owner_user_id IS NOT NULL)
      );
      CREATE INDEX ix_saved_views_owner ON saved_views (organization_id, owner_user_id);
      COMMENT ON COLUMN saved_views.owner_user_id IS 'null: shared by somebody who has left';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE saved_views');
  }
}
