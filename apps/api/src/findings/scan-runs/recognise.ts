import { mapInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import { contentsToRead } from './compare-pages.js';
import { type ContentsOfLines, readContents, readProposed } from './contents-of-lines.js';
import { EMPTY, type Seen, seenIn } from './line-content.js';
import { readMark } from './marks.js';
import { type KnownPlace, type Matching, matching, type ReportedPlace } from './match-places.js';
import { readBeforeRun, type Reading, type RunPlace } from './read-before-run.js';
import type { BeforeRun, Spelling } from './read-before-run.sql.js';
import { digestOf, digestOfMembers, memberOf } from './reported-set.js';
import type { ScanReport } from './scan-report.js';
import { finishSweep } from './sweep-parts.js';

/** A report whose findings are told apart, with what there is when it arrives. */
interface Recognised {
  reading: Reading;
  before: BeforeRun;
  /** What lines have, if it was needed to tell them apart. */
  contents: ContentsOfLines | null;
  /** Which finding now has a selector, where that was another one. */
  holders: Holder[];
}

type Holder = Omit<Spelling, 'line'>;

/**
 * Finds the finding of each place of a report. Needs one statement if no finding has a fingerprint and no selector ever
 * changed, or if the main line has the same set; otherwise up to four.
 * @param number of the run
 */
export async function recognise(
  tx: EntityManager,
  run: RunPlace,
  report: ScanReport,
  number: number,
): Promise<Recognised> {
  const { places, pageOf } = report;
  const spelled = places.map(({ spelling }) => spelling);
  const plain = await readingOf(run, report, spelled);
  const before = await readBeforeRun(tx, plain);
  const holderOf = holdersIn(before, plain);
  if (isPlain(report, before, plain.setId))
    return { reading: plain, before, contents: null, holders: newHolders(places, spelled, holderOf) };

  const { distinct, indexes } = await distinctPlaces(places);
  const finished = report.sweep && finishSweep(before, report.sweep, plain);
  const toRead = contentsToRead({ reading: plain, report, before, finished });
  const contents = await readContents(tx, run, toRead, pageOf);
  if (hasJustThis(run, contents, plain.setId))
    return { reading: plain, before, contents, holders: newHolders(places, spelled, holderOf) };
  const matched = matching(distinct);
  for (const known of knownTo(run, before, contents)) {
    await matched.with(await placesOf(known, pageOf));
    if (matched.left().length === 0) break;
  }
  if (run.line.kind === 'main' && matched.left().length > 0) {
    const ruleIds = [...new Set(plain.findings.map(({ ruleId }) => ruleId))];
    await matched.with(await placesOf(await readProposed(tx, run, ruleIds, pageOf), pageOf));
  }
  takeHolders(distinct, matched, holderOf, number);

  const matchedIdentities = matched.identities as string[];
  const holders = newHolders(distinct, matchedIdentities, holderOf);
  const identities = indexes.map((index) => matchedIdentities[index]!);
  if (identities.every((identity, index) => identity === spelled[index]))
    return { reading: plain, before, contents, holders };
  const reading = await readingOf(run, report, identities);
  return { reading, before: await readBeforeRun(tx, reading), contents, holders };
}

async function readingOf(run: RunPlace, report: ScanReport, identities: readonly string[]): Promise<Reading> {
  const findings = await report.findingsBy(identities);
  const members = new Map(findings.map((finding) => [finding.identity, memberOf(finding)]));
  return { ...run, findings, members, setId: await digestOfMembers(members) };
}

/** Whether each place is the finding of its selector, as it was where nothing had a fingerprint. */
function isPlain({ places, line }: ScanReport, before: BeforeRun, setId: string): boolean {
  const { line: own, hasSpellings, findingTotal } = before;
  if (places.length === 0) return true;
  // Selectors stay known where all runs are undone.
  if (!hasSpellings && (findingTotal === 0 || places.every(({ fingerprint }) => fingerprint === ''))) return true;
  const [only, ...others] = own?.layers ?? [];
  const isRepeated = only?.[0] === setId && others.length === 0 && own!.rest.length === 0;
  return line.kind === 'main' && isRepeated;
}

/** Whether a proposal reports just what the only main line has: then each place is what it is there. */
function hasJustThis({ line }: RunPlace, { ofMainLines }: ContentsOfLines, setId: string): boolean {
  const [only, ...others] = ofMainLines();
  if (line.kind === 'main' || only === undefined || others.length > 0) return false;
  const { layers, rest } = only.content;
  return layers.length === 1 && layers[0]![0] === setId && rest.length === 0;
}

/** Each place once, and which of these each is. */
async function distinctPlaces(
  places: readonly ReportedPlace[],
): Promise<{ distinct: ReportedPlace[]; indexes: number[] }> {
  const known = new Map<ReportedPlace, number>();
  const indexes = await mapInSlices(places, (place) => {
    const index = known.get(place) ?? known.size;
    known.set(place, index);
    return index;
  });
  return { distinct: [...known.keys()], indexes };
}

/** What there is to be matched, the nearest first. */
function* knownTo(
  { line }: RunPlace,
  before: BeforeRun,
  { contentOf, ofMainLines, reader }: ContentsOfLines,
): Generator<Seen[]> {
  const its = (): Seen[] => [...seenIn(before.line ? contentOf(before.line.number) : EMPTY, reader)];
  const mainLines = ofMainLines().filter(({ number }) => number !== before.line?.number);
  const main = (): Seen[] => mainLines.flatMap(({ content }) => [...seenIn(content, reader)]);
  for (const seen of line.kind === 'main' ? [its, main] : [main, its]) yield seen();
}

const placesOf = (seen: readonly Seen[], pageOf: ScanReport['pageOf']): Promise<KnownPlace[]> =>
  mapInSlices(seen, ([identity, address, , mark = '']) => ({
    identity,
    page: address === null ? '' : pageOf(address),
    ...readMark(identity, mark),
  }));

/**
 * Tells the finding that last had a selector; undefined: there was none. A proposal knows what it has learnt itself,
 * and main lines.
 */
function holdersIn(before: BeforeRun, { findings }: Reading): (spelling: string) => string | undefined {
  const unknown = new Set(before.unknown.map((position) => findings[position]!.identity));
  const byLine = before.spellings.toSorted((a, b) => a.line - b.line);
  const learnt = new Map(byLine.map(({ spelling, identity }) => [spelling, identity]));
  return (spelling) => learnt.get(spelling) ?? (unknown.has(spelling) ? undefined : spelling);
}

/** What is left is the finding that last had its selector, or a new one: of the selector, or another one of it. */
function takeHolders(
  places: readonly ReportedPlace[],
  matched: Matching,
  holderOf: (spelling: string) => string | undefined,
  number: number,
): void {
  for (const position of matched.left()) {
    const { spelling, page } = places[position]!;
    const holder = holderOf(spelling);
    if (holder === undefined) matched.take(position, spelling);
    else matched.take(position, matched.isTaken(holder, page) ? digestOf(`${spelling} ${number}`) : holder);
  }
}

function newHolders(
  places: readonly ReportedPlace[],
  identities: readonly string[],
  holderOf: (spelling: string) => string | undefined,
): Holder[] {
  const holders = new Map<string, string>();
  for (const [index, { spelling }] of places.entries()) holders.set(spelling, identities[index]!);
  return [...holders]
    .map(([spelling, identity]) => ({ spelling, identity }))
    .filter(({ spelling, identity }) => identity !== (holderOf(spelling) ?? spelling));
}
