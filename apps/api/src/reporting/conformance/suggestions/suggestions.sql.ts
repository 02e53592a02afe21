import { sql, type Uuid } from '#libs/database';
import { criterionAnswers, criterionFailures, saidOf } from '../../../standards/standards/criterion-answers.js';

const OF_PRODUCT = `
    CROSS JOIN (SELECT type, features, drawn_in FROM products WHERE organization_id = $1 AND id = $2) p`;

/** The most records of a kind that are named: as many as a verdict takes as evidence. */
const NAMED = 50;

/** Records that concern a requirement: numbers of issues and test activities, and how many findings. */
export interface SuggestedEvidence {
  requirementId: Uuid;
  issues: number[];
  findings: number;
  testActivities: number[];
}

// The open issues of a set of requirements are counted, so that only their numbers are read, by an index; what is named
// of many requirements is looked up once. A requirement of another standard means the one that answers to its
// criterion, as in the Grade. `LIMIT` lets each issue that is named be looked up, where the planner, which expects few,
// would compare it with all.
/** What issues, findings and tests say of the requirements of a standard, in its order. */
export const SUGGESTIONS = sql<
  [organizationId: Uuid, productId: Uuid, standardId: Uuid, now: Date],
  SuggestedEvidence
>(`
  WITH own AS MATERIALIZED (
    SELECT id, row_number() OVER (ORDER BY sort_order, id) AS place FROM requirements WHERE standard_id = $3
  ), open AS MATERIALIZED (
    SELECT requirement_set, number FROM (
      SELECT i.requirement_set, i.number, row_number() OVER (PARTITION BY i.requirement_set ORDER BY i.number) AS n
      FROM issues i
      WHERE i.organization_id = $1 AND i.product_id = $2 AND i.state = 'open'
        AND i.requirement_set <> sha256('')) numbered
    WHERE n <= ${NAMED}
  ), linked AS MATERIALIZED (
    SELECT DISTINCT requirement_id AS linked_id, c.requirement_set FROM open_issue_counts c,
      unnest(c.requirement_ids) AS requirement_id
    WHERE c.organization_id = $1 AND c.product_id = $2 AND c.value > 0
  ), ${criterionAnswers('$3', 'p', OF_PRODUCT)}, ${criterionFailures('$3')}, meant AS MATERIALIZED (
    SELECT own.id, linked.requirement_set FROM linked JOIN own ON own.id = linked.linked_id
    UNION
    SELECT own.id, linked.requirement_set FROM linked JOIN requirements r ON r.id = linked.linked_id
    JOIN standards s ON s.id = r.standard_id JOIN answers ON ARRAY[answers.criterion] = r.wcag
    JOIN own ON own.id = answers.requirement_id
    WHERE r.standard_id <> $3 AND (s.organization_id IS NULL OR s.organization_id = $1)
  ), named AS MATERIALIZED (
    SELECT id, number FROM (
      SELECT meant.id, open.number, row_number() OVER (PARTITION BY meant.id ORDER BY open.number) AS n
      FROM meant JOIN open USING (requirement_set)) numbered
    WHERE n <= ${NAMED}
  ), brought AS MATERIALIZED (
    SELECT cited.number, t.number AS test FROM (SELECT DISTINCT number FROM named) cited
    CROSS JOIN LATERAL (
      SELECT i.test_activity_id FROM issues i
      WHERE i.organization_id = $1 AND i.product_id = $2 AND i.number = cited.number LIMIT 1) i
    CROSS JOIN LATERAL (SELECT t.number FROM test_activities t WHERE t.organization_id = $1
      AND t.id = i.test_activity_id LIMIT 1) t
  ), issues_of AS MATERIALIZED (
    SELECT id, array_agg(number ORDER BY number) AS numbers FROM named GROUP BY id
  ), tests_of AS MATERIALIZED (
    SELECT id, array_agg(DISTINCT test ORDER BY test) AS numbers FROM named JOIN brought USING (number) GROUP BY id
  ), pending AS MATERIALIZED (
    SELECT criteria, sum(value)::int AS value FROM pending_counts
    WHERE organization_id = $1 AND product_id = $2 AND pending_from <= $4::timestamptz AND value > 0 GROUP BY 1
  )
  SELECT own.id AS "requirementId", coalesce(issues_of.numbers, '{}') AS issues,
    (SELECT coalesce(sum(value), 0)::int FROM pending
      WHERE ${saidOf('pending.criteria')} && ARRAY(SELECT criterion FROM failures
        WHERE requirement_id = own.id)) AS findings,
    coalesce(tests_of.numbers, '{}') AS "testActivities"
  FROM own LEFT JOIN issues_of USING (id) LEFT JOIN tests_of USING (id) ORDER BY own.place`);
