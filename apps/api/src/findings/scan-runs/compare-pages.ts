import { mapInSlices, pauseBefore } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import { pageOfPage } from '../../products/products/page-of.js';
import type { ComparedBase } from '../../records/test-activities/test-activity.entity.js';
import { contentAfter, type ContentRun, otherAfter } from './content-after-run.js';
import { type ContentsOfLines, type ContentsReading, readContents } from './contents-of-lines.js';
import { EMPTY, keptContent, type LineContent, MAX_LAYERS, setsMissing } from './line-content.js';
import { type Comparison, compare, type Pages, type Whereabouts } from './pages-of-findings.js';
import type { Reading } from './read-before-run.js';
import type { BeforeRun } from './read-before-run.sql.js';
import type { ScanReport } from './scan-report.js';
import { digestOf, type MembersOfSet, type SetMember, setMemberOf } from './reported-set.js';
import { momentOf, type Sweep } from './sweep-parts.js';
import type { WrittenContent } from './write-report.js';

/** A run with what is known of it when its pages are compared. */
interface ComparedRun {
  reading: Reading;
  report: ScanReport;
  before: BeforeRun;
  finished: Sweep | null;
  /** What lines have, if it has been read already. */
  contents: ContentsOfLines | null;
}

/** What the pages of a run say. */
interface ComparedPages {
  /** Of a proposal: how each finding compares, if it has landed. */
  comparisons: Comparison[] | null;
  base: ComparedBase | null;
  /** The findings that its line has on no page any more. */
  lost: ReadonlySet<string>;
  written: WrittenContent;
  /** How many of the findings that it does not have are mended by it. */
  fixesAmong: (fixed: readonly string[]) => number;
}

/** Compares the pages of a run with what lines have, and tells what they have after it. At most one statement. */
export async function comparePages(tx: EntityManager, compared: ComparedRun): Promise<ComparedPages> {
  const { reading, report, before, finished } = compared;
  const { pageOf } = report;
  const members = new Map(
    await mapInSlices(reading.findings, (finding): [string, SetMember] => [finding.identity, setMemberOf(finding)]),
  );
  const contents = compared.contents ?? (await readContents(tx, reading, readingOf(compared, members), pageOf));
  contents.know(reading.setId, members);
  const pages = report.pages && new Set(report.pages.map(pageOf));
  const run: ContentRun = {
    own: [reading.setId, +reading.completedAt],
    isComplete: reading.isComplete,
    pages,
    sweep: finished && { setIds: new Set(finished.reports.map(({ setId }) => setId)), at: momentOf(finished) },
  };
  const ownBefore = before.line ?? EMPTY;
  await pauseBefore(reading.findings);
  const { content, lost } = contentAfter(ownBefore, run, contents.reader);
  return {
    ...(await comparison(compared, members, contents, pages)),
    lost,
    written: {
      layers: content.layers,
      rest: JSON.stringify(content.rest) === JSON.stringify(ownBefore.rest) ? null : content.rest,
      kept: keptContent(content, reading.setId),
      others: endsInOthers(compared) ? othersAfter(before.alsoEnds, run, contents) : [],
      pages: report.pages && pagesAsKept(report.pages),
    },
  };
}

const pagesAsKept = (pages: readonly string[]): { id: string; addresses: string } => {
  const addresses = JSON.stringify(pages);
  return { id: digestOf(addresses), addresses };
};

/** Whether a run ends presence in other lines now. */
const endsInOthers = ({ reading, before, finished }: Omit<ComparedRun, 'contents'>): boolean =>
  before.alsoEnds.length > 0 && (reading.isComplete || finished !== null);

/** What must be read; null: nothing. */
function readingOf(compared: ComparedRun, members: MembersOfSet): ContentsReading | null {
  const { reading, report, before } = compared;
  const own = before.line ?? EMPTY;
  const all = contentsToRead(compared);
  const missing = setsMissing(own, all.setIds).filter((setId) => setId !== reading.setId);
  const namesPages = [...members.values()].some(({ addresses }) => addresses.length > 0);
  const isCompared =
    reading.line.kind === 'proposal' && (namesPages || report.baseCommits.length > 0 || report.pages !== null);
  const isEndedElsewhere = endsInOthers(compared);
  const isCompacted = !reading.isComplete && own.layers.length >= MAX_LAYERS;
  const isNeeded = isCompared || report.pages !== null || isEndedElsewhere || isCompacted || missing.length > 0;
  return isNeeded ? { ...all, ofMainLines: isCompared, setIds: isEndedElsewhere ? all.setIds : missing } : null;
}

/** All that may have to be read of lines. */
export function contentsToRead(compared: Omit<ComparedRun, 'contents'>): ContentsReading {
  const { report, before, finished } = compared;
  return {
    ofMainLines: true,
    lines: [...(before.line ? [before.line.number] : []), ...(endsInOthers(compared) ? before.alsoEnds : [])],
    baseCommits: report.line.kind === 'proposal' ? report.baseCommits : [],
    setIds: [...new Set(finished?.reports.map(({ setId }) => setId))],
  };
}

function othersAfter(
  alsoEnds: readonly number[],
  run: ContentRun,
  { contentOf, reader }: ContentsOfLines,
): ({ number: number } & LineContent)[] {
  return alsoEnds.flatMap((number) => {
    const before = contentOf(number);
    const after = otherAfter(before, run, reader);
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ number, ...after }];
  });
}

async function comparison(
  { reading, report, before }: ComparedRun,
  members: MembersOfSet,
  { whereaboutsOf, base }: ContentsOfLines,
  scanned: Pages | null,
): Promise<Pick<ComparedPages, 'comparisons' | 'base' | 'fixesAmong'>> {
  if (reading.line.kind === 'main') return { comparisons: null, base: null, fixesAmong: (fixed) => fixed.length };
  await pauseBefore(reading.findings);
  const against = { ...whereaboutsOf(new Set(members.keys())), answered: answeredPages(before, report) };
  const pagesOf = (identity: string): Pages => new Set(members.get(identity)!.addresses.map(report.pageOf));
  return {
    base,
    comparisons: await mapInSlices(reading.findings, ({ identity }) => compare(identity, pagesOf(identity), against)),
    fixesAmong: (fixed) => {
      if (base === null && scanned === null) return fixed.length;
      const where = whereaboutsOf(new Set(fixed));
      const isMeant = (identity: string): boolean =>
        (base === null || where.base!.has(identity)) &&
        (scanned === null || isWithin(where.main.get(identity), scanned));
      return fixed.filter(isMeant).length;
    },
  };
}

/** Answers keep the page as it was called then. */
function answeredPages({ answers }: BeforeRun, { pageOf }: ScanReport): Map<string, Set<string>> {
  const answered = new Map<string, Set<string>>();
  for (const { identity, page } of answers) {
    const pages = answered.get(identity) ?? new Set();
    answered.set(identity, pages.add(pageOfPage(page, pageOf)));
  }
  return answered;
}

/** Whether a finding is on pages that were scanned, and nowhere else. */
const isWithin = (where: Whereabouts | undefined, scanned: Pages): boolean =>
  where !== undefined && !where.anywhere && [...where.pages].every((page) => scanned.has(page));
