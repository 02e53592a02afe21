import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many bytes of evidence a product has is counted where it changes, so that an upload need not add up all files. */
export class EvidenceBytes1770000000242 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE evidence_bytes (
        organization_id uuid NOT NULL,
        product_id uuid NOT NULL,
        bytes bigint NOT NULL,
        CONSTRAINT pk_evidence_bytes PRIMARY KEY (organization_id, product_id),
        CONSTRAINT fk_evidence_bytes_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE
      ) WITH (fillfactor = 50);
      COMMENT ON TABLE evidence_bytes IS 'the sizes of the evidence of each product, added up';
      INSERT INTO evidence_bytes (organization_id, product_id, bytes)
      SELECT organization_id, product_id, sum(bytes) FROM evidence GROUP BY 1, 2;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE evidence_bytes');
  }
}
