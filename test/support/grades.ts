import { In } from 'typeorm';
import { Product } from '../../apps/api/src/products/products/product.entity.js';
import { DEFAULT_LEVEL_ID, DEFAULT_STANDARD_ID } from '../../apps/api/src/standards/catalogue/built-in.js';
import type { GradeScope } from '../../apps/api/src/reporting/grading/gather-facts.js';
import type { Grade } from '../../apps/api/src/reporting/grading/grade.js';
import { regrade, simulate } from '../../apps/api/src/reporting/grading/regrade.js';
import { recounted } from './counts.js';
import { factsOfRows } from './facts-of-rows.js';
import { type ExpectedGrade, expectedGrade } from './grade-model.js';
import { nowMs } from './moments.js';
import type { Service } from './service.js';

type Graded = Pick<Service, 'database'>;

/**
 * Counts what the Grades of products are computed from, and computes them, after a test has written facts straight into
 * the database.
 */
export async function regraded({ database }: Graded, ...productIds: string[]): Promise<void> {
  await recounted({ database }, ...productIds);
  const products = await database.manager.findBy(Product, { id: In(productIds) });
  for (const { organizationId, id } of products)
    await database.transaction((tx) => regrade(tx, { organizationId, id }));
}

/**
 * Compares each product's stored Grade with the one computed from the current facts for the same moment, so that age
 * makes no difference; and what it says with what the model says of the rows themselves.
 * @param told products whose wrong Grade has already been reported
 * @param settled organizations to leave out
 * @throws Error where one differs, or is missing: some change of a fact has not said which product to grade again
 */
export async function checkGrades(
  { database }: Graded,
  told = new Set<string>(),
  settled: ReadonlySet<string> = new Set(),
): Promise<void> {
  await database.transaction('REPEATABLE READ', async (tx) => {
    const products = await tx.query<GradedProduct[]>(GRADED_PRODUCTS, [[...settled]]);
    const grades = new Map<string, Grade>();
    const expected = new Map<string, ExpectedGrade>();
    for (const organizationId of new Set(products.map((product) => product.organizationId))) {
      const own = products.filter((product) => product.organizationId === organizationId);
      const scopes = own.map(({ id, grade, scope }) => ({
        ...scope,
        ...(scope.standardId ? {} : { standardId: DEFAULT_STANDARD_ID, levelId: DEFAULT_LEVEL_ID }),
        productId: id,
        now: new Date(grade?.computedAt ?? nowMs()),
      }));
      const asOf = new Map(scopes.map(({ productId, now }) => [productId, { now }]));
      for (const [id, grade] of await simulate(tx, organizationId, asOf)) grades.set(id, grade);
      for (const [id, facts] of await factsOfRows(tx, organizationId, scopes)) expected.set(id, expectedGrade(facts));
    }
    const differing = products.flatMap(({ id, name, grade }) => {
      const stored = JSON.stringify(sorted(grade));
      const follows = JSON.stringify(sorted(grades.get(id)!));
      const said = JSON.stringify(grade && sorted(saidBy(grade)));
      const model = JSON.stringify(sorted(expected.get(id)!));
      if ((stored === follows && said === model) || told.has(id)) return [];
      told.add(id);
      return [`${name}: stored is ${stored}, from the facts follows ${follows}, and by the model ${model}`];
    });
    if (differing.length > 0)
      throw new Error(
        `A change has not said which product to grade again (change.regradeAfterwards).\n${differing.join('\n')}`,
      );
  });
}

/** A product with its stored Grade and the settings that hold for it. */
interface GradedProduct {
  organizationId: string;
  id: string;
  name: string;
  grade: Grade | null;
  scope: Omit<GradeScope, 'productId' | 'now'>;
}

// Written without the service's own rules, so that these are checked too.
const GRADED_PRODUCTS = `
  SELECT p.organization_id AS "organizationId", p.id, p.name, c.grade, json_build_object(
    'standardId', coalesce(p.standard_id, o.standard_id),
    'levelId', coalesce(p.conformance_level_id, CASE WHEN p.standard_id IS NULL OR p.standard_id = o.standard_id THEN o.conformance_level_id END),
    'auditFrequency', coalesce(p.audit_frequency, o.audit_frequency),
    'type', p.type, 'features', p.features, 'drawnIn', p.drawn_in) AS scope
  FROM products p JOIN organizations o ON o.id = p.organization_id
  LEFT JOIN current_grades c ON c.organization_id = p.organization_id AND c.product_id = p.id
  WHERE p.organization_id <> ALL ($1)`;

/** What of a Grade the model knows. */
const saidBy = ({ next: _, computedAt: __, reasons, ...grade }: Grade): ExpectedGrade => ({
  ...grade,
  reasons: reasons.map(({ code, cap, count, refs }) => [
    code,
    cap,
    count,
    refs.map((ref) => (ref.kind === 'finding' ? ref.id : ref.number)),
  ]),
});

/** The same value with its properties in one order: jsonb keeps its own. */
function sorted(value: unknown): unknown {
  const plain: unknown = JSON.parse(JSON.stringify(value));
  if (Array.isArray(plain)) return plain.map(sorted);
  if (typeof plain !== 'object' || plain === null) return plain;
  return Object.fromEntries(
    Object.entries(plain)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
