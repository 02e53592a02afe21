import type { Fault } from '#libs/errors';

interface Named {
  ids?: readonly string[];
  revisions?: readonly number[];
}

/** A bulk request tells the revision of each record that it names, or of none. */
export const revisionFaults = ({ ids = [], revisions }: Named): Fault[] =>
  revisions === undefined || revisions.length === ids.length
    ? []
    : [{ path: '/revisions', code: 'not_applicable', message: 'revisions has one for each of ids, in their order' }];

/**
 * The records that are as the caller has seen them, and the ids of those that have changed meanwhile, which a bulk
 * request leaves alone; `skipped` is absent where it does not tell what was seen.
 */
export function asSeen<R extends { id: string; revision: number }>(
  records: readonly R[],
  { ids = [], revisions }: Named,
): { seen: readonly R[]; skipped?: string[] } {
  if (revisions === undefined) return { seen: records };
  const revisionOf = new Map(ids.map((id, index) => [id.toLowerCase(), revisions[index]]));
  const isSeen = ({ id, revision }: R): boolean => revisionOf.get(id) === revision;
  return {
    seen: records.filter(isSeen),
    skipped: records.filter((record) => !isSeen(record)).map(({ id }) => id),
  };
}
