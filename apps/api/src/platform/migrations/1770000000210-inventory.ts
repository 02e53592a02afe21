import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Products have an inventory of their pages. */
export class Inventory1770000000210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE inventory_pages (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        product_id uuid NOT NULL,
        url text NOT NULL,
        address_key uuid NOT NULL,
        title text,
        kind text NOT NULL,
        area_id uuid,
        state text NOT NULL,
        origin text NOT NULL,
        first_seen_at timestamptz(3) NOT NULL DEFAULT now(),
        last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_inventory_pages PRIMARY KEY (organization_id, id),
        CONSTRAINT uq_inventory_pages_address UNIQUE (organization_id, product_id, address_key),
        CONSTRAINT fk_inventory_pages_product FOREIGN KEY (organization_id, product_id)
          REFERENCES products (organization_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_inventory_pages_area FOREIGN KEY (organization_id, product_id, area_id)
          REFERENCES areas (organization_id, product_id, id),
        CONSTRAINT ck_inventory_pages_kind CHECK (kind IN ('page', 'document')),
        CONSTRAINT ck_inventory_pages_state CHECK (state IN ('active', 'ignored', 'gone')),
        CONSTRAINT ck_inventory_pages_origin CHECK (origin IN ('sitemap', 'crawl', 'person'))
      );
      COMMENT ON TABLE inventory_pages IS 'the pages of products';
      COMMENT ON COLUMN inventory_pages.address_key IS 'a digest of the address in its normal form, before the rules of the product';
      -- Pages in the order in which they became known.
      CREATE INDEX ix_inventory_pages_first_seen ON inventory_pages (organization_id, product_id, first_seen_at, id);
      -- Pages by their addresses, which are at most 2,000 characters of ASCII.
      CREATE INDEX ix_inventory_pages_url ON inventory_pages (organization_id, product_id, url, id);
      -- How many pages are in a state, and the few that are ignored or gone.
      CREATE INDEX ix_inventory_pages_state ON inventory_pages (organization_id, product_id, state, kind, origin);
      -- The pages of an area, and its deletion.
      CREATE INDEX ix_inventory_pages_area ON inventory_pages (organization_id, product_id, area_id) WHERE area_id IS NOT NULL;
      -- Searching.
      CREATE INDEX ix_inventory_pages_text ON inventory_pages USING gin (organization_id, url gin_trgm_ops, title gin_trgm_ops);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE inventory_pages`);
    await runner.query(`DELETE FROM record_totals WHERE kind = 'pages'`);
  }
}
