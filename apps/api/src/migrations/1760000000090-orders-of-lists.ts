import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns without a value in some rows, which had an index for each direction. */
const NULLABLE = {
  issues: ['closed_at', 'priority', 'severity'],
  risks: ['impact', 'likelihood'],
  audits: ['completed_at', 'started_at'],
  test_activities: ['started'],
} as const;

/** Tables whose lists of an organization leave out archived products, with the indexes that do not say yet which product a row is of. */
const WITHOUT_PRODUCT = {
  issues: ['updated', 'closed_at_desc', 'priority_desc', 'severity_desc'],
  audits: ['created', 'completed_at_desc', 'started_at_desc'],
  test_activities: ['started_desc'],
} as const;

/** Orders that no index served: name and columns. */
const ADDED = {
  issues: [
    ['title', 'title, id'],
    ['state', 'state, id'],
    ['impact_desc', 'impact DESC NULLS LAST, id DESC'],
    ['effort_desc', 'effort DESC NULLS LAST, id DESC'],
  ],
  risks: [
    ['updated', 'updated_at, id'],
    ['title', 'title, id'],
  ],
} as const;

const COLUMN: Record<string, string> = { created: 'created_at', updated: 'updated_at', started: 'started_at' };

/** The columns of an index by its name. */
function columnsOf(name: string): string {
  const [, base = name, descending] = /^(.*?)(_desc)?$/.exec(name) ?? [];
  const column = COLUMN[base] ?? base;
  return descending ? `${column} DESC NULLS LAST, id DESC` : `${column}, id`;
}

/** References to records by organization, product and id: table, name, column, what a deletion does. */
const REFERENCES: Record<string, readonly [table: string, name: string, column: string, action?: string][]> = {
  findings: [['findings', 'duplicate_of', 'duplicate_of_id']],
  issues: [
    ['risks', 'issue', 'issue_id'],
    ['findings', 'issue', 'issue_id'],
    ['issue_areas', 'issue', 'issue_id', 'CASCADE'],
  ],
  risks: [['risk_areas', 'risk', 'risk_id', 'CASCADE']],
};

/** Keys that a record is looked up by, together with its product. */
const KEYS = [
  ['findings', 'uq_findings_identity', 'product_id, tool, identity'],
  ['issues', 'uq_issues_product_number', 'product_id, number'],
  ['risks', 'uq_risks_product_number', 'product_id, number'],
] as const;

const SCOPES = [
  ['organization', 'organization_id'],
  ['product', 'organization_id, product_id'],
] as const;

/**
 * Each order of the lists of issues, risks, audits and activities is that of an index that has all that finding a page needs, one for both directions. Findings are
 * written with every run, so theirs get no further ones: those by creation have the short columns that their lists are ordered by.
 */
export class OrdersOfLists1760000000090 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, names] of Object.entries(NULLABLE))
      for (const name of names)
        for (const [scope] of SCOPES) await runner.query(`DROP INDEX ix_${table}_${scope}_${name}`);
    for (const [table, names] of Object.entries(WITHOUT_PRODUCT))
      for (const name of names)
        await remake(
          runner,
          `ix_${table}_organization_${name}`,
          `${table} (organization_id, ${columnsOf(name)}) INCLUDE (product_id)`,
        );
    for (const [table, indexes] of Object.entries(ADDED)) {
      await runner.query(
        `CREATE INDEX ix_${table}_organization_number ON ${table} (organization_id, number, id) INCLUDE (product_id)`,
      );
      for (const [name, columns] of indexes)
        await runner.query(`
          CREATE INDEX ix_${table}_organization_${name} ON ${table} (organization_id, ${columns}) INCLUDE (product_id);
          CREATE INDEX ix_${table}_product_${name} ON ${table} (organization_id, product_id, ${columns})`);
    }
    const short = 'severity, impact, status, first_seen_at';
    await remake(
      runner,
      'ix_findings_organization_created',
      `findings (organization_id, created_at, id) INCLUDE (product_id, ${short})`,
    );
    await remake(
      runner,
      'ix_findings_product_created',
      `findings (organization_id, product_id, created_at, id) INCLUDE (${short})`,
    );
    await remakeKeys(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await remake(
      runner,
      'ix_findings_organization_created',
      'findings (organization_id, created_at, id) INCLUDE (product_id)',
    );
    await remake(runner, 'ix_findings_product_created', 'findings (organization_id, product_id, created_at, id)');
    for (const [table, indexes] of Object.entries(ADDED)) {
      await runner.query(`DROP INDEX ix_${table}_organization_number`);
      for (const [name] of indexes)
        await runner.query(`DROP INDEX ix_${table}_organization_${name}, ix_${table}_product_${name}`);
    }
    for (const [table, names] of Object.entries(WITHOUT_PRODUCT))
      for (const name of names)
        await remake(runner, `ix_${table}_organization_${name}`, `${table} (organization_id, ${columnsOf(name)})`);
    for (const [table, names] of Object.entries(NULLABLE))
      for (const name of names)
        for (const [scope, columns] of SCOPES)
          await runner.query(`CREATE INDEX ix_${table}_${scope}_${name} ON ${table} (${columns}, ${columnsOf(name)})`);
    await remakeKeys(runner);
  }
}

/** Of indexes that begin with the product a planner without statistics takes the newest, so what finds single records comes after those of lists. */
async function remakeKeys(runner: QueryRunner): Promise<void> {
  for (const [table, name, columns] of KEYS)
    await runner.query(`
      ALTER TABLE ${table} DROP CONSTRAINT ${name};
      ALTER TABLE ${table} ADD CONSTRAINT ${name} UNIQUE (organization_id, ${columns})`);
  for (const [referred, references] of Object.entries(REFERENCES)) {
    for (const [table, name] of references)
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT fk_${table}_${name}`);
    await runner.query(`
      ALTER TABLE ${referred} DROP CONSTRAINT uq_${referred}_product_id;
      ALTER TABLE ${referred} ADD CONSTRAINT uq_${referred}_product_id UNIQUE (organization_id, id, product_id)`);
    for (const [table, name, column, action = 'NO ACTION'] of references)
      await runner.query(`
        ALTER TABLE ${table} ADD CONSTRAINT fk_${table}_${name} FOREIGN KEY (organization_id, product_id, ${column})
          REFERENCES ${referred} (organization_id, product_id, id) ON DELETE ${action}`);
  }
}

async function remake(runner: QueryRunner, name: string, definition: string): Promise<void> {
  await runner.query(`DROP INDEX ${name}; CREATE INDEX ${name} ON ${definition}`);
}
