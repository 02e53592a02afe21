import { newIds } from '#libs/ids';
import { wcagNumber } from '../catalogue/wcag-reference.js';
import type { DistinctFinding } from '../findings/raise-findings.js';
import type { ReportedFinding } from './dto/ingest.schema.js';

/** The entries of `wcag`, whether sent as one string or as a list. */
export const wcagEntries = ({ wcag }: ReportedFinding): string[] => (wcag === undefined ? [] : [wcag].flat());

/** The WCAG criteria that entries name, each once. */
export function criteriaOf(entries: readonly string[]): string[] {
  return distinct(entries.map(wcagNumber).filter((number) => number !== null));
}

/**
 * The distinct findings of one scan, by rule and selector, each with all pages it was seen on. If entries differ, the
 * last one wins; WCAG criteria are merged.
 */
export function distinctFindings(reported: readonly ReportedFinding[]): DistinctFinding[] {
  const byIdentity = new Map<string, ReportedFinding[]>();
  for (const finding of reported) {
    const key = JSON.stringify([finding.ruleId, finding.selector ?? null]);
    const sameIdentity = byIdentity.get(key);
    if (sameIdentity) sameIdentity.push(finding);
    else byIdentity.set(key, [finding]);
  }
  const ids = newIds(byIdentity.size);
  return [...byIdentity.values()].map((sameIdentity, index) => {
    const last = sameIdentity.at(-1)!;
    const wcag = distinct(sameIdentity.flatMap(wcagEntries));
    return {
      id: ids[index]!,
      ruleId: last.ruleId!,
      selector: last.selector ?? null,
      title: last.title,
      description: last.description ?? null,
      severity: last.severity ?? null,
      impact: last.impact ?? null,
      wcag,
      criteria: criteriaOf(wcag),
      sourceUrls: distinct(sameIdentity.map(({ sourceUrl }) => sourceUrl).filter((url) => url !== undefined)),
    };
  });
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
