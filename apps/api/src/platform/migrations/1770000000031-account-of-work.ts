import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose work the work of an organization counts as. Those that there are belong to whoever has owned them for longest,
 * of those who still do. The last release leaves both columns out: then an organization counts as its own.
 */
export class AccountOfWork1770000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE organizations ADD COLUMN account uuid, ADD COLUMN account_network text;
      COMMENT ON COLUMN organizations.account IS 'of the person who made it, written once; null: its own';
      COMMENT ON COLUMN organizations.account_network IS 'counts in place of account until that person has proved an address; hashed';
      -- Few, and looked at every few minutes.
      CREATE INDEX ix_organizations_account_network ON organizations (account) WHERE account_network IS NOT NULL;`);
    await runner.query(`
      UPDATE organizations o SET account = left(encode(sha256(convert_to('account of work ' || first.user_id::text, 'UTF8')), 'hex'), 32)::uuid
      FROM (SELECT DISTINCT ON (organization_id) organization_id, user_id FROM members WHERE role = 'owner' ORDER BY organization_id, created_at, id) first
      WHERE first.organization_id = o.id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_organizations_account_network;
      ALTER TABLE organizations DROP COLUMN account, DROP COLUMN account_network;`);
  }
}
