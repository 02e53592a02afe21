import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = ['issues', 'audits', 'risks', 'findings'] as const;

/**
 * How many records of each kind a product has, so that the total of a list costs a few rows and not a scan. Triggers
 * keep it, once a statement: nothing that writes a record can forget it.
 */
export class RecordTotals1760000000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE record_totals (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        kind text NOT NULL,
        value int NOT NULL,
        CONSTRAINT pk_record_totals PRIMARY KEY (product_id, kind),
        CONSTRAINT fk_record_totals_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE
      ) WITH (fillfactor = 50);
      CREATE INDEX ix_record_totals_product ON record_totals (organization_id, product_id);

      CREATE FUNCTION records_added() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO record_totals AS t (organization_id, product_id, kind, value)
        SELECT organization_id, product_id, TG_TABLE_NAME, count(*) FROM changed GROUP BY 1, 2 ORDER BY 2
        ON CONFLICT ON CONSTRAINT pk_record_totals DO UPDATE SET value = t.value + excluded.value;
        RETURN NULL;
      END $$;

      CREATE FUNCTION records_removed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE record_totals t SET value = t.value - gone.n
        FROM (SELECT product_id, count(*)::int AS n FROM changed GROUP BY 1) gone
        WHERE t.product_id = gone.product_id AND t.kind = TG_TABLE_NAME;
        RETURN NULL;
      END $$;
    `);
    for (const table of COUNTED) {
      await runner.query(`
        INSERT INTO record_totals (organization_id, product_id, kind, value)
        SELECT organization_id, product_id, '${table}', count(*) FROM ${table} GROUP BY 1, 2;
        CREATE TRIGGER count_added_${table} AFTER INSERT ON ${table}
          REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION records_added();
        CREATE TRIGGER count_removed_${table} AFTER DELETE ON ${table}
          REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION records_removed();
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of COUNTED)
      await runner.query(
        `DROP TRIGGER count_added_${table} ON ${table}; DROP TRIGGER count_removed_${table} ON ${table}`,
      );
    await runner.query('DROP FUNCTION records_added(), records_removed(); DROP TABLE record_totals');
  }
}
