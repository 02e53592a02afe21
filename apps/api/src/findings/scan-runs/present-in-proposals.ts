import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { ProductKey } from '../../products/products/product-key.js';
import { pageReader } from '../../products/products/page-of.js';
import { contentsOf } from './contents-of-facts.js';
import { membership, presenceOf } from './run-facts.js';
import { FACTS_OF_PROPOSALS } from './run-facts.sql.js';

/**
 * How many findings are present in each of these proposals that go on, landed or not, by their numbers. One statement.
 */
export async function presentInProposals(
  tx: EntityManager,
  { organizationId, id: productId }: ProductKey,
  proposals: readonly number[],
): Promise<Map<number, number>> {
  if (proposals.length === 0) return new Map();
  const [row] = await query(tx, FACTS_OF_PROPOSALS, [organizationId, productId, proposals]);
  const { facts } = row!;
  const present = presenceOf(facts, membership(facts), contentsOf(facts, pageReader(facts.pageRules)).lost);
  return new Map(proposals.map((number) => [number, present.get(number)?.size ?? 0]));
}
