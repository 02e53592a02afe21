import type { MigrationInterface, QueryRunner } from 'typeorm';

const SORTED = [
  ['issues', 'severity'],
  ['issues', 'priority'],
  ['risks', 'likelihood'],
  ['risks', 'impact'],
] as const;
const SCOPES = ['organization', 'product'] as const;

/** A requirement may stand for several criteria of WCAG; lists have an index for each way of sorting them by rating. */
export class CriteriaAndSorting1760000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION criteria_of(metadata jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE jsonb_typeof(metadata -> 'wcag')
          WHEN 'string' THEN ARRAY[metadata ->> 'wcag']
          WHEN 'array' THEN ARRAY(SELECT jsonb_array_elements_text(metadata -> 'wcag'))
          ELSE '{}' END $$;
      DROP INDEX ix_requirements_wcag;
      ALTER TABLE requirements DROP wcag;
      ALTER TABLE requirements ADD wcag text[] NOT NULL GENERATED ALWAYS AS (criteria_of(metadata)) STORED;
      CREATE INDEX ix_issues_organization_updated ON issues (organization_id, updated_at, id);
      CREATE INDEX ix_issues_product_updated ON issues (product_id, updated_at, id);
      CREATE INDEX ix_risks_organization_status ON risks (organization_id, status, id);
      CREATE INDEX ix_risks_product_status ON risks (product_id, status, id);
    `);
    for (const [table, column] of SORTED) {
      for (const scope of SCOPES) {
        await runner.query(`
          CREATE INDEX ix_${table}_${scope}_${column} ON ${table} (${scope}_id, ${column}, id);
          CREATE INDEX ix_${table}_${scope}_${column}_desc ON ${table} (${scope}_id, ${column} DESC NULLS LAST, id DESC);
        `);
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of SORTED)
      for (const scope of SCOPES)
        await runner.query(`DROP INDEX ix_${table}_${scope}_${column}, ix_${table}_${scope}_${column}_desc`);
    await runner.query(`
      DROP INDEX ix_issues_organization_updated, ix_issues_product_updated, ix_risks_organization_status, ix_risks_product_status;
      ALTER TABLE requirements DROP wcag;
      ALTER TABLE requirements ADD wcag text GENERATED ALWAYS AS (metadata ->> 'wcag') STORED;
      CREATE INDEX ix_requirements_wcag ON requirements (standard_id, wcag) WHERE wcag IS NOT NULL;
      DROP FUNCTION criteria_of;
    `);
  }
}
