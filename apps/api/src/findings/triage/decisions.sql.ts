import { sql, type Uuid } from '#libs/database';
import type { DecisionAction } from './finding-state.js';
import type { DismissalReason, EditableField, Finding } from './finding.entity.js';
import { type CountedRow, pendingChanges, pendingKind } from './pending-counts.sql.js';
import { hasStatus } from './status.js';
import { BEFORE } from './undo.sql.js';

const changing = (assignments: string): string => `
  WITH targets AS (SELECT id, position, now() AS moment FROM unnest($2::uuid[]) WITH ORDINALITY AS t(id, position)
  ), before AS MATERIALIZED (
    SELECT ${pendingKind('f')} FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])
  ), changed AS (
    UPDATE findings f SET ${assignments}, updated_at = now(), revision = f.revision + 1
    FROM targets WHERE f.organization_id = $1 AND f.id = targets.id
    RETURNING ${pendingKind('f')}
  )
  SELECT ${pendingChanges('before', 'changed')} AS changes`;

const NOT_DISMISSED =
  'dismissal_reason = NULL, dismissal_comment = NULL, dismissed_until = NULL, duplicate_of_id = NULL';

// What is present nowhere stays open until a run says otherwise.
const OPENED = `held = present = '{}', absent_at = NULL, resolved_at = NULL`;

/** Confirms each finding as the issue at the same place. */
export const CONFIRM = sql<[organizationId: Uuid, ids: readonly Uuid[], issueIds: readonly Uuid[]], CountedRow>(
  changing(
    `status = 'confirmed', issue_id = ($3::uuid[])[targets.position], triaged_at = now(), ${OPENED}, ${NOT_DISMISSED}`,
  ),
);

/** Dismisses each finding as is said at the same place. */
export const DISMISS = sql<
  [
    organizationId: Uuid,
    ids: readonly Uuid[],
    reasons: readonly DismissalReason[],
    comments: readonly (string | null)[],
    untils: readonly (Date | null)[],
    duplicateOfIds: readonly (Uuid | null)[],
  ],
  CountedRow
>(
  changing(`status = 'dismissed', issue_id = NULL, triaged_at = now(),
      dismissal_reason = ($3::dismissal_reason[])[targets.position],
      dismissal_comment = ($4::text[])[targets.position],
      dismissed_until = ($5::timestamptz[])[targets.position],
      duplicate_of_id = ($6::uuid[])[targets.position], held = false,
      absent_at = CASE WHEN present = '{}' THEN coalesce(absent_at, targets.moment) END,
      resolved_at = CASE WHEN present = '{}' THEN coalesce(resolved_at, targets.moment) END`),
);

export const REOPEN = sql<[organizationId: Uuid, ids: readonly Uuid[]], CountedRow>(
  changing(
    `status = 'pending', issue_id = NULL, triaged_at = now(), waits_from = targets.moment, ${OPENED}, ${NOT_DISMISSED}`,
  ),
);

export const EDIT = sql<
  [
    organizationId: Uuid,
    ids: readonly Uuid[],
    title: Finding['title'],
    description: Finding['description'],
    severity: Finding['severity'],
    impact: Finding['impact'],
    edited: readonly EditableField[],
  ],
  CountedRow
>(changing('title = $3, description = $4, severity = $5, impact = $6, edited = $7'));

const OF_ISSUES = 'f.organization_id = $1 AND f.issue_id = ANY ($2::uuid[])';

/** Takes the issues from findings. */
export const RESET = sql<[organizationId: Uuid, issueIds: readonly Uuid[]], CountedRow & { findings: Uuid[] }>(`
  WITH before AS MATERIALIZED (SELECT ${pendingKind('f')} FROM findings f WHERE ${OF_ISSUES}
  ), present AS MATERIALIZED (SELECT now() AS moment
  ), changed AS (
    UPDATE findings f SET issue_id = NULL, revision = f.revision + 1,
      status = CASE WHEN status = 'confirmed' THEN 'pending' ELSE status END,
      waits_from = CASE WHEN status = 'confirmed' THEN present.moment ELSE waits_from END,
      updated_at = CASE WHEN status = 'confirmed' THEN present.moment ELSE updated_at END
    FROM present WHERE ${OF_ISSUES}
    RETURNING f.id, ${pendingKind('f')}
  )
  SELECT ${pendingChanges('before', 'changed')} AS changes, (SELECT coalesce(json_agg(id), '[]')
    FROM changed) AS findings`);

/**
 * Marks a finding that somebody comments on, and says whether nobody has edited it; answers nothing where it was marked
 * before.
 */
export const MARK_COMMENTED = sql<[organizationId: Uuid, id: Uuid], { isFirst: boolean }>(`
  UPDATE findings SET commented = true WHERE organization_id = $1 AND id = $2 AND NOT commented
  RETURNING edited = '{}' AS "isFirst"`);

/** Notes what happened to findings beside triage. */
export const NOTE_DECISION = sql<[organizationId: Uuid, ids: readonly Uuid[], action: DecisionAction]>(`
  INSERT INTO finding_decisions (organization_id, finding_id, after_number, action, decided_at)
  SELECT $1::uuid, f.id, coalesce(c.value, 0), $3::finding_decision, clock_timestamp()
  FROM findings f LEFT JOIN product_counters c
    ON c.organization_id = f.organization_id AND c.product_id = f.product_id AND c.kind = 'test_activity'
  WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])`);

/** Notes a decision with what each finding has before it, and its end and the issue that is made of it at its place. */
export const DECIDE = sql<
  [
    organizationId: Uuid,
    ids: readonly Uuid[],
    action: DecisionAction,
    untils: readonly (Date | null)[] | null,
    decisionId: Uuid,
    userId: Uuid | null,
    issueIds: readonly Uuid[] | null,
  ]
>(`
  WITH made AS (
    INSERT INTO triage_decisions (organization_id, id, made_by_user_id) VALUES ($1::uuid, $5::uuid, $6::uuid)
  )
  INSERT INTO finding_decisions (organization_id, finding_id, after_number, action, until, decided_at, decision_id,
    before, issue_id)
  SELECT $1::uuid, f.id, coalesce(c.value, 0), $3::finding_decision, ($4::timestamptz[])[targets.position], clock_timestamp(), $5::uuid,
    ${BEFORE}, ($7::uuid[])[targets.position]
  FROM unnest($2::uuid[]) WITH ORDINALITY AS targets(id, position)
  JOIN findings f ON f.organization_id = $1 AND f.id = targets.id
  LEFT JOIN product_counters c
    ON c.organization_id = f.organization_id AND c.product_id = f.product_id AND c.kind = 'test_activity'`);

/** A finding and what it is a duplicate of, which may be one in its turn; a dismissal that has expired binds nobody. */
export const ORIGINALS = sql<[organizationId: Uuid, id: Uuid], { id: Uuid; productId: Uuid }>(`
  WITH RECURSIVE originals AS (
    SELECT f.id, f.product_id, CASE WHEN ${hasStatus('f', 'dismissed')} THEN f.duplicate_of_id END AS next
    FROM findings f WHERE f.organization_id = $1 AND f.id = $2
    UNION
    SELECT f.id, f.product_id, CASE WHEN ${hasStatus('f', 'dismissed')} THEN f.duplicate_of_id END
    FROM originals o JOIN findings f ON f.organization_id = $1 AND f.id = o.next
  )
  SELECT id, product_id AS "productId" FROM originals`);
