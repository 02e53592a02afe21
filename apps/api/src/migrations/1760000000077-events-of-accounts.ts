import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = `id, at, actor_kind, actor_id, actor_name, type, subject_kind, subject_id, subject_number, subject_title,
  changes, request_id, account_id, address, user_agent, kept_until`;

/**
 * Events of people outside of any organization, and their own copies of what concerns their accounts, have a table of
 * their own; each of the others belongs to an organization, which may be gone. An organization remembers its former
 * members, because its records still name them. Nothing refers from a key of an organization to its product: code holds
 * that, for the two may be kept in different places.
 */
export class EventsOfAccounts1760000000077 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_events (
        id uuid CONSTRAINT pk_account_events PRIMARY KEY,
        organization_id uuid,
        at timestamptz(3) NOT NULL DEFAULT now(),
        actor_kind text NOT NULL,
        actor_id uuid,
        actor_name text NOT NULL,
        type text NOT NULL,
        subject_kind text NOT NULL,
        subject_id uuid,
        subject_number int,
        subject_title text,
        changes jsonb NOT NULL DEFAULT '[]',
        request_id text,
        account_id uuid,
        address text,
        user_agent text,
        kept_until timestamptz(3),
        CONSTRAINT ck_account_events_actor_kind CHECK (actor_kind IN ('user', 'api_key', 'system'))
      );
      COMMENT ON COLUMN account_events.organization_id IS 'of the event that this is a copy of, as long as the organization exists';
      COMMENT ON COLUMN account_events.account_id IS 'the person whose account it concerns; no key, for it may outlive the person';
      COMMENT ON COLUMN account_events.kept_until IS 'of an organization that is gone: when it goes, too';
      INSERT INTO account_events (organization_id, ${COLUMNS})
        SELECT organization_id, ${COLUMNS} FROM events WHERE organization_id IS NULL OR account_id IS NOT NULL;
      CREATE INDEX ix_account_events_account ON account_events (account_id, at DESC, id DESC) WHERE account_id IS NOT NULL;
      CREATE INDEX ix_account_events_actor ON account_events (actor_id, at) WHERE actor_kind = 'user';
      CREATE INDEX ix_account_events_organization ON account_events (organization_id) WHERE organization_id IS NOT NULL;
      CREATE INDEX ix_account_events_kept_until ON account_events (kept_until) WHERE kept_until IS NOT NULL;
    `);
    await runner.query('DELETE FROM events WHERE organization_id IS NULL');
    await runner.query('DROP INDEX ix_events_account, ix_events_actor');
    await runner.query('ALTER TABLE events DROP CONSTRAINT pk_events');
    await runner.query('ALTER TABLE events ADD CONSTRAINT pk_events PRIMARY KEY (organization_id, id)');
    await runner.query(`
      CREATE TABLE former_members (
        organization_id uuid NOT NULL,
        user_id uuid NOT NULL,
        member_ids uuid[] NOT NULL DEFAULT '{}',
        CONSTRAINT pk_former_members PRIMARY KEY (user_id, organization_id)
      );
      COMMENT ON TABLE former_members IS 'whom records of an organization may name; no keys, for its events outlive it, and a key would lock the person';
      COMMENT ON COLUMN former_members.member_ids IS 'of memberships that have ended, which events name';
      INSERT INTO former_members (organization_id, user_id)
        SELECT organization_id, user_id
        FROM (
          SELECT organization_id, created_by_user_id AS user_id FROM issues
          UNION SELECT organization_id, created_by_user_id FROM risks
          UNION SELECT organization_id, created_by_user_id FROM test_activities
          UNION SELECT organization_id, actor_id FROM events WHERE actor_kind = 'user'
          UNION SELECT organization_id, account_id FROM events
        ) AS named
        WHERE EXISTS (SELECT FROM users u WHERE u.id = user_id)
          AND NOT EXISTS (SELECT FROM members m WHERE m.organization_id = named.organization_id AND m.user_id = named.user_id);
      UPDATE former_members f SET member_ids = ARRAY(
        SELECT DISTINCT e.subject_id FROM events e
        WHERE e.organization_id = f.organization_id AND e.type IN ('member.joined', 'member.left') AND e.actor_id = f.user_id AND e.subject_id IS NOT NULL);
    `);
    await runner.query('ALTER TABLE api_keys DROP CONSTRAINT fk_api_keys_product');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM api_keys k WHERE product_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM products p WHERE p.organization_id = k.organization_id AND p.id = k.product_id);
      ALTER TABLE api_keys ADD CONSTRAINT fk_api_keys_product
        FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE;
      DROP TABLE former_members;
      ALTER TABLE events DROP CONSTRAINT pk_events;
      ALTER TABLE events ALTER organization_id DROP NOT NULL;
      UPDATE events SET organization_id = NULL WHERE kept_until IS NOT NULL;
      INSERT INTO events (${COLUMNS})
        SELECT ${COLUMNS} FROM account_events a
        WHERE organization_id IS NULL AND NOT EXISTS (SELECT FROM events e WHERE e.id = a.id);
      ALTER TABLE events ADD CONSTRAINT pk_events PRIMARY KEY (id);
      CREATE INDEX ix_events_account ON events (account_id, at DESC, id DESC) WHERE account_id IS NOT NULL;
      CREATE INDEX ix_events_actor ON events (actor_id, at) WHERE actor_kind = 'user';
      DROP TABLE account_events;
    `);
  }
}
