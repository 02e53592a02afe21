import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who gets an account back must know by what somebody else could stay: what each person has made that lets somebody in,
 * from where, and whether it was proved. What a recovery suspends is refused until it is kept or ends. What was made
 * before is noted as proved, since nobody knows: a password that was only forgotten does not stop it.
 */
export class Recovery1770000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The networks in which an account has signed in.
      CREATE TABLE account_networks (
        user_id uuid NOT NULL,
        network_hash bytea NOT NULL,
        last_signed_in_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_account_networks PRIMARY KEY (user_id, network_hash),
        CONSTRAINT fk_account_networks_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      );
      -- What is too old is removed.
      CREATE INDEX ix_account_networks_last_signed_in_at ON account_networks (last_signed_in_at);

      ALTER TABLE wrong_codes ADD COLUMN followed boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN wrong_codes.followed IS 'a right code came after it: it counts for the day alone';

      ALTER TABLE verifications DROP CONSTRAINT ck_verifications_purpose;
      ALTER TABLE verifications ADD CONSTRAINT ck_verifications_purpose CHECK
        (purpose IN ('password_reset', 'email', 'change_email', 'restore_address', 'unlock_codes'));

      -- Recoveries of accounts. What one has suspended can be kept until it ends.
      CREATE TABLE recoveries (
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        cause text NOT NULL,
        at timestamptz(3) NOT NULL,
        keep_until timestamptz(3) NOT NULL,
        ended_at timestamptz(3),
        CONSTRAINT pk_recoveries PRIMARY KEY (id),
        CONSTRAINT fk_recoveries_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      );
      -- The recoveries of a person, newest first; also for the foreign key.
      CREATE INDEX ix_recoveries_user ON recoveries (user_id, at);

      -- What lets somebody in, and who made it. The records themselves stand in other tables, some on other machines: there is no foreign key.
      CREATE TABLE made_access (
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        kind text NOT NULL,
        record_id uuid NOT NULL,
        organization_id uuid,
        title text NOT NULL,
        details jsonb NOT NULL DEFAULT '{}',
        session_id uuid,
        network_hash bytea,
        fresh boolean NOT NULL,
        made_at timestamptz(3) NOT NULL,
        recovery_id uuid,
        kept boolean NOT NULL DEFAULT false,
        CONSTRAINT pk_made_access PRIMARY KEY (id),
        CONSTRAINT uq_made_access_record UNIQUE (kind, record_id),
        CONSTRAINT fk_made_access_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
        CONSTRAINT fk_made_access_recovery FOREIGN KEY (recovery_id) REFERENCES recoveries (id) ON DELETE CASCADE
      );
      COMMENT ON COLUMN made_access.recovery_id IS 'which suspended it; null: it is as it was made';
      COMMENT ON COLUMN made_access.kept IS 'of what is suspended: the person has kept it';
      -- What a person made in the last days; also for the foreign key.
      CREATE INDEX ix_made_access_user ON made_access (user_id, made_at);
      -- What a recovery suspended; also for the foreign key.
      CREATE INDEX ix_made_access_recovery ON made_access (recovery_id) WHERE recovery_id IS NOT NULL;

      ALTER TABLE accounts ADD COLUMN suspended_by uuid;
      ALTER TABLE api_keys ADD COLUMN suspended_by uuid;
      ALTER TABLE trusted_publishers ADD COLUMN suspended_by uuid;
      ALTER TABLE webhooks ADD COLUMN suspended_by uuid;
      ALTER TABLE invitations ADD COLUMN suspended_by uuid;

      INSERT INTO made_access (id, user_id, kind, record_id, organization_id, title, fresh, made_at)
      SELECT gen_random_uuid(), owner_user_id, 'api_key', id, organization_id, name, true, created_at FROM api_keys
      WHERE owner_user_id IS NOT NULL AND parent_id IS NULL AND revoked_at IS NULL AND created_at > now() - interval '30 days';
      INSERT INTO made_access (id, user_id, kind, record_id, organization_id, title, fresh, made_at)
      SELECT gen_random_uuid(), owner_user_id, 'trusted_publisher', id, organization_id, issuer, true, created_at
      FROM trusted_publishers WHERE parent_key_id IS NULL AND created_at > now() - interval '30 days';
      INSERT INTO made_access (id, user_id, kind, record_id, organization_id, title, fresh, made_at)
      SELECT gen_random_uuid(), inviter_id, 'invitation', id, organization_id, email, true, created_at FROM invitations
      WHERE status = 'pending' AND expires_at > now();`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE invitations DROP COLUMN suspended_by;
      ALTER TABLE webhooks DROP COLUMN suspended_by;
      ALTER TABLE trusted_publishers DROP COLUMN suspended_by;
      ALTER TABLE api_keys DROP COLUMN suspended_by;
      ALTER TABLE accounts DROP COLUMN suspended_by;
      DROP TABLE made_access;
      DROP TABLE recoveries;
      DELETE FROM verifications WHERE purpose = 'unlock_codes';
      ALTER TABLE verifications DROP CONSTRAINT ck_verifications_purpose;
      ALTER TABLE verifications ADD CONSTRAINT ck_verifications_purpose CHECK
        (purpose IN ('password_reset', 'email', 'change_email', 'restore_address'));
      ALTER TABLE wrong_codes DROP COLUMN followed;
      DROP TABLE account_networks;`);
  }
}
