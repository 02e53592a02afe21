import { query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import { type Occurrence, OCCURRENCES } from './findings.sql.js';

/**
 * The pages of findings of an organization, by finding: of landed ones those that main lines saw, of proposed ones all
 * from the first run that counts. One statement.
 */
export async function occurrencesOf(
  tx: EntityManager,
  organizationId: string,
  findingIds: readonly string[],
): Promise<Map<string, Occurrence[]>> {
  const rows = await query(tx, OCCURRENCES, [organizationId, findingIds]);
  const byFinding = new Map<string, Occurrence[]>();
  await mapInSlices(rows, ({ findingId, ...occurrence }) => {
    const known = byFinding.get(findingId);
    if (known) known.push(occurrence);
    else byFinding.set(findingId, [occurrence]);
  });
  return byFinding;
}

/** The page on which a finding was seen last, and the first in order where these are several. */
export const newestPage = (occurrences: readonly Occurrence[]): string | null =>
  occurrences.toSorted((a, b) => +b.lastSeenAt - +a.lastSeenAt)[0]?.sourceUrl ?? null;
