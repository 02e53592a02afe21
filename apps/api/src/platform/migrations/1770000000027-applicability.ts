import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * EN 301 549 and Section 508 do not ask the same of every product: a website is no hardware. A requirement says to
 * which products it applies, a product what it has beside its type, and which requirements shall apply to it all the
 * same. Each Grade is computed anew, since more or fewer requirements count.
 */
export class Applicability1770000000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE requirements ADD COLUMN applies_to jsonb;
      COMMENT ON COLUMN requirements.applies_to IS 'types, features, and what is to be with them; null: every product';

      ALTER TABLE products ADD COLUMN features text[] NOT NULL DEFAULT '{support}', ADD COLUMN drawn_in uuid[] NOT NULL DEFAULT '{}';
      UPDATE products SET features = '{}' WHERE type = 'document';

      UPDATE current_grades SET valid_until = now() WHERE valid_until IS NULL OR valid_until > now();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE products DROP COLUMN features, DROP COLUMN drawn_in;
      ALTER TABLE requirements DROP COLUMN applies_to;
    `);
  }
}
