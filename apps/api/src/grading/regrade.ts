import { isDeepStrictEqual } from 'node:util';
import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { effectiveConformance, type ConformanceSettings } from '../catalogue/conformance.js';
import { DEFAULT_LEVEL_ID, DEFAULT_STANDARD_ID } from '../catalogue/built-in.js';
import { gatherFacts, type Scope } from './gather-facts.js';
import { type Grade, grade } from './grade.js';

/** The organization's and the product's settings, side by side, and the Grade so far. */
interface SettingsRow {
  organizationId: string;
  product: ConformanceSettings;
  organization: ConformanceSettings;
  grade: Grade | null;
}

const SETTINGS = (grade: string): string => `
  SELECT p.organization_id AS "organizationId", ${grade} AS grade,
    json_build_object('standardId', p.standard_id, 'conformanceLevelId', p.conformance_level_id, 'auditFrequency', p.audit_frequency) AS product,
    json_build_object('standardId', o.standard_id, 'conformanceLevelId', o.conformance_level_id, 'auditFrequency', o.audit_frequency) AS organization
  FROM products p JOIN organizations o ON o.id = p.organization_id`;

// Holds every other recomputation of this product back until we commit: each sees all facts of those before it.
const LOCK = `
  WITH locked AS (
    INSERT INTO current_grades (product_id) SELECT id FROM products WHERE id = $1
    ON CONFLICT (product_id) DO UPDATE SET product_id = excluded.product_id RETURNING grade)
  ${SETTINGS('locked.grade')} CROSS JOIN locked WHERE p.id = $1`;

/**
 * Computes the Grade anew in the transaction that changed a fact, as the last thing it does. Keeps a history of every
 * change of letter, score or reasons. Three statements.
 */
export async function regrade(tx: EntityManager, productId: string, now = new Date()): Promise<Grade | null> {
  const [row] = await tx.query<SettingsRow[]>(LOCK, [productId]);
  if (!row) return null;
  const result = grade(await gatherFacts(tx, scopeOf(productId, row, now)));
  await tx.query(
    `WITH stored AS (UPDATE current_grades SET grade = $2 WHERE product_id = $1)
     INSERT INTO grades (id, product_id, computed_at, letter, score, grade)
     SELECT $3, $1, $4, $5, $6, $2 WHERE $7::boolean`,
    [productId, JSON.stringify(result), newId(), now, result.letter, result.score, tellsMore(row.grade, result)],
  );
  return result;
}

/** The Grade that would follow if these issues were closed; stores nothing. */
export async function simulate(tx: EntityManager, productId: string, closeIssues: readonly number[]): Promise<Grade> {
  const now = new Date();
  const [row] = await tx.query<[SettingsRow]>(`${SETTINGS('NULL')} WHERE p.id = $1`, [productId]);
  return grade(await gatherFacts(tx, { ...scopeOf(productId, row, now), withoutIssues: closeIssues }));
}

function scopeOf(productId: string, { organizationId, product, organization }: SettingsRow, now: Date): Scope {
  const { standardId, conformanceLevelId, auditFrequency } = effectiveConformance(product, organization);
  return {
    productId,
    organizationId,
    standardId: standardId ?? DEFAULT_STANDARD_ID,
    levelId: standardId ? conformanceLevelId : DEFAULT_LEVEL_ID,
    auditFrequency,
    now,
  };
}

const tellsMore = (before: Grade | null, after: Grade): boolean =>
  before?.letter !== after.letter || before.score !== after.score || !isDeepStrictEqual(before.reasons, after.reasons);
