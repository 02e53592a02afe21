import { identityOf } from '#libs/reports';
import type { Found } from '../reading/report.js';

/** What one request holds at most. */
export interface Limits {
  /** Of the findings as JSON, and of the addresses of pages. */
  bytes: number;
  findings: number;
  pages: number;
}

/** What goes into one request. */
export interface Packed {
  found: Found[];
  /** The pages that are in it whole; none where it holds a piece of one. */
  pages: string[];
}

/**
 * Packs findings into parts. Each page stays in one of them, since the service tells the elements of a page apart by
 * what else is there; of a page that exceeds the limits alone, and of what is on no page, all that has one identity
 * stays together as far as that is possible. Without findings there is one empty part: a clean report.
 * @param pages that are reported with the findings, each of which is on one of them; none where pages are not reported
 */
export function pack(found: readonly Found[], pages: readonly string[], limits: Limits): Packed[] {
  const parts: Packed[] = [{ found: [], pages: [] }];
  let room = { ...limits };
  const begin = (): void => {
    if (parts.at(-1)!.found.length + parts.at(-1)!.pages.length > 0) parts.push({ found: [], pages: [] });
    room = { ...limits };
  };
  const add = (group: readonly Found[], page?: string): void => {
    const needs = needsOf(group, page);
    if (!fits(needs, room)) begin();
    const part = parts.at(-1)!;
    part.found.push(...group);
    if (page !== undefined) part.pages.push(page);
    room = less(room, needs);
  };
  for (const [page, group] of byPage(found, pages)) {
    const isReported = pages.length > 0 && page !== undefined;
    if (page !== undefined && fits(needsOf(group, isReported ? page : undefined), limits))
      add(group, isReported ? page : undefined);
    else {
      // A piece of a page is complete for nothing, so it does not go with what is.
      if (isReported) begin();
      for (const same of byIdentity(group))
        if (fits(needsOf(same), limits)) add(same);
        else same.forEach((one) => add([one]));
      if (isReported) begin();
    }
  }
  return parts.length > 1 && parts.at(-1)!.found.length + parts.at(-1)!.pages.length === 0 ? parts.slice(0, -1) : parts;
}

/** With the comma that follows each. */
function needsOf(group: readonly Found[], page?: string): Limits {
  const sizes = group.map(({ finding }) => Buffer.byteLength(JSON.stringify(finding)) + 1);
  const address = page === undefined ? 0 : Buffer.byteLength(JSON.stringify(page)) + 1;
  return {
    bytes: sizes.reduce((sum, size) => sum + size, address),
    findings: group.length,
    pages: page === undefined ? 0 : 1,
  };
}

const fits = (needs: Limits, room: Limits): boolean =>
  needs.bytes <= room.bytes && needs.findings <= room.findings && needs.pages <= room.pages;

const less = (room: Limits, needs: Limits): Limits => ({
  bytes: room.bytes - needs.bytes,
  findings: room.findings - needs.findings,
  pages: room.pages - needs.pages,
});

/** Findings by their page, and the pages without any, in the order of the report. */
function byPage(found: readonly Found[], pages: readonly string[]): Iterable<[string | undefined, Found[]]> {
  const groups = grouped(found, ({ finding }) => finding.sourceUrl);
  for (const page of pages) if (!groups.has(page)) groups.set(page, []);
  return groups;
}

const byIdentity = (found: readonly Found[]): Iterable<Found[]> =>
  grouped(found, ({ finding }) => identityOf(finding)).values();

function grouped<Key>(found: readonly Found[], keyOf: (one: Found) => Key): Map<Key, Found[]> {
  const groups = new Map<Key, Found[]>();
  for (const one of found) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
