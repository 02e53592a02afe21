import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The letter that a product had before its present one, and since when it has this: overviews name who changed it, and
 * the history of scores may be long.
 */
export class FormerLetters1770000000061 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE current_grades ADD COLUMN former_letter text, ADD COLUMN changed_at timestamptz(3);
      COMMENT ON COLUMN current_grades.former_letter IS 'the letter before the present one; null: none, or nothing had been tested';
      COMMENT ON COLUMN current_grades.changed_at IS 'since when it has the present letter';
    `);
    await runner.query(`
      UPDATE current_grades c SET former_letter = h.letter, changed_at = h.until
      FROM (
        SELECT DISTINCT ON (organization_id, product_id) organization_id, product_id, letter, until
        FROM (
          SELECT organization_id, product_id, letter, lead(letter) OVER history AS following, lead(computed_at) OVER history AS until
          FROM grades WINDOW history AS (PARTITION BY organization_id, product_id ORDER BY computed_at, id)) g
        WHERE until IS NOT NULL AND following IS DISTINCT FROM letter ORDER BY organization_id, product_id, until DESC
      ) h
      WHERE c.organization_id = h.organization_id AND c.product_id = h.product_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE current_grades DROP COLUMN changed_at, DROP COLUMN former_letter');
  }
}
