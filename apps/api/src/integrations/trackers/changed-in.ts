/** What a page of a list has at most; trackers give as many. */
export const PAGE_SIZE = 25;
/** So many pages are read at once; what came after is read by the next turn. */
export const MOST_PAGES = 40;

/** Trackers note moments by the second, or finer. */
const STEP_MS = 1_000;

/** A page of what has changed, the longest unchanged first. */
interface ChangedPage {
  ids: readonly string[];
  /** When the last of them changed; absent: there is none. */
  until?: Date | undefined;
  isLast: boolean;
}

/** What has changed, and from when on to look again where there is more. */
export interface Changed {
  ids: string[];
  /** Null: that was all. */
  moreSince: Date | null;
}

/**
 * Reads what has changed since a moment. Each page begins anew at the moment at which the last one ended, and not at a
 * number: what changes meanwhile goes to the end, all behind it moves up, and a number would pass one over. Only what
 * changed at one moment is read by numbers, and then once more from its end to its beginning, where nothing is passed
 * over.
 */
export async function changedIn(
  since: Date,
  read: (since: Date, page: number) => Promise<ChangedPage>,
): Promise<Changed> {
  const ids = new Set<string>();
  let [from, number, pageCount] = [since, 0, 0];
  const next = async (page: number): Promise<ChangedPage> => {
    pageCount += 1;
    const found = await read(from, page);
    for (const id of found.ids) ids.add(id);
    return found;
  };
  while (pageCount < MOST_PAGES) {
    const { until, isLast } = await next((number += 1));
    const hasMoved = until !== undefined && until > from;
    if (!isLast && !hasMoved) continue;
    while (number > 1 && pageCount < MOST_PAGES) await next((number -= 1));
    if (number > 1) break;
    if (isLast) return { ids: [...ids], moreSince: null };
    [from, number] = [until!, 0];
  }
  return { ids: [...ids], moreSince: goingOn(since, from) };
}

/** From when on to look again: more at one moment than there is room for must not be read for ever. */
export const goingOn = (since: Date, until: Date | undefined): Date =>
  until && until > since ? until : new Date(since.getTime() + STEP_MS);

/** Reads the pages of a list, as many as there is room for. @param read undefined: what it is of is not there */
export async function allIn<T>(
  read: (page: number) => Promise<{ items: readonly T[]; isLast: boolean } | undefined>,
): Promise<{ items: T[]; isWhole: boolean } | undefined> {
  const items: T[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const found = await read(page);
    if (!found) return undefined;
    items.push(...found.items);
    if (found.isLast) return { items, isWhole: true };
  }
  return { items, isWhole: false };
}

/** A moment as trackers write it; undefined: it is none. */
export function momentOf(text: string | undefined): Date | undefined {
  const moment = new Date(text ?? NaN);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
