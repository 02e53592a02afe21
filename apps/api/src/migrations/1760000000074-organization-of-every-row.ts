import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Table, the table of its parent, and the column that names the parent. */
const CHILDREN = [
  ['areas', 'products', 'product_id'],
  ['current_grades', 'products', 'product_id'],
  ['external_events', 'issues', 'issue_id'],
  ['finding_reports', 'products', 'product_id'],
  ['grades', 'products', 'product_id'],
  ['issue_areas', 'products', 'product_id'],
  ['issue_functional_needs', 'issues', 'issue_id'],
  ['issue_requirements', 'issues', 'issue_id'],
  ['product_counters', 'products', 'product_id'],
  ['risk_areas', 'products', 'product_id'],
  ['risk_functional_needs', 'risks', 'risk_id'],
  ['test_activity_areas', 'products', 'product_id'],
  ['webhook_deliveries', 'webhooks', 'webhook_id'],
] as const;

/** Every row of an organization's data says whose it is. */
export class OrganizationOfEveryRow1760000000074 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, parent, column] of CHILDREN)
      // A change of type writes the table once, where an update would leave each former row behind.
      await runner.query(`
        CREATE FUNCTION pg_temp.organization_of(parent uuid) RETURNS uuid LANGUAGE plpgsql STABLE AS
          $$ BEGIN RETURN (SELECT organization_id FROM ${parent} WHERE id = parent); END $$;
        ALTER TABLE ${table} ADD organization_id uuid;
        ALTER TABLE ${table}
          ALTER organization_id TYPE uuid USING pg_temp.organization_of(${column}),
          ALTER organization_id SET NOT NULL;
        DROP FUNCTION pg_temp.organization_of(uuid);
      `);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table] of CHILDREN) await runner.query(`ALTER TABLE ${table} DROP organization_id`);
  }
}
