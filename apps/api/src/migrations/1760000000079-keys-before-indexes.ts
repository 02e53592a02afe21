import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables whose records others refer to by organization, product and id, with the references: table, name, column, what a deletion does. */
const REFERRED: Record<string, readonly [table: string, name: string, column: string, action?: string][]> = {
  audits: [['issues', 'audit', 'audit_id']],
  findings: [['findings', 'duplicate_of', 'duplicate_of_id']],
  issues: [
    ['risks', 'issue', 'issue_id'],
    ['findings', 'issue', 'issue_id'],
    ['issue_areas', 'issue', 'issue_id', 'CASCADE'],
  ],
  risks: [['risk_areas', 'risk', 'risk_id', 'CASCADE']],
  test_activities: [
    ['issues', 'test_activity', 'test_activity_id'],
    ['test_activity_areas', 'activity', 'test_activity_id', 'CASCADE'],
  ],
};

const NUMBERED = ['audits', 'issues', 'risks', 'test_activities'];

const LINKS_TO_AREAS = ['issue_areas', 'risk_areas', 'test_activity_areas'];

/**
 * A planner without statistics expects one row for any condition on an organization and a product. Of the indexes that begin with these it takes
 * the lowest tree, and of equal ones the newest: for each row that a product's deletion or a reference looked for, PostgreSQL read all rows of the
 * product, and could not delete a product of 20,000 findings within the time of a statement. So the keys by number and those that references
 * name are made anew, the latter with the product last; the index of findings that await triage holds no others, and those of links to areas
 * begin with the area.
 */
export class KeysBeforeIndexes1760000000079 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_findings_pending;
      CREATE INDEX ix_findings_pending ON findings (organization_id, product_id, status) WHERE status IN ('pending', 'dismissed')`);
    await indexLinks(runner, 'area_id, product_id');
    for (const table of NUMBERED) await makeKey(runner, table, 'number', 'product_id, number');
    await makeKeysOfReferences(runner, 'id, product_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_findings_pending;
      CREATE INDEX ix_findings_pending ON findings (organization_id, product_id, status)`);
    await indexLinks(runner, 'product_id, area_id');
    await makeKeysOfReferences(runner, 'product_id, id');
  }
}

async function makeKey(runner: QueryRunner, table: string, name: string, columns: string): Promise<void> {
  await runner.query(`
    ALTER TABLE ${table} DROP CONSTRAINT uq_${table}_product_${name};
    ALTER TABLE ${table} ADD CONSTRAINT uq_${table}_product_${name} UNIQUE (organization_id, ${columns})`);
}

async function makeKeysOfReferences(runner: QueryRunner, columns: string): Promise<void> {
  for (const [referred, references] of Object.entries(REFERRED)) {
    for (const [table, name] of references)
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT fk_${table}_${name}`);
    await makeKey(runner, referred, 'id', columns);
    for (const [table, name, column, action = 'NO ACTION'] of references)
      await runner.query(`
        ALTER TABLE ${table} ADD CONSTRAINT fk_${table}_${name} FOREIGN KEY (organization_id, product_id, ${column})
          REFERENCES ${referred} (organization_id, product_id, id) ON DELETE ${action}`);
  }
}

async function indexLinks(runner: QueryRunner, columns: string): Promise<void> {
  for (const table of LINKS_TO_AREAS)
    await runner.query(`
      DROP INDEX ix_${table}_area;
      CREATE INDEX ix_${table}_area ON ${table} (organization_id, ${columns})`);
}
