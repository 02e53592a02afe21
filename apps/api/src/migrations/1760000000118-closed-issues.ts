import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The days of UTC. */
const dayOf = (moment: string): string => `(${moment} AT TIME ZONE 'UTC')::date`;

/** Closed issues are counted by the days they were opened and closed on, so that medians of trends are told from counts. */
export class ClosedIssues1760000000118 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE closed_issue_counts (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        closed date NOT NULL,
        opened date NOT NULL,
        value int NOT NULL,
        CONSTRAINT pk_closed_issue_counts PRIMARY KEY (organization_id, product_id, closed, opened),
        CONSTRAINT fk_closed_issue_counts_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE
      ) WITH (fillfactor = 90);
      INSERT INTO closed_issue_counts (organization_id, product_id, closed, opened, value)
      SELECT organization_id, product_id, ${dayOf('closed_at')}, ${dayOf('created_at')}, count(*)
      FROM issues WHERE closed_at IS NOT NULL GROUP BY 1, 2, 3, 4`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE closed_issue_counts');
  }
}
