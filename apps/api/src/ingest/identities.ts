import { newId } from '#libs/ids';
import { wcagNumber } from '../catalogue/wcag-reference.js';
import type { RaisedFinding } from '../findings/raise.js';
import type { ReportedFinding } from './dto/ingest.schema.js';

/** The entries of `wcag`, whether sent as one string or as a list. */
export const wcagEntries = ({ wcag }: ReportedFinding): string[] => (wcag === undefined ? [] : [wcag].flat());

/** The WCAG criteria that entries name, each once. */
export function criteriaOf(entries: readonly string[]): string[] {
  return [...new Set(entries.map(wcagNumber).filter((number) => number !== null))];
}

/**
 * The distinct findings of one run of a scanner: rule and selector make one, and the pages on which it was seen are
 * gathered. Where two say different things of it, the last one holds; criteria are joined.
 */
export function distinctFindings(reported: readonly ReportedFinding[]): RaisedFinding[] {
  const byIdentity = new Map<string, { last: ReportedFinding; wcag: Set<string>; sourceUrls: Set<string> }>();
  for (const finding of reported) {
    const key = JSON.stringify([finding.ruleId, finding.selector ?? null]);
    const known = byIdentity.get(key) ?? { last: finding, wcag: new Set(), sourceUrls: new Set() };
    known.last = finding;
    for (const entry of wcagEntries(finding)) known.wcag.add(entry);
    if (finding.sourceUrl !== undefined) known.sourceUrls.add(finding.sourceUrl);
    byIdentity.set(key, known);
  }
  return [...byIdentity.values()].map(({ last, wcag, sourceUrls }) => ({
    id: newId(),
    ruleId: last.ruleId!,
    selector: last.selector ?? null,
    title: last.title,
    description: last.description ?? null,
    severity: last.severity ?? null,
    impact: last.impact ?? null,
    wcag: [...wcag],
    criteria: criteriaOf([...wcag]),
    sourceUrls: [...sourceUrls],
  }));
}
