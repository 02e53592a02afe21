import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People are told of what concerns them. */
export class Notifications1770000000151 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notifications (
        user_id uuid NOT NULL,
        id uuid NOT NULL,
        organization_id uuid NOT NULL,
        kind text NOT NULL,
        at timestamptz(3) NOT NULL,
        read_at timestamptz(3),
        count integer NOT NULL DEFAULT 1,
        subject_kind text NOT NULL,
        subject_id uuid NOT NULL,
        subject_number integer,
        subject_title text,
        product_slug text NOT NULL,
        actor_user_id uuid,
        actor_name text,
        comment_id uuid,
        excerpt text,
        CONSTRAINT pk_notifications PRIMARY KEY (user_id, id),
        CONSTRAINT fk_notifications_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT fk_notifications_organization FOREIGN KEY (organization_id)
          REFERENCES organizations (id) ON DELETE CASCADE,
        CONSTRAINT ck_notifications_kind CHECK (kind IN ('mentioned', 'commented'))
      );
      COMMENT ON TABLE notifications IS 'what people are told; of whoever is no member any more it is not shown';
      COMMENT ON COLUMN notifications.count IS 'how many of one kind and subject within ten minutes are one';
      COMMENT ON COLUMN notifications.actor_user_id IS 'null: an API key, or somebody whose account is gone';
      -- The inbox, the newest first.
      CREATE INDEX ix_notifications_at ON notifications (user_id, at DESC, id DESC);
      -- How many are unread.
      CREATE INDEX ix_notifications_unread ON notifications (user_id, organization_id) WHERE read_at IS NULL;
      -- The deletion of an organization.
      CREATE INDEX ix_notifications_organization ON notifications (organization_id);
      -- What a comment says goes with it.
      CREATE INDEX ix_notifications_comment ON notifications (comment_id) WHERE comment_id IS NOT NULL;
      -- The deletion of an account that others were told of.
      CREATE INDEX ix_notifications_actor ON notifications (actor_user_id) WHERE actor_user_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notifications');
  }
}
