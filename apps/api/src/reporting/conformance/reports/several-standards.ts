import type { Fault } from '#libs/errors';
import { BUILT_IN_STANDARDS } from '../../../standards/catalogue/built-in.js';
import type { CatalogueName } from '../conformance-document.js';
import { catalogueOf } from '../standard/report-standard.js';
import type { ChosenStandard, ConformanceReport } from './conformance-report.entity.js';

/** How many standards a report may cover, and on how many audits it may rest. */
export const MAX_STANDARDS = 4;

/** What may be covered together: standards that share criteria of WCAG one by one. */
const TOGETHER: readonly (CatalogueName | null)[] = ['wcag', 'section-508', 'en-301-549'];

type Covering = Pick<ConformanceReport, 'standardId' | 'conformanceLevelId' | 'furtherStandards'>;

/** The standards that a report covers, the first first. */
export const standardsOf = ({ standardId, conformanceLevelId, furtherStandards }: Covering): ChosenStandard[] =>
  standardId === null ? [] : [{ standardId, conformanceLevelId }, ...furtherStandards];

/** Their ids. */
export const standardIdsOf = (report: Covering): string[] => standardsOf(report).map(({ standardId }) => standardId);

/** The audits that a report rests on, the first first. */
export const auditIdsOf = ({
  auditId,
  furtherAuditIds,
}: Pick<ConformanceReport, 'auditId' | 'furtherAuditIds'>): string[] =>
  auditId === null ? furtherAuditIds : [auditId, ...furtherAuditIds];

/** What a report stores of its standards. */
export const storedStandards = ([first, ...furtherStandards]: readonly ChosenStandard[]): Covering => ({
  standardId: first?.standardId ?? null,
  conformanceLevelId: first?.conformanceLevelId ?? null,
  furtherStandards,
});

/** What a report stores of its audits. */
export const storedAudits = ([first, ...furtherAuditIds]: readonly string[]) => ({
  auditId: first ?? null,
  furtherAuditIds,
});

const CRITERIA = new Map(
  BUILT_IN_STANDARDS.map(({ id, requirements }) => [
    id,
    new Set(requirements.flatMap(({ metadata }) => [metadata['wcag'] ?? []].flat())),
  ]),
);

const share = (one: string, other: string): boolean => {
  const criteria = CRITERIA.get(other)!;
  return [...CRITERIA.get(one)!].some((criterion) => criteria.has(criterion));
};

/**
 * What is wrong with standards of which each may be covered alone.
 * @param pointerOf where one stands in the request, by its place
 * @param haveCommon whether two of them share a criterion
 */
export function togetherFaults(
  ids: readonly string[],
  pointerOf: (place: number) => string,
  haveCommon = share,
): Fault[] {
  if (ids.length < 2) return [];
  return ids.flatMap((id, place): Fault[] => {
    const fault = (code: 'not_allowed' | 'duplicate', message: string): Fault[] => [
      { path: pointerOf(place), code, message, params: { value: id } },
    ];
    if (!TOGETHER.includes(catalogueOf(id)))
      return fault('not_allowed', 'Only WCAG, Section 508 and EN 301 549 can be combined.');
    if (ids.indexOf(id) !== place) return fault('duplicate', 'The report lists this standard twice.');
    if (place === 0 || !TOGETHER.includes(catalogueOf(ids[0]!)) || haveCommon(ids[0]!, id)) return [];
    return fault('not_allowed', 'This standard has no criterion in common with the first one.');
  });
}
