import { hash } from 'node:crypto';
import { newId } from '#libs/ids';
import { mapInSlices } from '#libs/queues';
import { rgaaOfRule } from '#libs/reports';
import { fingerprintOf as fingerprintOfSnippet, groupTextOf } from '#libs/snippets';
import { criterionOf } from '../../standards/catalogue/wcag-reference.js';
import type { DistinctFinding } from '../triage/distinct-finding.js';
import type { PageOf } from '../../products/products/page-of.js';
import { type Mark, markOf, marksOf } from '../scan-runs/marks.js';
import type { ReportedPlace } from '../scan-runs/match-places.js';
import { digestOf, identityOf } from '../scan-runs/reported-set.js';
import type { ReportedFinding } from './dto/ingest.schema.js';

/** The entries of `wcag`, whether sent as one string or as a list. */
export const wcagEntries = ({ wcag }: ReportedFinding): string[] => (wcag === undefined ? [] : [wcag].flat());

/** The criteria that entries name, of WCAG and, as `rgaa:1.1`, of the RGAA, each once. */
export function criteriaOf(entries: readonly string[]): string[] {
  return distinct(entries.map(criterionOf).filter((number) => number !== null));
}

const withRgaa = (criteria: string[], tool: string, ruleId: string): string[] =>
  criteria.some((one) => one.startsWith('rgaa:')) ? criteria : [...criteria, ...rgaaOfRule(tool, ruleId, criteria)];

/**
 * The place of each finding that was sent. Findings of one selector on one page share their place; the last one wins.
 */
export async function placesOf(reported: readonly ReportedFinding[], pageOf: PageOf): Promise<ReportedPlace[]> {
  const spellings = remembered(identityOf);
  const fingerprints = remembered(fingerprintOf);
  const known = new Map<string, Map<string, ReportedPlace>>();
  return mapInSlices(
    reported,
    ({ ruleId, selector = null, needsReview, fingerprint: reportedFingerprint, sourceUrl }) => {
      const spelling = spellings(ruleId!, selector, needsReview);
      const fingerprint =
        reportedFingerprint === undefined ? '' : fingerprints(ruleId!, reportedFingerprint, needsReview);
      const page = sourceUrl === undefined ? '' : pageOf(sourceUrl);
      let pages = known.get(spelling);
      if (!pages) known.set(spelling, (pages = new Map()));
      let place = pages.get(page);
      if (place) place.fingerprint = fingerprint;
      else pages.set(page, (place = { spelling, fingerprint, page }));
      return place;
    },
  );
}

/** The same for the same parameters, computed once: a finding is reported on many pages. */
function remembered<P extends (string | boolean | null | undefined)[], V>(compute: (...parameters: P) => V) {
  const known = new Map<string, V>();
  return (...parameters: P): V => {
    const key = parameters.join('\0');
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = compute(...parameters)));
    return value;
  };
}

/** 72 bits of SHA-256: it is compared within one rule and page, and kept for each. */
const fingerprintOf = (ruleId: string, fingerprint: string, needsReview = false): string =>
  hash('sha256', JSON.stringify([ruleId, fingerprint, needsReview]), 'base64url').slice(0, 12);

/**
 * The distinct findings of one scan, each with all pages it was seen on. If entries differ, the last one wins; WCAG
 * criteria are merged.
 * @param identities of which finding each is
 * @param tool by which the RGAA's criteria of a rule are known where the report tells WCAG's alone
 */
export async function distinctFindings(
  reported: readonly ReportedFinding[],
  places: readonly ReportedPlace[],
  identities: readonly string[],
  tool: string,
): Promise<DistinctFinding[]> {
  const byIdentity = new Map<string, number[]>();
  await mapInSlices(identities, (identity, position) => {
    const known = byIdentity.get(identity);
    if (known) known.push(position);
    else byIdentity.set(identity, [position]);
  });
  const criteriaOfRule = remembered((ruleId: string, ...entries: string[]) =>
    withRgaa(criteriaOf(entries), tool, ruleId),
  );
  return mapInSlices([...byIdentity], ([identity, positions]) => {
    const all = positions.map((position) => reported[position]!);
    const {
      ruleId,
      selector = null,
      title,
      description = null,
      severity = null,
      impact = null,
      snippet = null,
      helpUrl = null,
    } = all.at(-1)!;
    const wcag = distinct(all.flatMap(wcagEntries));
    const criteria = criteriaOfRule(ruleId!, ...wcag);
    // What a build makes of a snippet is no news.
    const quoted = snippet === null ? null : (fingerprintOfSnippet(snippet) ?? snippet);
    const further = quoted === null && helpUrl === null ? [] : [quoted, helpUrl];
    const wordingDigest = digestOf(JSON.stringify([title, description, severity, impact, wcag, ...further]));
    // One literal: spreading parts into it would take as long as all the rest.
    return {
      id: newId(),
      identity,
      position: positions[0]!,
      ruleId: ruleId!,
      selector,
      aliases: distinct(all.map((finding) => finding.selector ?? '')).filter(
        (other) => other !== (selector ?? '') && other !== '',
      ),
      spelling: spellingOf(distinct(positions.map((position) => places[position]!.spelling))),
      title,
      description,
      severity,
      impact,
      wcag,
      criteria,
      snippet,
      helpUrl,
      groupKey: groupKeyOf(snippet, criteria),
      needsReview: all[0]!.needsReview ?? false,
      wordingDigest,
      ...whereaboutsOf(
        identity,
        positions.map((position) => places[position]!),
        all,
      ),
    };
  });
}

/** What findings of several tools may have in common; null: they do not tell. */
function groupKeyOf(snippet: string | null, criteria: readonly string[]): string | null {
  const element = snippet === null ? undefined : groupTextOf(snippet);
  const [lowest] = criteria
    .filter((number) => /^\d/.test(number))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return element === undefined || lowest === undefined ? null : digestOf(`${lowest} ${element}`);
}

const spellingOf = (spellings: readonly string[]): string =>
  spellings.length === 1 ? spellings[0]! : digestOf(spellings.join());

/** The addresses on which a finding was seen, and its marks there; of what names none, its mark. */
function whereaboutsOf(
  identity: string,
  places: readonly ReportedPlace[],
  all: readonly ReportedFinding[],
): Pick<DistinctFinding, 'pages' | 'marks'> {
  const marks = new Map<string | undefined, Mark>();
  places.forEach((place, index) => marks.set(all[index]!.sourceUrl, markOf(identity, place)));
  if (marks.size > 1) marks.delete(undefined);
  const storedMarks = marksOf([...marks.values()]);
  return {
    pages: JSON.stringify([...marks.keys()].filter((address) => address !== undefined)),
    marks: storedMarks === null ? null : JSON.stringify(storedMarks),
  };
}

const distinct = (texts: string[]): string[] => (texts.length < 2 ? texts : [...new Set(texts)]);
