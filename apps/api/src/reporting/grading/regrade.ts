import { isDeepStrictEqual } from 'node:util';
import { clock } from '#libs/clock';
import { insertOf, query, type Statement, statementParts, withParts } from '#libs/database';
import { newId } from '#libs/ids';
import { counted } from '#libs/telemetry';
import type { EntityManager } from 'typeorm';
import { orBuiltIn } from '../../standards/catalogue/built-in.js';
import { effectiveConformance } from '../../standards/catalogue/conformance.js';
import { storeGrades } from '../../products/products/current-grade.js';
import type { ProductKey } from '../../products/products/product-key.js';
import { type CountChanges, purging, storing } from '../../platform/work/counts.js';
import { gatherFacts, type GradeScope } from './gather-facts.js';
import { type Grade, grade } from './grade.js';
import { LOCK, type LockedRow, READ_AGAIN, SETTINGS_OF, type SettingsRow } from './grading.sql.js';

const recomputations = counted('curbcut_grade_recomputations_total', 'Recomputed Grades.');

/** What a recomputation comes to, and what stores it. */
interface Regraded {
  grades: Map<string, Grade>;
  /** What was stored, as the lock of the Grade found it. */
  before: Map<string, Grade | null>;
  store: Statement[];
}

/**
 * Recomputes Grades at the end of the transaction that changed a fact, from counts of facts that change with them.
 * Every change of formula, letter, potential letter, score or reasons is added to the history. Two statements, three
 * after a wait, for any number of products, and that which stores them.
 * @param counts what is stored with the lock
 */
export async function regradeAll(
  tx: EntityManager,
  organizationId: string,
  productIds: readonly string[],
  counts: CountChanges = new Map(),
): Promise<Regraded> {
  const now = clock.now();
  const products: [string, readonly string[]] = [organizationId, productIds];
  // Counts for the Grade are changed by whoever holds it alone, so they need no order of their own.
  const { parts, values } = statementParts(
    [...storing(organizationId, counts, { ofGrade: true }), ...storing(organizationId, counts, { ofGrade: false })],
    products.length,
  );
  const locked = await tx.query<LockedRow[]>(withParts(parts, LOCK.text), [...products, ...values]);
  const isOutdated = locked.some(({ outdated }) => outdated);
  const rows = isOutdated ? await query(tx, READ_AGAIN, products) : locked;
  const gathered = await gatherFacts(
    tx,
    organizationId,
    rows.map((row) => scopeOf(row, now)),
  );
  const grades = new Map(rows.map(({ productId }) => [productId, grade(gathered.get(productId)!)]));
  recomputations.inc(grades.size);
  const graded = rows.map((row): Graded => {
    const result = grades.get(row.productId)!;
    const { letter, score, validUntil } = result;
    const isChanged = hasChanged(row.grade, result);
    return {
      id: newId(),
      productId: row.productId,
      computedAt: now,
      letter,
      score,
      validUntil,
      grade: result,
      isChanged,
    };
  });
  const before = new Map(rows.map((row) => [row.productId, row.grade]));
  return { grades, before, store: storingGrades(organizationId, graded, counts) };
}

/** A Grade to store, and whether it is another than that of before. */
interface Graded {
  id: string;
  productId: string;
  computedAt: Date;
  letter: string | null;
  score: number | null;
  validUntil: string | null;
  grade: Grade;
  isChanged: boolean;
}

function storingGrades(organizationId: string, graded: readonly Graded[], counts: CountChanges): Statement[] {
  const notable = graded.filter(({ isChanged }) => isChanged);
  return [
    ...(graded.length > 0 ? [storeGrades(organizationId, graded)] : []),
    ...purging(organizationId, counts),
    ...(notable.length > 0 ? [insertOf(INTO_HISTORY, HISTORY_TYPES, organizationId, notable)] : []),
  ];
}

const INTO_HISTORY = 'INSERT INTO grades (organization_id, id, product_id, computed_at, letter, score, grade)';
const HISTORY_TYPES = {
  id: 'uuid',
  productId: 'uuid',
  computedAt: 'timestamptz',
  letter: 'text',
  score: 'int',
  grade: 'jsonb',
};

/**
 * Recomputes and stores the Grade of one product; answers it with that of before, or null if the product was deleted.
 */
export async function regrade(
  tx: EntityManager,
  { organizationId, id }: ProductKey,
): Promise<{ grade: Grade; before: Grade | null } | null> {
  const { grades, before, store } = await regradeAll(tx, organizationId, [id]);
  const { parts, values } = statementParts(store, 1);
  if (parts.length > 0) await tx.query(`WITH ${parts.join(', ')} SELECT 1`, [organizationId, ...values]);
  const grade = grades.get(id);
  return grade ? { grade, before: before.get(id)! } : null;
}

/** The assumptions of a simulation: the moment, and the numbers of open issues to ignore. */
export interface Simulation {
  now: Date;
  withoutIssues?: readonly number[];
}

/** Computes Grades, by product, from the present facts under these assumptions; stores nothing. */
export async function simulate(
  tx: EntityManager,
  organizationId: string,
  simulations: ReadonlyMap<string, Simulation>,
): Promise<Map<string, Grade>> {
  const rows = await query(tx, SETTINGS_OF, [organizationId, [...simulations.keys()]]);
  const scopes = rows.map((row) => {
    const { now, withoutIssues } = simulations.get(row.productId)!;
    return { ...scopeOf(row, now), withoutIssues };
  });
  const gathered = await gatherFacts(tx, organizationId, scopes);
  return new Map(rows.map(({ productId }) => [productId, grade(gathered.get(productId)!)]));
}

function scopeOf({ productId, product, organization }: SettingsRow, now: Date): GradeScope {
  const effective = effectiveConformance(product, organization);
  return {
    productId,
    ...orBuiltIn(effective),
    auditFrequency: effective.auditFrequency,
    type: product.type,
    features: product.features,
    drawnIn: product.drawnIn,
    now,
  };
}

const hasChanged = (before: Grade | null, after: Grade): boolean =>
  (['formulaVersion', 'letter', 'score', 'potentialLetter', 'reasons'] as const).some(
    (field) => !isDeepStrictEqual(before?.[field], after[field]),
  );
