import {
  type ConfirmFinding,
  type DismissFinding,
  type Finding,
  findingsConfirm,
  findingsDismiss,
  findingsReopen,
  issuesDelete,
} from '@curbcut/client';
import { call, callWithTag } from '../app/client';
import type { Triage } from './triage';
import type { Undo } from './triage-state';

const pathOf = ({ scope, slugOf }: Triage, { id, productId }: Finding) => {
  const productSlug = slugOf(productId);
  if (productSlug === undefined) throw new Error('The product of the finding is not loaded.');
  return { orgId: scope.orgId, productSlug, findingId: id };
};

/** Confirms a finding, at once for whom it is shown. */
export function confirmFinding(triage: Triage, row: Finding, body: ConfirmFinding, mayDeleteIssues: boolean): void {
  const path = pathOf(triage, row);
  triage.answer(row, 'confirmed', async (): Promise<Undo | undefined> => {
    const { data } = await callWithTag(findingsConfirm, { path, body });
    const isNew = body.issueNumber === undefined;
    if (!isNew || !mayDeleteIssues) return undefined;
    // Without its issue the finding awaits triage again.
    return async () => {
      await call(issuesDelete, { path: { ...path, issueNumber: data.issue.number } });
    };
  });
}

/** Dismisses a finding, at once for whom it is shown. */
export function dismissFinding(triage: Triage, row: Finding, body: DismissFinding): void {
  const path = pathOf(triage, row);
  triage.answer(row, 'dismissed', async () => {
    await call(findingsDismiss, { path, body });
    return async () => {
      await call(findingsReopen, { path });
    };
  });
}

/** Lets a finding await triage again. */
export function reopenFinding(triage: Triage, row: Finding): void {
  const path = pathOf(triage, row);
  const { dismissalReason: reason, dismissalComment: comment, dismissedUntil: until, duplicateOfId } = row;
  triage.answer(row, 'pending', async () => {
    await call(findingsReopen, { path });
    if (!reason) return undefined;
    return async () => {
      await call(findingsDismiss, { path, body: { reason, comment, until, duplicateOfId } });
    };
  });
}
