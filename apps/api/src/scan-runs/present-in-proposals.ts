import type { EntityManager } from 'typeorm';
import type { ProductKey } from '../products/product-key.js';
import { type Facts, factsOf, membership, stepsOf } from '../replay/replay.js';

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

/** The identities that are present in each line, by its number. */
export function presenceOf(facts: Facts, members: ReadonlyMap<string, ReadonlySet<string>>): Map<number, Set<string>> {
  const present = new Map<number, Set<string>>();
  const sightings = new Map<number, Map<string, number>>();
  for (const step of stepsOf(facts)) {
    if (step.kind === 'end') continue;
    const { run, absence } = step;
    const own = present.get(run.line) ?? new Set();
    const seen = sightings.get(run.line) ?? new Map<string, number>();
    present.set(run.line, own);
    sightings.set(run.line, seen);
    for (const identity of members.get(run.setId)!) {
      own.add(identity);
      seen.set(identity, Math.max(run.completedAt, seen.get(identity) ?? run.completedAt));
    }
    if (absence === null) continue;
    const isReported = (identity: string) => [...absence.sets].some((id) => members.get(id)!.has(identity));
    for (const identity of own)
      if (!isReported(identity) && seen.get(identity)! <= absence.completedAt) own.delete(identity);
  }
  return present;
}
