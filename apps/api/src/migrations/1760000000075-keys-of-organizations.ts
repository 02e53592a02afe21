import type { MigrationInterface, QueryRunner } from 'typeorm';

const OF_PRODUCT = (table: string): [string, string, string, string] => [
  table,
  `fk_${table}_product`,
  'FOREIGN KEY (product_id) REFERENCES products (id) ON DELETE CASCADE',
  'FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE',
];
const ID = (table: string): [string, string, string, string] => [
  table,
  `pk_${table}`,
  'PRIMARY KEY (id)',
  'PRIMARY KEY (organization_id, id)',
];
const IN_PRODUCT = (table: string, column: string): [string, string, string, string] => [
  table,
  `uq_${table}_product_${column}`,
  `UNIQUE (product_id, ${column})`,
  `UNIQUE (organization_id, product_id, ${column})`,
];
/** A reference to a record of the same product. */
const TO_RECORD = (
  table: string,
  name: string,
  column: string,
  target: string,
  action = '',
): [string, string, string, string] => [
  table,
  `fk_${table}_${name}`,
  `FOREIGN KEY (product_id, ${column}) REFERENCES ${target} (product_id, id)${action}`,
  `FOREIGN KEY (organization_id, product_id, ${column}) REFERENCES ${target} (organization_id, product_id, id)${action}`,
];
/** A reference to a record by its id. */
const TO_ID = (table: string, name: string, column: string, target: string): [string, string, string, string] => [
  table,
  `fk_${table}_${name}`,
  `FOREIGN KEY (${column}) REFERENCES ${target} (id) ON DELETE CASCADE`,
  `FOREIGN KEY (organization_id, ${column}) REFERENCES ${target} (organization_id, id) ON DELETE CASCADE`,
];
const CASCADE = ' ON DELETE CASCADE';

/** Table, name, and what it was and becomes: primary keys and unique constraints. */
const KEYS: readonly (readonly [table: string, name: string, before: string, after: string])[] = [
  ...[
    'areas',
    'audits',
    'findings',
    'grades',
    'issues',
    'products',
    'risks',
    'test_activities',
    'webhook_deliveries',
    'webhooks',
  ].map(ID),
  ...['areas', 'audits', 'findings', 'issues', 'risks', 'test_activities'].map((table) => IN_PRODUCT(table, 'id')),
  ...['audits', 'issues', 'risks', 'test_activities'].map((table) => IN_PRODUCT(table, 'number')),
  IN_PRODUCT('areas', 'slug'),
  [
    'findings',
    'uq_findings_identity',
    'UNIQUE (product_id, tool, identity)',
    'UNIQUE (organization_id, product_id, tool, identity)',
  ],
  [
    'activity_counts',
    'pk_activity_counts',
    'PRIMARY KEY (product_id, type, tool, trigger, environment)',
    'PRIMARY KEY (organization_id, product_id, type, tool, trigger, environment)',
  ],
  [
    'preview_counts',
    'pk_preview_counts',
    'PRIMARY KEY (product_id, environment)',
    'PRIMARY KEY (organization_id, product_id, environment)',
  ],
  ['current_grades', 'pk_current_grades', 'PRIMARY KEY (product_id)', 'PRIMARY KEY (organization_id, product_id)'],
  [
    'product_counters',
    'pk_product_counters',
    'PRIMARY KEY (product_id, kind)',
    'PRIMARY KEY (organization_id, product_id, kind)',
  ],
  [
    'record_totals',
    'pk_record_totals',
    'PRIMARY KEY (product_id, kind)',
    'PRIMARY KEY (organization_id, product_id, kind)',
  ],
  [
    'product_pins',
    'pk_product_pins',
    'PRIMARY KEY (user_id, product_id)',
    'PRIMARY KEY (organization_id, user_id, product_id)',
  ],
  ['external_events', 'pk_external_events', 'PRIMARY KEY (issue_id)', 'PRIMARY KEY (organization_id, issue_id)'],
  // Each also serves the foreign key to its record, which names the product too.
  [
    'issue_areas',
    'pk_issue_areas',
    'PRIMARY KEY (issue_id, area_id)',
    'PRIMARY KEY (organization_id, issue_id, product_id, area_id)',
  ],
  [
    'risk_areas',
    'pk_risk_areas',
    'PRIMARY KEY (risk_id, area_id)',
    'PRIMARY KEY (organization_id, risk_id, product_id, area_id)',
  ],
  [
    'test_activity_areas',
    'pk_test_activity_areas',
    'PRIMARY KEY (test_activity_id, area_id)',
    'PRIMARY KEY (organization_id, test_activity_id, product_id, area_id)',
  ],
  [
    'issue_functional_needs',
    'pk_issue_functional_needs',
    'PRIMARY KEY (issue_id, functional_need_id)',
    'PRIMARY KEY (organization_id, issue_id, functional_need_id)',
  ],
  [
    'issue_requirements',
    'pk_issue_requirements',
    'PRIMARY KEY (issue_id, requirement_id)',
    'PRIMARY KEY (organization_id, issue_id, requirement_id)',
  ],
  [
    'risk_functional_needs',
    'pk_risk_functional_needs',
    'PRIMARY KEY (risk_id, functional_need_id)',
    'PRIMARY KEY (organization_id, risk_id, functional_need_id)',
  ],
  [
    'finding_reports',
    'pk_finding_reports',
    'PRIMARY KEY (test_activity_id, finding_id)',
    'PRIMARY KEY (organization_id, test_activity_id, finding_id)',
  ],
  [
    'webhook_deliveries',
    'uq_webhook_deliveries_event',
    'UNIQUE (webhook_id, event_id, type)',
    'UNIQUE (organization_id, webhook_id, event_id, type)',
  ],
];

/** The same for foreign keys. */
const REFERENCES: readonly (readonly [table: string, name: string, before: string, after: string])[] = [
  ...['areas', 'current_grades', 'findings', 'grades', 'product_counters', 'product_pins'].map(OF_PRODUCT),
  TO_RECORD('issues', 'audit', 'audit_id', 'audits'),
  TO_RECORD('issues', 'test_activity', 'test_activity_id', 'test_activities'),
  TO_RECORD('risks', 'issue', 'issue_id', 'issues'),
  TO_RECORD('findings', 'issue', 'issue_id', 'issues'),
  TO_RECORD('findings', 'duplicate_of', 'duplicate_of_id', 'findings'),
  TO_RECORD('issue_areas', 'issue', 'issue_id', 'issues', CASCADE),
  TO_RECORD('issue_areas', 'area', 'area_id', 'areas', CASCADE),
  TO_RECORD('risk_areas', 'risk', 'risk_id', 'risks', CASCADE),
  TO_RECORD('risk_areas', 'area', 'area_id', 'areas', CASCADE),
  TO_RECORD('test_activity_areas', 'activity', 'test_activity_id', 'test_activities', CASCADE),
  TO_RECORD('test_activity_areas', 'area', 'area_id', 'areas', CASCADE),
  TO_ID('issue_requirements', 'issue', 'issue_id', 'issues'),
  TO_ID('issue_functional_needs', 'issue', 'issue_id', 'issues'),
  TO_ID('risk_functional_needs', 'risk', 'risk_id', 'risks'),
  TO_ID('external_events', 'issue', 'issue_id', 'issues'),
  TO_ID('finding_reports', 'finding', 'finding_id', 'findings'),
  TO_ID('finding_reports', 'activity', 'test_activity_id', 'test_activities'),
  TO_ID('webhook_deliveries', 'webhook', 'webhook_id', 'webhooks'),
];

/** The foreign keys that referred to the organization and the product already: they move to the primary key of products. */
const REFERENCES_KEPT = [
  'activity_counts',
  'api_keys',
  'audits',
  'issues',
  'preview_counts',
  'record_totals',
  'risks',
  'test_activities',
];
const KEPT = 'FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE';

/**
 * Name, and what each index was and becomes. What looks for the rows of one record finds them by the organization and the
 * record, which a planner without statistics prefers to an index that begins with the product. Empty: none, because the beginning of a key serves as one.
 */
const INDEXES: readonly (readonly [name: string, before: string, after: string])[] = [
  ['ix_activity_counts_product', 'activity_counts (organization_id, product_id)', ''],
  ['ix_preview_counts_product', 'preview_counts (organization_id, product_id)', ''],
  ['ix_record_totals_product', 'record_totals (organization_id, product_id)', ''],
  ['ix_audits_fk_product', 'audits (organization_id, product_id)', ''],
  ['ix_issues_fk_product', 'issues (organization_id, product_id)', ''],
  ['ix_test_activities_fk_product', 'test_activities (organization_id, product_id)', ''],
  ['ix_product_pins_member', 'product_pins (organization_id, user_id)', ''],
  ['ix_product_pins_product', 'product_pins (product_id)', 'product_pins (organization_id, product_id)'],
  [
    'ix_grades_product',
    'grades (product_id, computed_at DESC, id DESC)',
    'grades (organization_id, product_id, computed_at DESC, id DESC)',
  ],
  ['ix_issue_areas_issue', 'issue_areas (product_id, issue_id)', ''],
  ['ix_issue_areas_area', 'issue_areas (product_id, area_id)', 'issue_areas (organization_id, product_id, area_id)'],
  ['ix_risk_areas_risk', 'risk_areas (product_id, risk_id)', ''],
  ['ix_risk_areas_area', 'risk_areas (product_id, area_id)', 'risk_areas (organization_id, product_id, area_id)'],
  ['ix_test_activity_areas_activity', 'test_activity_areas (product_id, test_activity_id)', ''],
  [
    'ix_test_activity_areas_area',
    'test_activity_areas (product_id, area_id)',
    'test_activity_areas (organization_id, product_id, area_id)',
  ],
  [
    'ix_issues_audit',
    'issues (product_id, audit_id)',
    'issues (organization_id, audit_id, product_id) WHERE audit_id IS NOT NULL',
  ],
  [
    'ix_issues_test_activity',
    'issues (product_id, test_activity_id)',
    'issues (organization_id, test_activity_id, product_id) WHERE test_activity_id IS NOT NULL',
  ],
  [
    'ix_risks_issue',
    'risks (product_id, issue_id) WHERE issue_id IS NOT NULL',
    'risks (organization_id, issue_id, product_id) WHERE issue_id IS NOT NULL',
  ],
  [
    'ix_findings_first_activity',
    'findings (product_id, first_activity_id)',
    'findings (organization_id, first_activity_id)',
  ],
  [
    'ix_findings_issue',
    'findings (product_id, issue_id) WHERE issue_id IS NOT NULL',
    'findings (organization_id, issue_id, product_id) WHERE issue_id IS NOT NULL',
  ],
  [
    'ix_findings_duplicate_of',
    'findings (product_id, duplicate_of_id) WHERE duplicate_of_id IS NOT NULL',
    'findings (organization_id, duplicate_of_id, product_id) WHERE duplicate_of_id IS NOT NULL',
  ],
  [
    'ix_finding_reports_finding',
    'finding_reports (finding_id, seen_at)',
    'finding_reports (organization_id, finding_id, seen_at)',
  ],
];

// With the product alone in front, an index would be passed over: the planner expects one row of an organization and a product.
const INDEXES_OF_PRODUCTS = [
  'ix_areas_product_name',
  'ix_audits_completed',
  'ix_audits_completed_full',
  'ix_audits_open_full',
  'ix_audits_product_completed_at',
  'ix_audits_product_completed_at_desc',
  'ix_audits_product_created',
  'ix_audits_product_occurred',
  'ix_audits_product_started_at',
  'ix_audits_product_started_at_desc',
  'ix_events_product_actor',
  'ix_events_product_at',
  'ix_events_product_subject',
  'ix_events_product_type',
  'ix_findings_pending',
  'ix_findings_product_created',
  'ix_findings_sweep',
  'ix_issues_open',
  'ix_issues_product_closed_at',
  'ix_issues_product_closed_at_desc',
  'ix_issues_product_created',
  'ix_issues_product_priority',
  'ix_issues_product_priority_desc',
  'ix_issues_product_severity',
  'ix_issues_product_severity_desc',
  'ix_issues_product_updated',
  'ix_risks_product_created',
  'ix_risks_product_impact',
  'ix_risks_product_impact_desc',
  'ix_risks_product_likelihood',
  'ix_risks_product_likelihood_desc',
  'ix_risks_product_status',
  'ix_test_activities_evidence',
  'ix_test_activities_product_completed',
  'ix_test_activities_product_created',
  'ix_test_activities_product_environment',
  'ix_test_activities_product_started',
  'ix_test_activities_product_started_desc',
  'ix_test_activities_product_trigger',
];

/** Tables whose products say of which organization a row is: the planner must not take the two for independent. */
const WITH_PRODUCTS = ['audits', 'events', 'finding_reports', 'findings', 'issues', 'risks', 'test_activities'];

/**
 * The organization comes first in every key of its data, and every reference names it, and the product where both rows
 * have one: the database refuses a row that points into another organization or another product, whatever the code does.
 */
export class KeysOfOrganizations1760000000075 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await change(runner, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await change(runner, false);
  }
}

async function change(runner: QueryRunner, forward: boolean): Promise<void> {
  const run = (sql: string) => runner.query(sql);
  const drop = (table: string, name: string) => run(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const add = (table: string, name: string, definition: string) =>
    run(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  for (const [table, name] of REFERENCES) await drop(table, name);
  for (const table of REFERENCES_KEPT) await drop(table, `fk_${table}_product`);
  if (forward) await drop('products', 'uq_products_organization_id');
  for (const [table, name, before, after] of KEYS) {
    await drop(table, name);
    await add(table, name, forward ? after : before);
  }
  if (!forward) await add('products', 'uq_products_organization_id', 'UNIQUE (organization_id, id)');
  for (const [name, before, after] of INDEXES) {
    if (forward ? before : after) await run(`DROP INDEX ${name}`);
    if (forward ? after : before) await run(`CREATE INDEX ${name} ON ${forward ? after : before}`);
  }
  for (const name of INDEXES_OF_PRODUCTS) {
    const [{ definition }] = await run(`SELECT indexdef AS definition FROM pg_indexes WHERE indexname = '${name}'`);
    await run(`DROP INDEX ${name}`);
    await run(
      forward
        ? definition.replace(/\(product_id\b/, '(organization_id, product_id')
        : definition.replace(/\(organization_id, product_id\b/, '(product_id'),
    );
  }
  for (const table of WITH_PRODUCTS)
    await run(
      forward
        ? `CREATE STATISTICS st_${table}_product (dependencies) ON organization_id, product_id FROM ${table}`
        : `DROP STATISTICS st_${table}_product`,
    );
  await run('DROP INDEX uq_test_activities_product_idempotency');
  await run(`CREATE UNIQUE INDEX uq_test_activities_product_idempotency
    ON test_activities (${forward ? 'organization_id, ' : ''}product_id, idempotency_key) WHERE idempotency_key IS NOT NULL`);
  for (const [table, name, before, after] of REFERENCES) await add(table, name, forward ? after : before);
  for (const table of REFERENCES_KEPT) await add(table, `fk_${table}_product`, KEPT);
}
