import { In } from 'typeorm';
import { Product } from '../../apps/api/src/products/product.entity.js';
import type { Grade } from '../../apps/api/src/grading/grade.js';
import { regrade, simulate } from '../../apps/api/src/grading/regrade.js';
import { recounted } from './counts.js';
import type { Service } from './service.js';

type Graded = Pick<Service, 'database'>;

/** Counts what the Grades of products are computed from, and computes them, after a test has written facts straight into the database. */
export async function regraded({ database }: Graded, ...productIds: string[]): Promise<void> {
  await recounted({ database }, ...productIds);
  const products = await database.manager.findBy(Product, { id: In(productIds) });
  for (const { organizationId, id } of products)
    await database.transaction((tx) => regrade(tx, { organizationId, id }));
}

/**
 * Compares each product's stored Grade with the one computed from the current facts for the same moment, so that age
 * makes no difference.
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
    const products = await tx.query<{ organizationId: string; id: string; name: string; grade: Grade | null }[]>(
      'SELECT p.organization_id AS "organizationId", p.id, p.name, c.grade FROM products p LEFT JOIN current_grades c ON c.organization_id = p.organization_id AND c.product_id = p.id WHERE p.organization_id <> ALL ($1)',
      [[...settled]],
    );
    const grades = new Map<string, Grade>();
    for (const organizationId of new Set(products.map((product) => product.organizationId))) {
      const own = products.filter((product) => product.organizationId === organizationId);
      const asOf = new Map(own.map(({ id, grade }) => [id, { now: new Date(grade?.computedAt ?? Date.now()) }]));
      for (const [id, grade] of await simulate(tx, organizationId, asOf)) grades.set(id, grade);
    }
    const differing = products.flatMap(({ id, name, grade }) => {
      const stored = JSON.stringify(sorted(grade));
      const follows = JSON.stringify(sorted(grades.get(id)!));
      if (stored === follows || told.has(id)) return [];
      told.add(id);
      return [`${name}: stored is ${stored}, from the facts follows ${follows}`];
    });
    if (differing.length > 0)
      throw new Error(
        `A change has not said which product to grade again (change.regradeAfterwards).\n${differing.join('\n')}`,
      );
  });
}

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
