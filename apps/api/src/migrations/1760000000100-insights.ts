import type { MigrationInterface, QueryRunner } from 'typeorm';

const OF_PRODUCT = (table: string): string =>
  `CONSTRAINT fk_${table}_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE`;

/** The days of UTC. */
const dayOf = (moment: string): string => `(${moment} AT TIME ZONE 'UTC')::date`;

/** Lists by the moment of closing: name, columns, and what is included besides the moment of opening. */
const CLOSED = [
  ['organization', 'organization_id, closed_at DESC NULLS LAST, id DESC', 'product_id'],
  ['product', 'organization_id, product_id, closed_at DESC NULLS LAST, id DESC', ''],
] as const;

/** References to issues by organization, product and id. */
const REFERENCES = [
  ['risks', 'issue', 'NO ACTION'],
  ['findings', 'issue', 'NO ACTION'],
  ['issue_areas', 'issue', 'CASCADE'],
] as const;

/**
 * Open issues are counted by the functional needs that people linked them to, and by severity, so that who is blocked is told from counts. What
 * happened to issues and findings is counted by the day, and an order by closing holds the moment of opening too: from these trends are made.
 */
export class Insights1760000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE issues ADD functional_need_ids uuid[] NOT NULL DEFAULT '{}';
      UPDATE issues i SET functional_need_ids = linked.ids
      FROM (
        SELECT organization_id, issue_id, array_agg(functional_need_id ORDER BY functional_need_id) AS ids
        FROM issue_functional_needs GROUP BY 1, 2
      ) linked
      WHERE i.organization_id = linked.organization_id AND i.id = linked.issue_id;
    `);
    await this.countAnew(
      runner,
      ['functional_need_ids uuid[] NOT NULL', 'medium int NOT NULL', 'low int NOT NULL'],
      ['functional_need_ids'],
      ["count(*) FILTER (WHERE severity = 'medium')", "count(*) FILTER (WHERE severity = 'low')"],
    );
    await runner.query(`
      CREATE TABLE issue_days (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        day date NOT NULL,
        opened int NOT NULL,
        closed int NOT NULL,
        removed int NOT NULL,
        CONSTRAINT pk_issue_days PRIMARY KEY (organization_id, product_id, day),
        ${OF_PRODUCT('issue_days')}
      ) WITH (fillfactor = 90);
      INSERT INTO issue_days (organization_id, product_id, day, opened, closed, removed)
      SELECT organization_id, product_id, day, sum(opened), sum(closed), 0 FROM (
        SELECT organization_id, product_id, ${dayOf('created_at')} AS day, 1 AS opened, 0 AS closed FROM issues
        UNION ALL SELECT organization_id, product_id, ${dayOf('closed_at')}, 0, 1 FROM issues WHERE closed_at IS NOT NULL
      ) changes GROUP BY 1, 2, 3;

      CREATE TABLE finding_days (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        day date NOT NULL,
        raised int NOT NULL,
        regressed int NOT NULL,
        resolved int NOT NULL,
        CONSTRAINT pk_finding_days PRIMARY KEY (organization_id, product_id, day),
        ${OF_PRODUCT('finding_days')}
      ) WITH (fillfactor = 90);
      INSERT INTO finding_days (organization_id, product_id, day, raised, regressed, resolved)
      SELECT organization_id, product_id, day, sum(raised), sum(regressed), sum(resolved) FROM (
        SELECT organization_id, product_id, ${dayOf('created_at')} AS day, (delta ->> 'new')::int AS raised,
          (delta ->> 'regressed')::int AS regressed, (delta ->> 'resolved')::int AS resolved
        FROM test_activities WHERE line_kind = 'main' AND delta IS NOT NULL
        UNION ALL
        SELECT e.organization_id, e.product_id, ${dayOf('e.at')}, 0, 0, (change -> 'to' ->> 'count')::int
        FROM events e JOIN products p ON p.organization_id = e.organization_id AND p.id = e.product_id
          CROSS JOIN jsonb_array_elements(e.changes) AS change
        WHERE e.type = 'line.ended' AND change ->> 'field' = 'resolved'
      ) changes GROUP BY 1, 2, 3 HAVING sum(raised) + sum(regressed) + sum(resolved) > 0;

      CREATE INDEX ix_issues_open_heaviest
        ON issues (organization_id, product_id, requirement_set, functional_need_ids, severity DESC NULLS LAST, created_at, number)
        WHERE state = 'open';
    `);
    for (const [scope, columns, included] of CLOSED)
      await remake(runner, scope, `(${columns}) INCLUDE (${included && `${included}, `}created_at)`);
    await remakeKeys(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_issues_open_heaviest; DROP TABLE issue_days, finding_days');
    await this.countAnew(runner, [], [], []);
    for (const [scope, columns, included] of CLOSED)
      await remake(runner, scope, `(${columns})${included && ` INCLUDE (${included})`}`);
    await runner.query('ALTER TABLE issues DROP functional_need_ids');
    await remakeKeys(runner);
  }

  /** Makes the counts of open issues with these columns more, of which some belong to the key and others count. */
  private async countAnew(
    runner: QueryRunner,
    columns: readonly string[],
    keys: readonly string[],
    counts: readonly string[],
  ): Promise<void> {
    const names = columns.map((column) => column.split(' ')[0]);
    const more = (list: readonly (string | undefined)[]): string => list.map((each) => `, ${each}`).join('');
    await runner.query(`
      DELETE FROM open_issue_counts;
      ALTER TABLE open_issue_counts DROP CONSTRAINT pk_open_issue_counts;
      ALTER TABLE open_issue_counts ${
        columns.length > 0
          ? columns.map((column) => `ADD ${column}`).join(', ')
          : 'DROP functional_need_ids, DROP medium, DROP low'
      };
      ALTER TABLE open_issue_counts ADD CONSTRAINT pk_open_issue_counts
        PRIMARY KEY (organization_id, product_id, requirement_set${more(keys)});
      INSERT INTO open_issue_counts (organization_id, product_id, requirement_set, requirement_ids, value, high, critical${more(names)})
      SELECT organization_id, product_id, requirement_set,
        ARRAY(SELECT l.requirement_id FROM issue_requirements l WHERE l.organization_id = i.organization_id AND l.issue_id = i.some_id ORDER BY 1),
        value, high, critical${more(names)}
      FROM (
        SELECT organization_id, product_id, requirement_set${more(keys)}, (array_agg(id))[1] AS some_id, count(*) AS value,
          count(*) FILTER (WHERE severity = 'high') AS high, count(*) FILTER (WHERE priority = 'critical') AS critical
          ${more(counts.map((count, index) => `${count} AS ${names[keys.length + index]}`))}
        FROM issues WHERE state = 'open' GROUP BY organization_id, product_id, requirement_set${more(keys)}
      ) i`);
  }
}

async function remake(runner: QueryRunner, scope: string, definition: string): Promise<void> {
  const name = `ix_issues_${scope}_closed_at_desc`;
  await runner.query(`DROP INDEX ${name}; CREATE INDEX ${name} ON issues ${definition}`);
}

/** Of indexes that begin with the product a planner without statistics takes the newest, so what finds single records is made after those of lists. */
async function remakeKeys(runner: QueryRunner): Promise<void> {
  await runner.query('ALTER TABLE issues DROP CONSTRAINT uq_issues_product_number');
  await runner.query(
    'ALTER TABLE issues ADD CONSTRAINT uq_issues_product_number UNIQUE (organization_id, product_id, number)',
  );
  for (const [table, name] of REFERENCES)
    await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT fk_${table}_${name}`);
  await runner.query('ALTER TABLE issues DROP CONSTRAINT uq_issues_product_id');
  await runner.query('ALTER TABLE issues ADD CONSTRAINT uq_issues_product_id UNIQUE (organization_id, id, product_id)');
  for (const [table, name, action] of REFERENCES)
    await runner.query(`
      ALTER TABLE ${table} ADD CONSTRAINT fk_${table}_${name} FOREIGN KEY (organization_id, product_id, issue_id)
        REFERENCES issues (organization_id, product_id, id) ON DELETE ${action}`);
}
