import {
  afterComplete,
  afterOther,
  afterPages,
  afterSweep,
  compacted,
  type Layer,
  type LineContent,
  type Reader,
  withReported,
} from './line-content.js';
import type { Pages } from './pages-of-findings.js';

/** A run, for what its line has after it. */
export interface ContentRun {
  own: Layer;
  isComplete: boolean;
  /** It is complete for these alone. */
  pages: Pages | null;
  /** The sweep that it finishes: the sets of its reports, and its moment. */
  sweep: { setIds: ReadonlySet<string>; at: number } | null;
}

/** What the line of a run has after it, and the findings that it has on no page any more. */
export function contentAfter(
  before: LineContent,
  { own, isComplete, pages, sweep }: ContentRun,
  reader: Reader,
): { content: LineContent; lost: ReadonlySet<string> } {
  if (pages) {
    const { content, lost } = afterPages(before, pages, own, reader);
    return { content: compacted(content, reader), lost };
  }
  if (isComplete) return { content: afterComplete(before, own), lost: NONE };
  const reported = withReported(before, own);
  const content = sweep ? afterSweep(reported, sweep.setIds, sweep.at, reader) : reported;
  return { content: compacted(content, reader), lost: NONE };
}

const NONE: ReadonlySet<string> = new Set();

/** What another line has, that a run ends presence in too. */
export function otherAfter(before: LineContent, { own, sweep }: ContentRun, reader: Reader): LineContent {
  const [setIds, at] = sweep ? [[...sweep.setIds], sweep.at] : [[own[0]], own[1]];
  return afterOther(before, setIds.map(reader.membersOf), at, reader);
}
