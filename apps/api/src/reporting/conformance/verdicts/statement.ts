import { InvalidInput } from '#libs/errors';
import type { Component, Reason, Verdict } from '../statement-terms.js';
import type { ConformanceVerdict, Evidence } from './conformance-verdict.entity.js';
import type { SharedPlaces, VerdictPlace } from './verdict-places.js';

/** What is to be stored of what was said, but for who said it and when. */
export interface VerdictStatement {
  requirementId: string;
  component: Component;
  verdict: Verdict;
  remarks: string | null;
  reason: Reason;
  alternative: string | null;
  plainDescription: string | null;
  burdenAssessment: string | null;
  evidence: Evidence[];
  fromGroup: boolean;
}

type RequestedVerdict = Pick<VerdictStatement, 'verdict'> &
  Partial<Omit<VerdictStatement, 'requirementId' | 'fromGroup'>>;

/**
 * What a request says of a requirement. @param before what its absent fields leave as it is; nothing: they are as if
 * never said
 */
export function statementOf(
  requirementId: string,
  requested: RequestedVerdict,
  before?: ConformanceVerdict,
): VerdictStatement {
  const kept = <F extends keyof RequestedVerdict & keyof ConformanceVerdict>(field: F) =>
    requested[field] === undefined ? (before?.[field] ?? null) : requested[field];
  return {
    requirementId,
    component: requested.component ?? 'web',
    verdict: requested.verdict,
    remarks: kept('remarks'),
    reason: requested.reason ?? before?.reason ?? 'noncompliance',
    alternative: kept('alternative'),
    plainDescription: kept('plainDescription'),
    burdenAssessment: kept('burdenAssessment'),
    evidence: requested.evidence ?? before?.evidence ?? [],
    fromGroup: false,
  };
}

/**
 * Refuses to say two things of one requirement and component at once, or of one criterion at requirements that share
 * it.
 */
export function requireDistinct(
  items: readonly { requirementId: string; component?: Component }[],
  placesOf: (place: VerdictPlace) => SharedPlaces,
): void {
  const keys = items.map(({ requirementId, component = 'web' }) => placesOf({ requirementId, component }).key);
  const faults = keys.flatMap((key, index) =>
    keys.indexOf(key) === index
      ? []
      : [
          {
            path: `/verdicts/${index}`,
            code: 'duplicate' as const,
            message: 'The request contains this requirement and component twice.',
          },
        ],
  );
  if (faults.length > 0) throw new InvalidInput(faults);
}
