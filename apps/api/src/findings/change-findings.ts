import type { ChangeContext } from '../work/change-context.js';
import type { DismissFinding } from './dto/triage.dto.js';
import { EDITABLE_FIELDS, type EditableField, type Finding } from './finding.entity.js';
import { pendingChanges, pendingKind, runCounted } from './pending-counts.js';

/** Findings of one organization, at least one, locked by the unit. */
type Locked = readonly Pick<Finding, 'organizationId' | 'id'>[];

/** Confirms each finding as the issue at the same place. */
export async function setConfirmed(
  context: ChangeContext,
  findings: Locked,
  issueIds: readonly string[],
): Promise<void> {
  await change(context, CONFIRM, findings, [issueIds]);
}

export async function setDismissed(
  context: ChangeContext,
  findings: Locked,
  { reason, comment = null, until = null, duplicateOfId = null }: DismissFinding,
): Promise<void> {
  await change(context, DISMISS, findings, [reason, comment, until, duplicateOfId]);
}

export async function setPending(context: ChangeContext, findings: Locked): Promise<void> {
  await change(context, REOPEN, findings, []);
}

/** Stores the editable fields of a finding, and which of them people have edited. */
export async function setEdited(
  context: ChangeContext,
  finding: Finding,
  edited: readonly EditableField[],
): Promise<void> {
  await change(context, EDIT, [finding], [...EDITABLE_FIELDS.map((field) => finding[field]), edited]);
}

async function change(
  context: ChangeContext,
  statement: string,
  findings: Locked,
  values: readonly unknown[],
): Promise<void> {
  const ids = findings.map(({ id }) => id);
  await runCounted(context, statement, findings[0]!.organizationId, ids, ...values);
}

const changing = (assignments: string): string => `
  WITH given AS (SELECT id, position, now() AS moment FROM unnest($2::uuid[]) WITH ORDINALITY AS g(id, position)
  ), before AS MATERIALIZED (
    SELECT ${pendingKind('f')} FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])
  ), changed AS (
    UPDATE findings f SET ${assignments}, updated_at = now(), revision = f.revision + 1 FROM given WHERE f.organization_id = $1 AND f.id = given.id
    RETURNING ${pendingKind('f')}
  )
  SELECT ${pendingChanges('before', 'changed')} AS changes`;

const NOT_DISMISSED =
  'dismissal_reason = NULL, dismissal_comment = NULL, dismissed_until = NULL, duplicate_of_id = NULL';

// What is present nowhere stays open until a run says otherwise.
const OPENED = `held = present = '{}', absent_at = NULL, resolved_at = NULL`;

const CONFIRM = changing(
  `status = 'confirmed', issue_id = ($3::uuid[])[given.position], triaged_at = now(), ${OPENED}, ${NOT_DISMISSED}`,
);

const DISMISS = changing(
  `status = 'dismissed', issue_id = NULL, triaged_at = now(), dismissal_reason = $3, dismissal_comment = $4,
   dismissed_until = $5, duplicate_of_id = $6, held = false,
   absent_at = CASE WHEN present = '{}' THEN coalesce(absent_at, given.moment) END, resolved_at = CASE WHEN present = '{}' THEN coalesce(resolved_at, given.moment) END`,
);

const REOPEN = changing(`status = 'pending', issue_id = NULL, triaged_at = now(), ${OPENED}, ${NOT_DISMISSED}`);

const EDIT = changing('title = $3, description = $4, severity = $5, impact = $6, edited = $7');
