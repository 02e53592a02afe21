/**
 * The SQL that locks the row of the current Grade of each of these products of an organization, creating it where it is
 * missing; returns `product_id` and `grade`. Other transactions that recompute one of these Grades wait for the end of
 * this one.
 * @param organizationId an expression of type uuid
 * @param ids an expression of type uuid[]
 */
export const lockCurrentGradesSql = (organizationId: string, ids: string): string => `
  INSERT INTO current_grades (organization_id, product_id)
  SELECT organization_id, id FROM products WHERE organization_id = ${organizationId} AND id = ANY (${ids}) ORDER BY id
  ON CONFLICT (organization_id, product_id) DO UPDATE SET product_id = excluded.product_id RETURNING product_id, grade`;

/**
 * In SQL: stores the Grades of now.
 * @param organizationId an expression of type uuid
 * @param graded a table with the columns `"productId"` and `grade`
 */
export const storeCurrentGradesSql = (organizationId: string, graded: string): string => `
  UPDATE current_grades c SET grade = ${graded}.grade, valid_until = ${graded}."validUntil"
  FROM ${graded} WHERE c.organization_id = ${organizationId} AND c.product_id = ${graded}."productId"`;
