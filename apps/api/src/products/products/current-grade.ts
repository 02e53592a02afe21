import { insertOf, type Statement } from '#libs/database';

/**
 * Locks the row of the current Grade of each of the products `$2` of the organization `$1`, creating it where it is
 * missing. Other transactions that recompute one of these Grades wait for the end of this one. Returns `product_id` and
 * `grade`.
 */
export const LOCK_GRADES = `
  INSERT INTO current_grades (organization_id, product_id)
  SELECT organization_id, id FROM products WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id
  ON CONFLICT (organization_id, product_id) DO UPDATE SET product_id = excluded.product_id RETURNING product_id, grade`;

interface CurrentGrade {
  productId: string;
  grade: object;
  /** When it was computed: since when it has its letter, if it had another before. */
  computedAt: Date;
  validUntil: string | null;
}

/** What stores Grades of an organization whose rows are locked. */
export const storeGrades = (organizationId: string, grades: readonly CurrentGrade[]): Statement =>
  insertOf(INTO, TYPES, organizationId, grades, REPLACING);

const INTO = 'INSERT INTO current_grades AS c (organization_id, product_id, grade, valid_until, changed_at)';
const TYPES = { productId: 'uuid', grade: 'jsonb', validUntil: 'timestamptz', computedAt: 'timestamptz' };
const HAS_ANOTHER_LETTER = `c.grade ->> 'letter' IS DISTINCT FROM excluded.grade ->> 'letter'`;
const REPLACING = `
  ON CONFLICT (organization_id, product_id) DO UPDATE SET grade = excluded.grade, valid_until = excluded.valid_until,
    former_letter = CASE WHEN ${HAS_ANOTHER_LETTER} THEN c.grade ->> 'letter' ELSE c.former_letter END,
    changed_at = CASE WHEN ${HAS_ANOTHER_LETTER} THEN excluded.changed_at ELSE c.changed_at END`;
