import type { Uuid } from '#libs/database';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { CONFIRM, DISMISS, EDIT, REOPEN } from './decisions.sql.js';
import type { Dismissal } from './dismissal.js';
import type { EditableField, Finding } from './finding.entity.js';
import { runCounted } from './pending-counts.js';

/** Findings of one organization, at least one, locked by the unit. */
type Locked = readonly Pick<Finding, 'organizationId' | 'id'>[];

/** Confirms each finding as the issue at the same place. */
export async function setConfirmed(
  context: ChangeContext,
  findings: Locked,
  issueIds: readonly string[],
): Promise<void> {
  await runCounted(context, CONFIRM, [...keysOf(findings), issueIds]);
}

/** Dismisses each finding as the dismissal at the same place says. */
export async function setDismissed(
  context: ChangeContext,
  findings: Locked,
  dismissals: readonly Dismissal[],
): Promise<void> {
  await runCounted(context, DISMISS, [
    ...keysOf(findings),
    dismissals.map(({ dismissalReason }) => dismissalReason),
    dismissals.map(({ dismissalComment }) => dismissalComment),
    dismissals.map(({ dismissedUntil }) => dismissedUntil),
    dismissals.map(({ duplicateOfId }) => duplicateOfId),
  ]);
}

export async function setPending(context: ChangeContext, findings: Locked): Promise<void> {
  await runCounted(context, REOPEN, keysOf(findings));
}

/** Stores the editable fields of a finding, and which of them people have edited. */
export async function setEdited(
  context: ChangeContext,
  finding: Finding,
  edited: readonly EditableField[],
): Promise<void> {
  const { title, description, severity, impact } = finding;
  await runCounted(context, EDIT, [...keysOf([finding]), title, description, severity, impact, edited]);
}

const keysOf = (findings: Locked): [organizationId: Uuid, ids: Uuid[]] => [
  findings[0]!.organizationId,
  findings.map(({ id }) => id),
];
