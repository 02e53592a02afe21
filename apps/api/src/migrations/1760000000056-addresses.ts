import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of addresses, the way back from each, and the address that every mailed link went to. */
export class Addresses1760000000056 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE address_changes (
        id uuid CONSTRAINT pk_address_changes PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_address_changes_user REFERENCES users ON DELETE CASCADE,
        former_email text NOT NULL,
        former_verified boolean NOT NULL,
        email text NOT NULL,
        requested_at timestamptz(3) NOT NULL,
        confirmed_at timestamptz(3),
        held_until timestamptz(3)
      );
      CREATE UNIQUE INDEX uq_address_changes_pending ON address_changes (user_id) WHERE confirmed_at IS NULL;
      CREATE INDEX ix_address_changes_user ON address_changes (user_id, requested_at);
      CREATE INDEX ix_address_changes_held ON address_changes (former_email) WHERE held_until IS NOT NULL;
      COMMENT ON COLUMN address_changes.confirmed_at IS 'null: the new address has not confirmed';
      COMMENT ON COLUMN address_changes.held_until IS 'until then the former address can be restored, and nobody else can take it';

      DELETE FROM verifications WHERE expires_at <= now();
      ALTER TABLE verifications
        ADD COLUMN email text,
        ADD COLUMN address_change_id uuid CONSTRAINT fk_verifications_address_change REFERENCES address_changes ON DELETE CASCADE,
        DROP CONSTRAINT ck_verifications_purpose,
        ADD CONSTRAINT ck_verifications_purpose CHECK (purpose IN ('password_reset', 'email', 'change_email', 'restore_address'));
      UPDATE verifications v SET email = u.email FROM users u WHERE u.id = v.user_id;
      ALTER TABLE verifications ALTER COLUMN email SET NOT NULL;
      CREATE INDEX ix_verifications_address_change ON verifications (address_change_id) WHERE address_change_id IS NOT NULL;
      CREATE INDEX ix_verifications_expires_at ON verifications (expires_at);
    `);
    await runner.query(HOLD);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER refuse_held_addresses ON users;
      DROP FUNCTION held_addresses_refused();
      DELETE FROM verifications WHERE purpose NOT IN ('password_reset', 'email');
      DROP INDEX ix_verifications_expires_at;
      ALTER TABLE verifications
        DROP COLUMN email,
        DROP COLUMN address_change_id,
        DROP CONSTRAINT ck_verifications_purpose,
        ADD CONSTRAINT ck_verifications_purpose CHECK (purpose IN ('password_reset', 'email'));
      DROP TABLE address_changes;
    `);
  }
}

/**
 * After the row, and so after the wait for whoever gives the address up: only then is seen that it is held. It fails as a
 * second account with the address does.
 */
const HOLD = `
  CREATE FUNCTION held_addresses_refused() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM address_changes WHERE former_email = NEW.email AND held_until > now() AND user_id <> NEW.id) THEN
      RAISE unique_violation USING MESSAGE = 'the address is held for another account', CONSTRAINT = 'uq_users_email', TABLE = 'users';
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER refuse_held_addresses AFTER INSERT OR UPDATE OF email ON users
    FOR EACH ROW EXECUTE FUNCTION held_addresses_refused();
`;
