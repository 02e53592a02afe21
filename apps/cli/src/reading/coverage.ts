import type { Settings } from '../config/settings.js';
import type { ToolReport } from './report.js';

/** Whether a report may resolve what it no longer has, and why, as a clause for people. */
export interface CoverageChoice {
  coverage: 'complete' | 'partial';
  /** Whether it is complete for the pages that it names, and for these alone. */
  isOfPages?: boolean;
  because: string;
  /** What would make it complete. */
  advice?: string;
}

/**
 * What a scan knows that a report does not say: whether it went through all that a sitemap lists, and all of its pages.
 */
export type ScanExtent = 'whole sitemap' | 'some pages' | 'parts of pages' | undefined;

type CoveringReport = Pick<ToolReport, 'gaps' | 'isShard' | 'failedPages' | 'pages' | 'selections'>;

/**
 * No report says what it left out, so only the caller's word, or a scan of a whole sitemap, makes one complete; never
 * one that names what it could not examine, unless that is another part's business. A scan is complete for the pages
 * that it loaded.
 */
export function coverageOf(
  { gaps, isShard, failedPages = [], pages, selections }: CoveringReport,
  { coverage, part, areas, sameRules }: Pick<Settings, 'coverage' | 'part' | 'areas' | 'sameRules'>,
  { isTag, extent }: { isTag: boolean; extent: ScanExtent },
): CoverageChoice {
  const isRequested = coverage === 'complete' || part !== undefined;
  if (!isRequested && coverage === 'partial') return { coverage: 'partial', because: '--coverage partial is set' };
  if (areas.length > 0) return { coverage: 'partial', because: 'it is about areas', advice: 'leave out --area' };
  // What a scan of ours leaves out stands in the same command.
  const chosen = extent === undefined && !sameRules ? selections : [];
  const failed = part !== undefined && isShard ? failedPages : [...gaps, ...failedPages];
  const held = [...failed, ...chosen];
  const ofPages =
    extent !== undefined && !part && !isTag && gaps.length === 0 ? completeFor(pages, failedPages) : undefined;
  if (isRequested) {
    if (held.length === 0)
      return { coverage: 'complete', because: part ? `part ${part.part} of ${part.of}` : 'set with --coverage' };
    if (ofPages) return ofPages;
    const advice =
      failed.length === 0
        ? '--same-rules, if every run leaves out the same'
        : isShard
          ? 'say which part it is with --part i/n'
          : 'fix this and run the scan again';
    return { coverage: 'partial', because: held.join('; '), advice };
  }
  if (extent === 'parts of pages') {
    const because = 'rules or parts of pages were excluded';
    return { coverage: 'partial', because, advice: '--coverage complete, if every run has the same exclusions' };
  }
  if (extent === 'some pages') {
    if (ofPages) return ofPages;
    const because = held.length > 0 ? held.join('; ') : 'a scan covers only the given and linked pages';
    return { coverage: 'partial', because, advice: '--sitemap URL, if it lists all pages' };
  }
  if (extent === undefined) {
    const advice = '--coverage complete, if it covers the whole product for this tool';
    return { coverage: 'partial', because: 'the reports do not contain their exclusions', advice };
  }
  if (held.length > 0) return { coverage: 'partial', because: held.join('; '), advice: 'fix this and run it again' };
  if (isTag) return { coverage: 'partial', because: 'it is for a tag', advice: '--coverage complete' };
  return { coverage: 'complete', because: 'all pages of the sitemap were scanned' };
}

function completeFor(pages: readonly string[], failedPages: readonly string[]): CoverageChoice {
  const failed = failedPages.length === 0 ? '' : `; ${failedPages.join('; ')}`;
  return {
    ...{ coverage: 'complete', isOfPages: true },
    because: `${pages.length === 1 ? 'one page was' : `${pages.length} pages were`} scanned, and it covers only ${pages.length === 1 ? 'that page' : 'these pages'}${failed}`,
  };
}
