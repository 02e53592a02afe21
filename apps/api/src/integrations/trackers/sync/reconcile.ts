import type { Followed } from '../connections/tracker-connection.entity.js';
import type { BothSides, Decided, SharedFields } from './tracker-link.entity.js';

/** What follows from what has changed on either side. */
export interface Reconciled {
  /** What is to be changed there. */
  toThem: Partial<SharedFields>;
  /** What is to be changed here. */
  toUs: Partial<SharedFields>;
}

const FIELDS = ['title', 'state', 'assignee', 'dueAt'] as const satisfies readonly (keyof SharedFields)[];

/**
 * Compares both sides with what they had last, each field by itself and without clocks: whoever has changed it is
 * followed; where both have, the tracker is. Where the tracker is not followed in a field, only we change it. What
 * somebody has decided holds in any case.
 */
export function reconcile(
  last: BothSides,
  now: BothSides,
  followed: readonly Followed[],
  decided: Decided = {},
): Reconciled {
  const toThem: Partial<SharedFields> = {};
  const toUs: Partial<SharedFields> = {};
  for (const field of FIELDS) {
    const [ours, theirs] = [now.ours[field], now.theirs[field]];
    const isOurs = ours !== last.ours[field];
    const isTheirs = theirs !== last.theirs[field] && followed.includes(field);
    if (ours === theirs) continue;
    const side = decided[field] ?? (isTheirs ? 'there' : isOurs ? 'here' : undefined);
    if (side === 'there') Object.assign(toUs, { [field]: theirs });
    else if (side === 'here') Object.assign(toThem, { [field]: ours });
  }
  return { toThem, toUs };
}
