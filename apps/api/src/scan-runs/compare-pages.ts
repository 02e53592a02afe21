import { mapInSlices, pauseBefore } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import type { ComparedBase } from '../test-activities/test-activity.entity.js';
import { contentAfter, type ContentRun, otherAfter } from './content-after-run.js';
import { type ContentsOfLines, type ContentsReading, readContents } from './contents-of-lines.js';
import { EMPTY, keptContent, type LineContent, MAX_LAYERS, setsMissing, withReported } from './line-content.js';
import { type Comparison, compare, type Pages, type Whereabouts } from './pages-of-findings.js';
import type { Reading } from './read-before-run.js';
import type { BeforeRun } from './read-before-run.sql.js';
import type { ScanReport } from './scan-report.js';
import { addressesOf, digestOf, type Members } from './reported-set.js';
import { momentOf, type Sweep } from './sweep-parts.js';
import type { WrittenContent } from './write-report.js';

/** A run with what is known of it when its pages are compared. */
interface ComparedRun {
  reading: Reading;
  report: ScanReport;
  before: BeforeRun;
  finished: Sweep | null;
  members: Members;
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
  const { findings, pageOf } = report;
  const members = new Map(
    await mapInSlices(findings, ({ identity, pages }): [string, string[]] => [identity, addressesOf(pages)]),
  );
  const contents = await readContents(tx, readingOf(compared), { setId: reading.setId, members, pageOf });
  const pages = report.pages && new Set(report.pages.map(pageOf));
  const run: ContentRun = {
    own: [reading.setId, +reading.completedAt],
    isComplete: reading.isComplete,
    pages,
    sweep: finished && { setIds: new Set(finished.reports.map(({ setId }) => setId)), at: momentOf(finished) },
  };
  const ownBefore = before.line ?? EMPTY;
  await pauseBefore(findings);
  const { content, lost } = contentAfter(ownBefore, run, contents.reader);
  return {
    ...(await comparison(compared, contents, pages)),
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
const endsInOthers = ({ reading, before, finished }: ComparedRun): boolean =>
  before.alsoEnds.length > 0 && (reading.isComplete || finished !== null);

/** What must be read; null: nothing. */
function readingOf(compared: ComparedRun): ContentsReading | null {
  const { reading, report, before, finished, members } = compared;
  const { organizationId, productId, tool, line } = reading;
  const own = before.line ?? EMPTY;
  const reported = finished?.reports.map(({ setId }) => setId) ?? [];
  const missing = setsMissing(withReported(own, [reading.setId, 0]), reported);
  const namesPages = [...members.values()].some((pages) => pages !== '[]');
  const isCompared = line.kind === 'proposal' && (namesPages || report.baseCommits.length > 0 || report.pages !== null);
  const others = endsInOthers(compared) ? before.alsoEnds : [];
  const isCompacted = !reading.isComplete && own.layers.length >= MAX_LAYERS;
  const isNeeded = isCompared || report.pages !== null || others.length > 0 || isCompacted || missing.length > 0;
  if (!isNeeded) return null;
  return {
    organizationId,
    productId,
    tool,
    isProposal: isCompared,
    lines: [...(before.line ? [before.line.number] : []), ...others],
    baseCommits: report.baseCommits,
    setIds: others.length > 0 ? reported : missing,
    identities: [...members.keys()],
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
  { reading, report, members }: ComparedRun,
  contents: ContentsOfLines,
  scanned: Pages | null,
): Promise<Pick<ComparedPages, 'comparisons' | 'base' | 'fixesAmong'>> {
  if (reading.line.kind === 'main') return { comparisons: null, base: null, fixesAmong: (fixed) => fixed.length };
  const { comparedWith, base } = contents;
  await pauseBefore(report.findings);
  const against = comparedWith(new Set(members.keys()));
  const pagesOf = ({ pages }: { pages: string }): Pages => new Set(addressesOf(pages).map(report.pageOf));
  return {
    base,
    comparisons: await mapInSlices(report.findings, (finding) => compare(finding.identity, pagesOf(finding), against)),
    fixesAmong: (fixed) => {
      if (base === null && scanned === null) return fixed.length;
      const where = comparedWith(new Set(fixed));
      const isMeant = (identity: string): boolean =>
        (base === null || where.base!.has(identity)) &&
        (scanned === null || isWithin(where.main.get(identity), scanned));
      return fixed.filter(isMeant).length;
    },
  };
}

/** Whether a finding is on pages that were scanned, and nowhere else. */
const isWithin = (where: Whereabouts | undefined, scanned: Pages): boolean =>
  where !== undefined && !where.anywhere && [...where.pages].every((page) => scanned.has(page));
