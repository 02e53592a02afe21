/**
 * In SQL: takes the row of the Grade of now of each of these products, and makes it where there is none; answers
 * `product_id` and `grade`. Whoever computes a Grade of one of them anew waits until this transaction has ended.
 * @param ids an expression of type uuid[]
 */
export const lockCurrentGradesSql = (ids: string): string => `
  INSERT INTO current_grades (product_id) SELECT id FROM products WHERE id = ANY (${ids}) ORDER BY id
  ON CONFLICT (product_id) DO UPDATE SET product_id = excluded.product_id RETURNING product_id, grade`;

/**
 * In SQL: stores the Grades of now.
 * @param graded a table with the columns `"productId"` and `grade`
 */
export const storeCurrentGradesSql = (graded: string): string => `
  UPDATE current_grades c SET grade = ${graded}.grade, valid_until = (${graded}.grade ->> 'validUntil')::timestamptz
  FROM ${graded} WHERE c.product_id = ${graded}."productId"`;
