import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Products say whose new issues are. */
export class OwnershipRules1770000000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ownership_rules (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        rules jsonb NOT NULL DEFAULT '[]',
        turns uuid[] NOT NULL DEFAULT '{}',
        revision integer NOT NULL DEFAULT 1,
        CONSTRAINT pk_ownership_rules PRIMARY KEY (organization_id, product_id),
        CONSTRAINT fk_ownership_rules_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE
      );
      COMMENT ON COLUMN ownership_rules.turns IS 'members of teams that take turns, who was taken last at the end';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ownership_rules');
  }
}
