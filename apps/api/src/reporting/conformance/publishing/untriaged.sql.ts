import { sql, type Uuid } from '#libs/database';
import { criterionAnswers, criterionFailures, saidOf } from '../../../standards/standards/criterion-answers.js';

const OF_PRODUCT = `
    CROSS JOIN (SELECT type, features, drawn_in FROM products WHERE organization_id = $1 AND id = $2) p`;

/** The requirements of a standard that findings fail which wait to be triaged, from kept counts. */
export const UNTRIAGED = sql<
  [organizationId: Uuid, productId: Uuid, standardId: Uuid, now: Date],
  { requirementId: Uuid }
>(`
  WITH ${criterionAnswers('$3', 'p', OF_PRODUCT)}, ${criterionFailures('$3')}, pending AS MATERIALIZED (
    SELECT DISTINCT criteria FROM pending_counts
    WHERE organization_id = $1 AND product_id = $2 AND pending_from <= $4::timestamptz AND value > 0
  )
  SELECT DISTINCT failures.requirement_id AS "requirementId" FROM pending
  CROSS JOIN LATERAL unnest(${saidOf('pending.criteria')}) AS said JOIN failures ON failures.criterion = said`);
