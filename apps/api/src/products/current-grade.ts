/**
 * The SQL that locks the row of the current Grade of each of these products, creating it where it is missing; returns
 * `product_id` and `grade`. Other transactions that recompute one of these Grades wait for the end of this one.
 * @param ids an expression of type uuid[]
 */
export const lockCurrentGradesSql = (ids: string): string => `
  INSERT INTO current_grades (organization_id, product_id) SELECT organization_id, id FROM products WHERE id = ANY (${ids}) ORDER BY id
  ON CONFLICT (organization_id, product_id) DO UPDATE SET product_id = excluded.product_id RETURNING product_id, grade`;

/**
 * In SQL: stores the Grades of now.
 * @param graded a table with the columns `"productId"` and `grade`
 */
export const storeCurrentGradesSql = (graded: string): string => `
  UPDATE current_grades c SET grade = ${graded}.grade, valid_until = (${graded}.grade ->> 'validUntil')::timestamptz
  FROM ${graded} WHERE c.product_id = ${graded}."productId"`;
