import { InvalidInput } from '#libs/errors';
import type { Component, Reason, Verdict } from '../statement-terms.js';
import type { ConformanceVerdict, Evidence } from './conformance-verdict.entity.js';

/** What is to be stored of what was said, but for who said it and when. */
export interface VerdictStatement {
  requirementId: string;
  component: Component;
  verdict: Verdict;
  remarks: string | null;
  reason: Reason;
  alternative: string | null;
  evidence: Evidence[];
  fromGroup: boolean;
}

type RequestedVerdict = Pick<VerdictStatement, 'verdict'> &
  Partial<Omit<VerdictStatement, 'requirementId' | 'fromGroup'>>;

/** What a request says of a requirement. @param before what its absent fields leave as it is; nothing: they are as if never said */
export function statementOf(
  requirementId: string,
  { component = 'web', verdict, remarks, reason, alternative, evidence }: RequestedVerdict,
  before?: ConformanceVerdict,
): VerdictStatement {
  return {
    requirementId,
    component,
    verdict,
    remarks: remarks === undefined ? (before?.remarks ?? null) : remarks,
    reason: reason ?? before?.reason ?? 'noncompliance',
    alternative: alternative === undefined ? (before?.alternative ?? null) : alternative,
    evidence: evidence ?? before?.evidence ?? [],
    fromGroup: false,
  };
}

/** Refuses to say two things of one requirement and component at once. */
export function requireDistinct(items: readonly { requirementId: string; component?: Component }[]): void {
  const keys = items.map(({ requirementId, component = 'web' }) => `${requirementId.toLowerCase()} ${component}`);
  const faults = keys.flatMap((key, index) =>
    keys.indexOf(key) === index
      ? []
      : [
          {
            path: `/verdicts/${index}`,
            code: 'duplicate' as const,
            message: 'Something is said of this requirement and component twice.',
          },
        ],
  );
  if (faults.length > 0) throw new InvalidInput(faults);
}
