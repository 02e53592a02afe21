import { newId } from '#libs/ids';
import { mapInSlices } from '#libs/queues';
import { criterionOf } from '../catalogue/wcag-reference.js';
import type { DistinctFinding } from '../findings/distinct-finding.js';
import { digestOf, identityOf } from '../scan-runs/reported-set.js';
import type { ReportedFinding } from './dto/ingest.schema.js';

/** The entries of `wcag`, whether sent as one string or as a list. */
export const wcagEntries = ({ wcag }: ReportedFinding): string[] => (wcag === undefined ? [] : [wcag].flat());

/** The criteria that entries name, of WCAG and, as `rgaa:1.1`, of the RGAA, each once. */
export function criteriaOf(entries: readonly string[]): string[] {
  return distinct(entries.map(criterionOf).filter((number) => number !== null));
}

/**
 * The distinct findings of one scan, by rule, selector and whether they need review, each with all pages it was seen on. If entries differ, the
 * last one wins; WCAG criteria are merged.
 */
export async function distinctFindings(reported: readonly ReportedFinding[]): Promise<DistinctFinding[]> {
  const byIdentity = new Map<string, { position: number; all: ReportedFinding[] }>();
  await mapInSlices(reported, (finding, position) => {
    const identity = identityOf(finding.ruleId!, finding.selector ?? null, finding.needsReview);
    const known = byIdentity.get(identity);
    if (known) known.all.push(finding);
    else byIdentity.set(identity, { position, all: [finding] });
  });
  return mapInSlices([...byIdentity], ([identity, { position, all }]) => {
    const { ruleId, selector = null, title, description = null, severity = null, impact = null } = all.at(-1)!;
    const wcag = distinct(all.flatMap(wcagEntries));
    const criteria = criteriaOf(wcag);
    const wordingDigest = digestOf(JSON.stringify([title, description, severity, impact, wcag]));
    const pages = JSON.stringify(distinct(all.map(({ sourceUrl }) => sourceUrl).filter((url) => url !== undefined)));
    // One literal: spreading parts into it would take as long as all the rest.
    return {
      id: newId(),
      identity,
      position,
      ruleId: ruleId!,
      selector,
      title,
      description,
      severity,
      impact,
      wcag,
      criteria,
      needsReview: all[0]!.needsReview ?? false,
      wordingDigest,
      pages,
    };
  });
}

const distinct = (texts: string[]): string[] => (texts.length < 2 ? texts : [...new Set(texts)]);
