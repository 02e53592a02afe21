import type { Grade } from '../../apps/api/src/grading/grade.js';
import { regradeAll, simulate } from '../../apps/api/src/grading/regrade.js';
import type { Service } from './service.js';

type Graded = Pick<Service, 'database'>;

/** Computes the Grades of products whose facts a test has written straight into the database. */
export async function regraded({ database }: Graded, ...productIds: string[]): Promise<void> {
  await database.transaction((tx) => regradeAll(tx, productIds));
}

/**
 * Compares each product's stored Grade with the one computed from the current facts for the same moment, so that age
 * makes no difference.
 * @param told products whose wrong Grade has already been reported
 * @throws Error where one differs, or is missing: some change of a fact has not said which product it touched
 */
export async function checkGrades({ database }: Graded, told = new Set<string>()): Promise<void> {
  await database.transaction('REPEATABLE READ', async (tx) => {
    const products = await tx.query<{ id: string; name: string; grade: Grade | null }[]>(
      'SELECT p.id, p.name, c.grade FROM products p LEFT JOIN current_grades c ON c.product_id = p.id',
    );
    const asOf = new Map(products.map(({ id, grade }) => [id, { now: new Date(grade?.computedAt ?? Date.now()) }]));
    const grades = await simulate(tx, asOf);
    const differing = products.flatMap(({ id, name, grade }) => {
      const stored = JSON.stringify(sorted(grade));
      const follows = JSON.stringify(sorted(grades.get(id)!));
      if (stored === follows || told.has(id)) return [];
      told.add(id);
      return [`${name}: stored is ${stored}, from the facts follows ${follows}`];
    });
    if (differing.length > 0)
      throw new Error(`A change has not said which product it touched (unit.touch).\n${differing.join('\n')}`);
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
