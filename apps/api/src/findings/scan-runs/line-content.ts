import type { PageOf } from '../../products/products/page-of.js';
import { type Pages, pagesKey } from './pages-of-findings.js';
import { type Mark, markAt } from './marks.js';
import { digestOf, type MembersOfSet } from './reported-set.js';

/** The set of a run that a line has whole, and the moment when it was seen last. */
export type Layer = [setId: string, at: number];

/**
 * A finding on a page of a line: its address, or null where no page was named; when it was seen there last, and its
 * mark, if it has any.
 */
export type Seen = [identity: string, address: string | null, at: number, mark?: Mark];

/** What a line has: sets of its runs, and what is left of former ones. What both name was seen at the later moment. */
export interface LineContent {
  layers: readonly Layer[];
  rest: readonly Seen[];
}

/** How sets are read and addresses compared. */
export interface Reader {
  membersOf: (setId: string) => MembersOfSet;
  pageOf: PageOf;
}

export const EMPTY: LineContent = { layers: [], rest: [] };

/** As many sets make a content; reading more of them costs more than writing what they have. */
export const MAX_LAYERS = 24;

/** A run reports a set. */
export function withReported({ layers, rest }: LineContent, [setId, at]: Layer): LineContent {
  const known = layers.find(([id]) => id === setId);
  const others = layers.filter(([id]) => id !== setId);
  return { layers: [...others, [setId, Math.max(at, known?.[1] ?? at)]], rest };
}

/** A complete run: what was last seen before it, and is not in it, is gone. */
export function afterComplete({ layers, rest }: LineContent, own: Layer): LineContent {
  const later = { layers: layers.filter(([, at]) => at > own[1]), rest: rest.filter(([, , at]) => at > own[1]) };
  return withReported(later, own);
}

/** The sets of a sweep whose reports a content no longer has whole: then they must be read. */
export const setsMissing = ({ layers }: LineContent, setIds: Iterable<string>): string[] =>
  [...new Set(setIds)].filter((id) => !layers.some(([setId]) => setId === id));

/**
 * The last part of a sweep is in: what it has counts as seen at its moment, and the rest is gone as after a complete
 * run.
 */
export function afterSweep(content: LineContent, setIds: ReadonlySet<string>, at: number, reader: Reader): LineContent {
  const isWhole = ([id]: Layer): boolean => setIds.has(id);
  const layers = content.layers
    .filter((layer) => isWhole(layer) || layer[1] > at)
    .map((layer): Layer => (isWhole(layer) ? [layer[0], Math.max(layer[1], at)] : layer));
  const missing = setsMissing(content, setIds);
  const left: LineContent = { layers, rest: content.rest.filter(([, , seen]) => seen > at) };
  if (missing.length === 0) return left;
  // A report between its parts has ended some of what they have.
  const had = new Set([...seenIn(content, reader)].map((seen) => pairKey(seen, reader.pageOf)));
  const still = missing
    .flatMap((id) => [...seenInLayer([id, at], reader.membersOf)])
    .filter((seen) => had.has(pairKey(seen, reader.pageOf)));
  return { layers, rest: merged([...left.rest, ...still], reader) };
}

/**
 * A run that is complete for some pages: on these alone what is not in it is gone. Also tells which findings are then
 * on no page.
 */
export function afterPages(
  content: LineContent,
  pages: Pages,
  own: Layer,
  reader: Reader,
): { content: LineContent; lost: Set<string> } {
  const { membersOf, pageOf } = reader;
  const reported = membersOf(own[0]);
  const isEnded = (address: string | null, at: number): boolean =>
    at <= own[1] && address !== null && pages.has(pageOf(address));
  const layers: Layer[] = [];
  const rest: Seen[] = [];
  const lost = new Set<string>();
  for (const layer of content.layers) {
    const [ended, stay] = [[] as Seen[], [] as Seen[]];
    for (const seen of seenInLayer(layer, membersOf)) (isEnded(seen[1], seen[2]) ? ended : stay).push(seen);
    if (ended.length === 0) layers.push(layer);
    else rest.push(...stay);
    for (const [identity] of ended) lost.add(identity);
  }
  for (const seen of content.rest) {
    if (isEnded(seen[1], seen[2])) lost.add(seen[0]);
    else rest.push(seen);
  }
  const ownSeen = new Set([...seenInLayer(own, membersOf)].map((seen) => seenKey(seen, pageOf)));
  const isOwn = (seen: Seen): boolean => seen[2] <= own[1] && ownSeen.has(seenKey(seen, pageOf));
  const after = withReported(
    {
      layers,
      rest: merged(
        rest.filter((seen) => !isOwn(seen)),
        reader,
      ),
    },
    own,
  );
  for (const identity of reported.keys()) lost.delete(identity);
  for (const [identity] of after.rest) lost.delete(identity);
  for (const [setId] of after.layers) for (const identity of membersOf(setId).keys()) lost.delete(identity);
  return { content: after, lost };
}

/** A complete run of another main line, for a line that has been silent for long: what it does not report is gone. */
export function afterOther(
  content: LineContent,
  reported: readonly MembersOfSet[],
  at: number,
  reader: Reader,
): LineContent {
  const pairs = pairsOf(reported, reader.pageOf);
  const isLater = ([, moment]: Layer): boolean => moment > at;
  const former = { layers: content.layers.filter((layer) => !isLater(layer)), rest: content.rest };
  const stay = [...seenIn(former, reader)].filter((seen) => seen[2] > at || pairs.has(pairKey(seen, reader.pageOf)));
  return { layers: content.layers.filter(isLater), rest: merged(stay, reader) };
}

/** Writes out the sets that were seen first, where there are too many. */
export function compacted(content: LineContent, reader: Reader): LineContent {
  if (content.layers.length <= MAX_LAYERS) return content;
  const byMoment = content.layers.toSorted((a, b) => b[1] - a[1]);
  const kept = byMoment.slice(0, MAX_LAYERS / 2);
  const written = byMoment.slice(MAX_LAYERS / 2).flatMap((layer) => [...seenInLayer(layer, reader.membersOf)]);
  return { layers: kept, rest: merged([...content.rest, ...written], reader) };
}

/** All that a content has, or what it has of some findings. */
export function* seenIn(
  { layers, rest }: LineContent,
  { membersOf }: Pick<Reader, 'membersOf'>,
  wanted?: ReadonlySet<string>,
): Generator<Seen> {
  for (const layer of layers) yield* seenInLayer(layer, membersOf, wanted);
  for (const seen of rest) if (wanted?.has(seen[0]) ?? true) yield seen;
}

function* seenInLayer(
  [setId, at]: Layer,
  membersOf: Reader['membersOf'],
  wanted?: ReadonlySet<string>,
): Generator<Seen> {
  for (const [identity, { addresses, marks }] of membersOf(setId)) {
    if (wanted && !wanted.has(identity)) continue;
    if (addresses.length === 0) yield seenAt(identity, null, at, markAt(marks, 0));
    for (const [index, address] of addresses.entries()) yield seenAt(identity, address, at, markAt(marks, index));
  }
}

const seenAt = (identity: string, address: string | null, at: number, mark: Mark): Seen =>
  mark === '' ? [identity, address, at] : [identity, address, at, mark];

/** A finding on a page, as a key. */
const pairKey = ([identity, address]: Seen, pageOf: PageOf): string => pagesKey(identity, address, pageOf);

/** The same with its mark. */
const seenKey = (seen: Seen, pageOf: PageOf): string => `${pairKey(seen, pageOf)} ${seen[3] ?? ''}`;

function pairsOf(reported: readonly MembersOfSet[], pageOf: PageOf): Set<string> {
  const pairs = new Set<string>();
  for (const members of reported)
    for (const [identity, { addresses }] of members) {
      if (addresses.length === 0) pairs.add(pagesKey(identity, null, pageOf));
      for (const address of addresses) pairs.add(pagesKey(identity, address, pageOf));
    }
  return pairs;
}

/** Each pair once for each mark, with its latest moment. */
function merged(all: readonly Seen[], { pageOf }: Pick<Reader, 'pageOf'>): Seen[] {
  const latest = new Map<string, Seen>();
  for (const seen of all) {
    const key = seenKey(seen, pageOf);
    const known = latest.get(key);
    if (known === undefined || known[2] < seen[2]) latest.set(key, seen);
  }
  return [...latest.values()];
}

/** Contents of lines as they are stored. */
export const contentsJson = (lines: readonly ({ number: number } & LineContent)[]): string =>
  JSON.stringify(lines.map(({ number, layers, rest }) => ({ number, layers, rest: JSON.stringify(rest) })));

/** A content as runs keep it: without moments, so that runs that repeat share it. */
export interface KeptContent {
  id: string;
  sets: string[];
  rest: string;
}

/** What is kept of a content after a run; null: the set of the run alone. */
export function keptContent({ layers, rest }: LineContent, setId: string): KeptContent | null {
  if (rest.length === 0 && layers.length === 1 && layers[0]![0] === setId) return null;
  const sets = layers.map(([id]) => id).toSorted();
  const text = JSON.stringify(rest.map(([identity, address]) => [identity, address]));
  return { id: digestOf(`${sets.join()}\n${text}`), sets, rest: text };
}
