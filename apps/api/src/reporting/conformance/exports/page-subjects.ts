import type { Outcome } from '../../../findings/evaluation/outcome.js';
import type { DocumentRequirement } from '../conformance-document.js';
import { ExportTooLarge } from '../errors.js';
import type { PageOutcomes } from '../page-outcomes.js';

/** How many outcomes on pages an export tells at most: those of an audit of 500 pages by all criteria of WCAG. */
const MOST = 50_000;

type Page = PageOutcomes['pages'][number];

/**
 * A page by an address of its own: where it is, or else its place in the audit, since several entries may be of one
 * address.
 */
export interface PageSubject extends Page {
  id: string;
}

/** The pages of a sample with what identifies each. */
export function pageSubjects({ audit, pages }: PageOutcomes): PageSubject[] {
  const known = new Set<string>();
  return pages.map((page) => {
    const href = page.url !== null && URL.canParse(page.url) ? new URL(page.url).href : null;
    const isOwn = href !== null && !known.has(href);
    if (isOwn) known.add(href);
    return { ...page, id: isOwn ? href : `urn:curbcut:audit:${audit}:entry:${page.entry}` };
  });
}

/** What is decided of a requirement on a page. */
interface PageOutcome {
  page: PageSubject;
  requirement: DocumentRequirement;
  outcome: Exclude<Outcome, 'untested'>;
}

/**
 * Each outcome that is decided, requirement by requirement in the order of the sample.
 * @throws ExportTooLarge
 */
export function decidedOutcomes(
  ofPages: PageOutcomes,
  requirements: readonly DocumentRequirement[],
  format: string,
): PageOutcome[] {
  const decided = ofPages.requirements.filter(({ outcomes }) => outcomes.some((outcome) => outcome !== 'untested'));
  if (ofPages.pages.length * decided.length > MOST) throw new ExportTooLarge(format);
  const subjects = pageSubjects(ofPages);
  const byNumber = new Map(requirements.map((requirement) => [requirement.number, requirement]));
  return decided.flatMap(({ number, outcomes }) =>
    outcomes.flatMap((outcome, index) =>
      outcome === 'untested' ? [] : [{ page: subjects[index]!, requirement: byNumber.get(number)!, outcome }],
    ),
  );
}

const OUTCOMES: Readonly<Record<PageOutcome['outcome'], string>> = {
  passed: 'earl:passed',
  failed: 'earl:failed',
  inapplicable: 'earl:inapplicable',
  cannot_tell: 'earl:cantTell',
};

/** An outcome as EARL calls it. */
export const earlOutcome = (outcome: PageOutcome['outcome']): string => OUTCOMES[outcome];
