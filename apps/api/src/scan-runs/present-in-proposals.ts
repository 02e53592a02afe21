import type { EntityManager } from 'typeorm';
import type { ProductKey } from '../products/product-key.js';
import { type Facts, factsOf, membership, presenceOf } from './run-facts.js';

// What came before a complete run leaves nothing where that run and all after it are not older than any before. Parts of sweeps may
// belong to each other across it.
const FROM_LAST_COMPLETE = `
  SELECT * FROM (
    SELECT *, max(number) FILTER (WHERE is_last_word) OVER (PARTITION BY line) AS from_number FROM (
      SELECT *, complete AND bool_and(sweep_key IS NULL) OVER (PARTITION BY line)
        AND completed_at >= max(completed_at) OVER (PARTITION BY line ORDER BY number)
        AND completed_at <= min(completed_at) OVER (PARTITION BY line ORDER BY number DESC) AS is_last_word FROM tool_runs) marked) dated
  WHERE number >= coalesce(from_number, 0)`;

const LOAD = factsOf(`number = ANY ($3::int[])`, FROM_LAST_COMPLETE);

/** How many findings are present in each of these proposals that go on, landed or not, by their numbers. One statement. */
export async function presentInProposals(
  tx: EntityManager,
  { organizationId, id: productId }: ProductKey,
  proposals: readonly number[],
): Promise<Map<number, number>> {
  if (proposals.length === 0) return new Map();
  const [{ facts }] = await tx.query<[{ facts: Facts }]>(LOAD, [organizationId, productId, proposals]);
  const present = presenceOf(facts, membership(facts));
  return new Map(proposals.map((number) => [number, present.get(number)?.size ?? 0]));
}
