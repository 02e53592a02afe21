import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Risks: barriers that may come, and the issues they became. */
export class Risks1760000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TYPE risk_status AS ENUM ('identified', 'mitigated', 'materialized', 'aged_out');

      CREATE TABLE risks (
        id uuid CONSTRAINT pk_risks PRIMARY KEY,
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        number int NOT NULL,
        title text NOT NULL,
        description text,
        likelihood rating,
        impact rating,
        mitigation text,
        status risk_status NOT NULL DEFAULT 'identified',
        issue_id uuid,
        created_by_user_id uuid CONSTRAINT fk_risks_creator REFERENCES users ON DELETE SET NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT fk_risks_product FOREIGN KEY (organization_id, product_id) REFERENCES products (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT uq_risks_product_number UNIQUE (product_id, number),
        CONSTRAINT uq_risks_product_id UNIQUE (product_id, id),
        CONSTRAINT fk_risks_issue FOREIGN KEY (product_id, issue_id) REFERENCES issues (product_id, id) ON DELETE SET NULL (issue_id),
        CONSTRAINT ck_risks_issue_of_materialized CHECK (issue_id IS NULL OR status = 'materialized')
      );
      CREATE INDEX ix_risks_organization_created ON risks (organization_id, created_at, id) INCLUDE (product_id);
      CREATE INDEX ix_risks_product_created ON risks (product_id, created_at, id);
      CREATE INDEX ix_risks_organization_insights ON risks (organization_id, product_id, status, likelihood, impact);
      CREATE INDEX ix_risks_issue ON risks (product_id, issue_id) WHERE issue_id IS NOT NULL;
      CREATE INDEX ix_risks_creator ON risks (created_by_user_id) WHERE created_by_user_id IS NOT NULL;

      CREATE TABLE risk_areas (
        product_id uuid NOT NULL,
        risk_id uuid NOT NULL,
        area_id uuid NOT NULL,
        CONSTRAINT pk_risk_areas PRIMARY KEY (risk_id, area_id),
        CONSTRAINT fk_risk_areas_risk FOREIGN KEY (product_id, risk_id) REFERENCES risks (product_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_risk_areas_area FOREIGN KEY (product_id, area_id) REFERENCES areas (product_id, id) ON DELETE CASCADE
      );
      CREATE INDEX ix_risk_areas_risk ON risk_areas (product_id, risk_id);
      CREATE INDEX ix_risk_areas_area ON risk_areas (product_id, area_id);

      CREATE TABLE risk_functional_needs (
        risk_id uuid NOT NULL CONSTRAINT fk_risk_functional_needs_risk REFERENCES risks ON DELETE CASCADE,
        functional_need_id uuid NOT NULL CONSTRAINT fk_risk_functional_needs_need REFERENCES functional_needs ON DELETE CASCADE,
        CONSTRAINT pk_risk_functional_needs PRIMARY KEY (risk_id, functional_need_id)
      );
      CREATE INDEX ix_risk_functional_needs_need ON risk_functional_needs (functional_need_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE risk_functional_needs, risk_areas, risks; DROP TYPE risk_status');
  }
}
