import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A requirement may stand for several WCAG criteria, as those of RGAA do. */
export class Criteria1760000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION wcag_criteria(metadata jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
        CASE jsonb_typeof(metadata -> 'wcag')
          WHEN 'string' THEN ARRAY[metadata ->> 'wcag']
          WHEN 'array' THEN ARRAY(SELECT jsonb_array_elements_text(metadata -> 'wcag'))
          ELSE '{}'
        END;
      DROP INDEX ix_requirements_wcag;
      ALTER TABLE requirements DROP COLUMN wcag;
      ALTER TABLE requirements ADD COLUMN wcag text[] NOT NULL GENERATED ALWAYS AS (wcag_criteria(metadata)) STORED;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE requirements DROP COLUMN wcag;
      DROP FUNCTION wcag_criteria;
      ALTER TABLE requirements ADD COLUMN wcag text GENERATED ALWAYS AS (metadata ->> 'wcag') STORED;
      CREATE INDEX ix_requirements_wcag ON requirements (standard_id, wcag) WHERE wcag IS NOT NULL;
    `);
  }
}
