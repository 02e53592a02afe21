import { isDeepStrictEqual } from 'node:util';
import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { effectiveConformance, type ConformanceSettings } from '../catalogue/conformance.js';
import { DEFAULT_LEVEL_ID, DEFAULT_STANDARD_ID } from '../catalogue/built-in.js';
import { lockCurrentGradesSql, storeCurrentGradesSql } from '../products/current-grade.js';
import { gatherFacts, type GradeScope } from './gather-facts.js';
import { type Grade, grade } from './grade.js';

/** The organization's and the product's settings, side by side, and the Grade so far. */
interface SettingsRow {
  productId: string;
  organizationId: string;
  product: ConformanceSettings;
  organization: ConformanceSettings;
  grade: Grade | null;
}

const SETTINGS = (columns: string): string => `
  SELECT p.id AS "productId", p.organization_id AS "organizationId", ${columns},
    json_build_object('standardId', p.standard_id, 'conformanceLevelId', p.conformance_level_id, 'auditFrequency', p.audit_frequency) AS product,
    json_build_object('standardId', o.standard_id, 'conformanceLevelId', o.conformance_level_id, 'auditFrequency', o.audit_frequency) AS organization
  FROM products p JOIN organizations o ON o.id = p.organization_id`;

// Holds every other recomputation of these products back until we commit: each sees all facts of those before it. Where it
// had to wait, the statement still reads settings as they were before: `outdated` tells, by a Grade that it does not see.
const LOCK = `
  WITH locked AS (${lockCurrentGradesSql('$1::uuid[]')}
  )
  ${SETTINGS('locked.grade, locked.grade IS DISTINCT FROM seen.grade AS outdated')}
  JOIN locked ON locked.product_id = p.id LEFT JOIN current_grades seen ON seen.product_id = p.id`;

const READ_AGAIN = `${SETTINGS('c.grade')} JOIN current_grades c ON c.product_id = p.id WHERE p.id = ANY ($1::uuid[])`;

const STORE = `
  WITH graded AS (
    SELECT * FROM json_to_recordset($1::json) AS g(
      id uuid, "productId" uuid, "computedAt" timestamptz, letter text, score int, grade jsonb, news boolean)
  ), stored AS (${storeCurrentGradesSql('graded')}
  )
  INSERT INTO grades (id, product_id, computed_at, letter, score, grade)
  SELECT id, "productId", "computedAt", letter, score, grade FROM graded WHERE news`;

/**
 * Computes Grades anew in the transaction that changed a fact, as the last thing it does. Keeps a history of every
 * change of letter, score or reasons. Three statements, four after a wait, however many products.
 */
export async function regradeAll(
  tx: EntityManager,
  productIds: readonly string[],
  now = new Date(),
): Promise<Map<string, Grade>> {
  if (productIds.length === 0) return new Map();
  const locked = await tx.query<(SettingsRow & { outdated: boolean })[]>(LOCK, [productIds]);
  const isOutdated = locked.some(({ outdated }) => outdated);
  const rows = isOutdated ? await tx.query<SettingsRow[]>(READ_AGAIN, [productIds]) : locked;
  const facts = await gatherFacts(
    tx,
    rows.map((row) => scopeOf(row, now)),
  );
  const grades = new Map(rows.map(({ productId }) => [productId, grade(facts.get(productId)!)]));
  const graded = rows.map((row) => {
    const result = grades.get(row.productId)!;
    const { letter, score } = result;
    const news = hasChanged(row.grade, result);
    return { id: newId(), productId: row.productId, computedAt: now, letter, score, grade: result, news };
  });
  await tx.query(STORE, [JSON.stringify(graded)]);
  return grades;
}

/** The same for one product; null when it is gone. */
export async function regrade(tx: EntityManager, productId: string, now = new Date()): Promise<Grade | null> {
  return (await regradeAll(tx, [productId], now)).get(productId) ?? null;
}

/** A question about a Grade: at which moment, and without which open issues, by their numbers. */
export interface Simulation {
  now: Date;
  withoutIssues?: readonly number[];
}

/** The Grades that follow from the facts as they are, by product, under what is supposed of each; stores nothing. */
export async function simulate(
  tx: EntityManager,
  simulations: ReadonlyMap<string, Simulation>,
): Promise<Map<string, Grade>> {
  const rows = await tx.query<SettingsRow[]>(`${SETTINGS('NULL AS grade')} WHERE p.id = ANY ($1::uuid[])`, [
    [...simulations.keys()],
  ]);
  const scopes = rows.map((row) => {
    const { now, withoutIssues } = simulations.get(row.productId)!;
    return { ...scopeOf(row, now), withoutIssues };
  });
  const facts = await gatherFacts(tx, scopes);
  return new Map(rows.map(({ productId }) => [productId, grade(facts.get(productId)!)]));
}

function scopeOf({ productId, organizationId, product, organization }: SettingsRow, now: Date): GradeScope {
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

const hasChanged = (before: Grade | null, after: Grade): boolean =>
  before?.letter !== after.letter || before.score !== after.score || !isDeepStrictEqual(before.reasons, after.reasons);
