import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is locked for an organization is a row of its own table: where organizations are spread over machines, the organizations themselves are copied to each, and
 * whoever locks a row of such a table makes all that write it wait. That an address is held for another account is checked by those who give addresses, since tables that are
 * copied can have no triggers.
 */
export class OrganizationLocks1760000000091 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE organization_locks (
        organization_id uuid NOT NULL,
        CONSTRAINT pk_organization_locks PRIMARY KEY (organization_id),
        CONSTRAINT fk_organization_locks_organization FOREIGN KEY (organization_id) REFERENCES organizations ON DELETE CASCADE
      );
      INSERT INTO organization_locks (organization_id) SELECT id FROM organizations;

      DROP TRIGGER refuse_held_addresses ON users;
      DROP FUNCTION held_addresses_refused();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE organization_locks;

      CREATE FUNCTION held_addresses_refused() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM address_changes WHERE former_email = NEW.email AND held_until > now() AND user_id <> NEW.id) THEN
          RAISE unique_violation USING MESSAGE = 'the address is held for another account', CONSTRAINT = 'uq_users_email', TABLE = 'users';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER refuse_held_addresses AFTER INSERT OR UPDATE OF email ON users
        FOR EACH ROW EXECUTE FUNCTION held_addresses_refused();
    `);
  }
}
