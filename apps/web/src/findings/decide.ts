import {
  type BulkTriageData,
  type ConfirmFinding,
  type DismissFinding,
  type Finding,
  findingsConfirm,
  findingsDismiss,
  findingsReopen,
} from '@curbcut/client';
import { plural, t } from '@lingui/core/macro';
import { call } from '../app/client';
import type { Triage } from './triage';

const pathOf = ({ scope, slugOf }: Triage, { id, productId }: Finding) => {
  const productSlug = slugOf(productId);
  if (productSlug === undefined) throw new Error('The product of the finding is not loaded.');
  return { orgId: scope.orgId, productSlug, findingId: id };
};

/** Confirms a finding, at once for whom it is shown. */
export function confirmFinding(triage: Triage, row: Finding, body: ConfirmFinding): void {
  const path = pathOf(triage, row);
  triage.answer(row, 'confirmed', () => call(findingsConfirm, { path, body }));
}

/** Dismisses a finding, at once for whom it is shown. */
export function dismissFinding(triage: Triage, row: Finding, body: DismissFinding): void {
  const path = pathOf(triage, row);
  triage.answer(row, 'dismissed', () => call(findingsDismiss, { path, body }));
}

/** Lets a finding await triage again. */
export function reopenFinding(triage: Triage, row: Finding): void {
  const path = pathOf(triage, row);
  triage.answer(row, 'pending', () => call(findingsReopen, { path }));
}

/** What a bulk request did to so many findings, in words. */
export const decidedText = (action: BulkTriageData['action'], updated: number): string =>
  ({
    confirm: t`Confirmed ${plural(updated, { one: '# finding', other: '# findings' })}.`,
    dismiss: t`Dismissed ${plural(updated, { one: '# finding', other: '# findings' })}.`,
    reopen: t`Reopened ${plural(updated, { one: '# finding', other: '# findings' })}.`,
  })[action];
