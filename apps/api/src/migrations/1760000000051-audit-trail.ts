import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose account an event concerns, from where it came, and events about security that outlive their organization. */
export class AuditTrail1760000000051 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE events
        ADD COLUMN account_id uuid,
        ADD COLUMN address text,
        ADD COLUMN user_agent text,
        ADD COLUMN kept_until timestamptz(3);
      COMMENT ON COLUMN events.account_id IS 'the person whose account it concerns; no key, for it may outlive the person';
      COMMENT ON COLUMN events.kept_until IS 'of an organization that is gone: when it goes, too';
      UPDATE events SET account_id = subject_id WHERE organization_id IS NULL AND subject_kind IN ('user', 'session');
      UPDATE events SET account_id = actor_id WHERE subject_kind = 'api_key' AND actor_kind = 'user';
      CREATE INDEX ix_events_account ON events (account_id, at DESC, id DESC) WHERE account_id IS NOT NULL;
      CREATE INDEX ix_events_kept_until ON events (kept_until) WHERE kept_until IS NOT NULL;
      -- Whoever deletes an organization, and in whatever way: who did what to its people and keys stays.
      CREATE FUNCTION keep_security_events() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE events SET organization_id = NULL, kept_until = now() + interval '400 days'
        WHERE organization_id = OLD.id
          AND subject_kind IN ('api_key', 'invitation', 'member', 'organization', 'session', 'user', 'webhook');
        RETURN OLD;
      END $$;
      CREATE TRIGGER keep_security_events BEFORE DELETE ON organizations
        FOR EACH ROW EXECUTE FUNCTION keep_security_events();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER keep_security_events ON organizations;
      DROP FUNCTION keep_security_events();
      DROP INDEX ix_events_account, ix_events_kept_until;
      ALTER TABLE events DROP COLUMN account_id, DROP COLUMN address, DROP COLUMN user_agent, DROP COLUMN kept_until;
    `);
  }
}
