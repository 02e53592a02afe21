import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Activities are counted by the week they were completed in, so that pages of feeds which lie far back are found without reading all that is newer. */
export class WeeksOfActivities1760000000123 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE activity_weeks (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        week date NOT NULL,
        value int NOT NULL,
        CONSTRAINT pk_activity_weeks PRIMARY KEY (organization_id, product_id, week),
        CONSTRAINT fk_activity_weeks_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE
      ) WITH (fillfactor = 50);
      INSERT INTO activity_weeks (organization_id, product_id, week, value)
      SELECT organization_id, product_id, date_trunc('week', completed_at AT TIME ZONE 'UTC')::date, count(*)
      FROM test_activities GROUP BY 1, 2, 3`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE activity_weeks');
  }
}
