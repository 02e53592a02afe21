import { query } from '#libs/database';
import type { ProductKey } from '../../products/products/product-key.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { noticesOfGrade } from './dropped-grades.js';
import type { Grade } from './grade.js';
import { SHARE_PRODUCT } from './grading.sql.js';
import { regrade } from './regrade.js';

/**
 * Computes the Grade of a product anew that time or another formula may have changed, and records where its letter has;
 * null if the product was deleted.
 */
export async function regradeAged(change: ChangeContext, { organizationId, id }: ProductKey): Promise<Grade | null> {
  const [product] = await query(change.tx, SHARE_PRODUCT, [organizationId, id]);
  const regraded = await regrade(change.tx, { organizationId, id });
  if (!product || !regraded) return null;
  const { grade, before } = regraded;
  change.tell(...noticesOfGrade(organizationId, id, before, grade));
  if (before && grade.letter !== before.letter)
    change.record({
      organizationId,
      productId: id,
      type: 'product.grade_changed',
      subject: { id, title: product.name },
      actor: SYSTEM,
      changes: (['letter', 'formulaVersion'] as const)
        .filter((field) => grade[field] !== before[field])
        .map((field) => ({ field, from: before[field], to: grade[field] })),
    });
  return grade;
}

// Whoever reads the Grade first has not changed it.
const SYSTEM = { kind: 'system', id: null, name: 'Curbcut' } as const;
