import { CurbcutError, type Decision, findingsUndo, type UndoneDecision } from '@curbcut/client';
import { plural, t } from '@lingui/core/macro';
import { call } from '../app/client';
import type { Undo } from './triage-state';

/** The ids of what calls have decided, the newest first. */
export const idsOf = (decided: readonly (Decision | null)[]): string[] =>
  decided.flatMap((decision) => decision?.id ?? []).reverse();

/** Takes decisions back, the newest first; undefined: there are none. */
export function undoOf(orgId: string, ids: readonly string[]): Undo | undefined {
  if (ids.length === 0) return undefined;
  return async () => {
    const whole: UndoneDecision = { undone: 0, kept: [], skipped: [] };
    for (const decisionId of ids) {
      // Sent again after a fault, it has the first answer.
      const headers = { 'Idempotency-Key': `undo-${decisionId}` };
      const { undone, kept, skipped } = await call(findingsUndo, { path: { orgId, decisionId }, headers });
      whole.undone += undone;
      whole.kept.push(...kept);
      whole.skipped.push(...skipped);
    }
    return whole;
  };
}

/** Whether it can be tried again to take a decision back. */
export const canBeRetried = (error: unknown): boolean =>
  !(error instanceof CurbcutError && ['decision_undone', 'decision_too_old'].includes(error.code));

/** What came of taking a decision back, in words. */
export function undoneText({ undone, kept, skipped }: UndoneDecision): string {
  const [issue] = kept;
  const said = [undone > 0 ? t`Undone.` : t`Not undone.`];
  if (issue && kept.length === 1)
    said.push(t`Issue #${issue.number} is kept: it was changed since, or has other findings.`);
  else if (issue)
    said.push(plural(kept.length, { other: '# issues are kept: they were changed since, or have other findings.' }));
  if (skipped.length > 0)
    said.push(
      plural(skipped.length, {
        one: '# finding is unchanged: it was triaged again, or its previous issue no longer exists.',
        other: '# findings are unchanged: they were triaged again, or their previous issues no longer exist.',
      }),
    );
  return said.join(' ');
}
