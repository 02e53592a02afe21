import { digestOf, identityOf } from '../../apps/api/src/findings/scan-runs/reported-set.js';
import { type FindingRecord, livingLine, type LineState, type State } from './findings-replay.js';
import { lineKey, lineOf, type Report, type ReportedFinding, placeOf } from './findings-steps.js';

/**
 * Which record last had a selector, by the key that it has by itself: of all main lines of a tool, and of each proposal
 * beside.
 */
export type Holders = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** How a reported finding is spelled: the key of a record that was never spelled otherwise. */
const spellingOf = ({ rule, selector }: ReportedFinding): string => identityOf(rule, selector ?? null);

/** Whose holders those of a report are. */
const holdersNameOf = (sent: Omit<Report, 'findings'>): string =>
  lineOf(sent).kind === 'main' ? sent.tool : lineKey(lineOf(sent));

/** The record that last had a selector; undefined: there was none. */
function holderOf(
  { holders, records }: { holders: Holders; records: readonly FindingRecord[] },
  sent: Omit<Report, 'findings'>,
  spelling: string,
): string | undefined {
  const known = holders.get(holdersNameOf(sent))?.get(spelling) ?? holders.get(sent.tool)?.get(spelling);
  if (known !== undefined) return known;
  return records.some(({ tool, key }) => tool === sent.tool && key === spelling) ? spelling : undefined;
}

interface Place {
  rule: string;
  spelling: string;
  fingerprint: string | null;
  page: string;
}

type Known = Place & { key: string };

/** The key of the record of each finding of a report, new ones too. Only what shares rule and page can be the same. */
export function keysIn(
  model: { holders: Holders; records: readonly FindingRecord[] },
  before: State,
  sent: Report,
  number: number,
): string[] {
  const own = livingLine(before, lineKey(lineOf(sent)));
  const living = before.lines.filter(({ tool, ended }) => tool === sent.tool && !ended);
  const main = living.filter((line) => line.kind === 'main' && line !== own);
  const proposals = living.filter((line) => line.kind === 'proposal');
  const its = own ? knownIn(before, [own]) : [];
  const nearest =
    lineOf(sent).kind === 'main'
      ? [its, knownIn(before, main), knownIn(before, proposals, isProposed)]
      : [knownIn(before, main), its];

  const keys = new Map<string, string>();
  const nameOf = ({ spelling, page }: Place): string => `${spelling} ${page}`;
  const taken = new Set<string>();
  const take = (place: Place, key: string): void => {
    keys.set(nameOf(place), key);
    taken.add(`${key} ${place.page}`);
  };
  const places = placesIn(sent);
  for (const known of nearest)
    for (const isEqual of PASSES)
      for (const place of places) {
        if (keys.has(nameOf(place))) continue;
        const equal = known
          .filter((other) => other.rule === place.rule && other.page === place.page && isEqual(place, other))
          .map(({ key }) => key)
          .filter((key) => !taken.has(`${key} ${place.page}`))
          .sort();
        if (equal.length > 0) take(place, equal[0]!);
      }
  for (const place of places) {
    if (keys.has(nameOf(place))) continue;
    const holder = holderOf(model, sent, place.spelling);
    if (holder === undefined) take(place, place.spelling);
    else take(place, taken.has(`${holder} ${place.page}`) ? digestOf(`${place.spelling} ${number}`) : holder);
  }
  return sent.findings.map((finding) => keys.get(`${spellingOf(finding)} ${placeOf(finding)}`)!);
}

const sameFingerprint = (a: Place, b: Place): boolean => a.fingerprint !== null && a.fingerprint === b.fingerprint;
const sameSpelling = (a: Place, b: Place): boolean => a.spelling === b.spelling;
const PASSES = [
  (a: Place, b: Place): boolean => sameFingerprint(a, b) && sameSpelling(a, b),
  sameFingerprint,
  sameSpelling,
];

/** Each rule and selector once for each page, with the last fingerprint. */
function placesIn({ findings }: Report): Place[] {
  const places = new Map<string, Place>();
  for (const finding of findings) {
    const { rule, fingerprint = null } = finding;
    const place = { rule, spelling: spellingOf(finding), fingerprint, page: placeOf(finding) };
    const name = `${place.spelling} ${place.page}`;
    places.set(name, Object.assign(places.get(name) ?? place, { fingerprint }));
  }
  return [...places.values()];
}

const isProposed = (state: State, line: LineState, id: number): boolean =>
  !state.findings.get(id)!.landed && line.present.has(id);

function knownIn(
  state: State,
  lines: readonly LineState[],
  counts: (state: State, line: LineState, id: number) => boolean = () => true,
): Known[] {
  return lines.flatMap((line) =>
    [...line.pairs].flatMap(([id, pages]) => {
      const record = state.findings.get(id)?.record;
      if (!record || !counts(state, line, id)) return [];
      return [...pages].flatMap(([page, marks]) =>
        [...marks.keys()].map((mark) => {
          const [selector, fingerprint] = JSON.parse(mark) as [string | null, string | null];
          const { rule, key } = record;
          return { key, rule, page, fingerprint, spelling: identityOf(rule, selector) };
        }),
      );
    }),
  );
}

/** A record as a run of a main line spells it: it has its newest selector, and the former ones. */
export function respelled(record: FindingRecord, reported: readonly ReportedFinding[]): FindingRecord {
  const named = reported.map(({ selector }) => selector ?? null);
  const selector = named.at(-1)!;
  const others = [record.selector, ...named].filter((other) => !record.aliases.includes(other!));
  const former = [...new Set([...others, ...record.aliases])].filter((other) => other !== null && other !== selector);
  return { ...record, selector, aliases: former as string[] };
}

/** Whose holders a report leaves: of several findings of one selector the last one. */
export function heldAfter(
  model: { holders: Holders; records: readonly FindingRecord[] },
  sent: Report,
  keys: readonly string[],
): Holders {
  const name = holdersNameOf(sent);
  const last = new Map(sent.findings.map((finding, index) => [nameOfPlace(finding), keys[index]!]));
  const held = new Map<string, string>();
  for (const [place, key] of last) held.set(place.split(' ')[0]!, key);
  const changed = [...held].filter(([spelling, key]) => (holderOf(model, sent, spelling) ?? spelling) !== key);
  return new Map(model.holders).set(name, new Map([...(model.holders.get(name) ?? []), ...changed]));
}

const nameOfPlace = (finding: ReportedFinding): string => `${spellingOf(finding)} ${placeOf(finding)}`;
