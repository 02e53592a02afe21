import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = ['issues', 'audits', 'risks', 'findings'] as const;

/** Units of work store the counts of records themselves: a table that is spread over servers can have no trigger. */
export class CountsOfUnits1760000000076 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of COUNTED)
      await runner.query(
        `DROP TRIGGER count_added_${table} ON ${table}; DROP TRIGGER count_removed_${table} ON ${table}`,
      );
    await runner.query(`
      DROP TRIGGER count_added_activities ON test_activities;
      DROP TRIGGER count_removed_activities ON test_activities;
      DROP FUNCTION records_added(), records_removed(), activities_added(), activities_removed();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(RECORDS);
    for (const table of COUNTED)
      await runner.query(`
        CREATE TRIGGER count_added_${table} AFTER INSERT ON ${table}
          REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION records_added();
        CREATE TRIGGER count_removed_${table} AFTER DELETE ON ${table}
          REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION records_removed();
      `);
    await runner.query(ACTIVITIES);
  }
}

const RECORDS = `
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
`;

const ACTIVITIES = `
  CREATE FUNCTION activities_added() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO activity_counts AS c (organization_id, product_id, type, tool, trigger, environment, value)
    SELECT organization_id, product_id, type, coalesce(tool, ''), coalesce(context_trigger, ''),
      CASE WHEN context_trigger = 'pull_request' AND context_environment IS NOT NULL THEN '*' ELSE coalesce(context_environment, '') END AS environment,
      count(*)
    FROM changed GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
    ON CONFLICT ON CONSTRAINT pk_activity_counts DO UPDATE SET value = c.value + excluded.value;

    INSERT INTO preview_counts AS c (organization_id, product_id, environment, value)
    SELECT organization_id, product_id, context_environment, count(*)
    FROM changed WHERE context_trigger = 'pull_request' AND context_environment IS NOT NULL
    GROUP BY 1, 2, 3 ORDER BY 2, 3
    ON CONFLICT ON CONSTRAINT pk_preview_counts DO UPDATE SET value = c.value + excluded.value;
    RETURN NULL;
  END $$;

  CREATE FUNCTION activities_removed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE activity_counts c SET value = c.value - gone.n
    FROM (
      SELECT product_id, type, coalesce(tool, '') AS tool, coalesce(context_trigger, '') AS trigger,
        CASE WHEN context_trigger = 'pull_request' AND context_environment IS NOT NULL THEN '*' ELSE coalesce(context_environment, '') END AS environment,
        count(*)::int AS n
      FROM changed GROUP BY 1, 2, 3, 4, 5
    ) gone
    WHERE c.product_id = gone.product_id AND c.type = gone.type AND c.tool = gone.tool
      AND c.trigger = gone.trigger AND c.environment = gone.environment;
    DELETE FROM activity_counts WHERE value = 0 AND product_id IN (SELECT product_id FROM changed);

    UPDATE preview_counts c SET value = c.value - gone.n
    FROM (
      SELECT product_id, context_environment AS environment, count(*)::int AS n
      FROM changed WHERE context_trigger = 'pull_request' AND context_environment IS NOT NULL GROUP BY 1, 2
    ) gone
    WHERE c.product_id = gone.product_id AND c.environment = gone.environment;
    DELETE FROM preview_counts WHERE value = 0 AND product_id IN (SELECT product_id FROM changed);
    RETURN NULL;
  END $$;

  CREATE TRIGGER count_added_activities AFTER INSERT ON test_activities
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION activities_added();
  CREATE TRIGGER count_removed_activities AFTER DELETE ON test_activities
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION activities_removed();
`;
