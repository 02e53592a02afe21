import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secrets that steps of monitors fill in. */
export class MonitorSecrets1770000000246 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE monitor_secrets (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        product_id uuid NOT NULL,
        name text NOT NULL,
        value text NOT NULL,
        origins text[] NOT NULL,
        operator_agents boolean NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_monitor_secrets PRIMARY KEY (organization_id, id),
        CONSTRAINT uq_monitor_secrets_name UNIQUE (organization_id, product_id, name),
        CONSTRAINT fk_monitor_secrets_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_monitor_secrets_origins CHECK (cardinality(origins) > 0)
      );
      COMMENT ON COLUMN monitor_secrets.value IS 'encrypted';
      COMMENT ON COLUMN monitor_secrets.origins IS 'where alone it is filled in';
      COMMENT ON COLUMN monitor_secrets.operator_agents IS 'agents of the operator get it too';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE monitor_secrets');
  }
}
