import { query } from '#libs/database';
import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { DECIDE, NOTE_DECISION } from './decisions.sql.js';
import type { DecisionAction } from './finding-state.js';
import type { Finding } from './finding.entity.js';
import type { TriageAction } from './lifecycle.js';

type Noted = readonly Pick<Finding, 'organizationId' | 'id'>[];

/**
 * Notes what happened to findings beside triage, and after which run of their product: runs that are undone later are
 * judged with it in its place. The caller holds runs back.
 */
export async function noteDecision(
  tx: EntityManager,
  findings: Noted,
  action: Exclude<DecisionAction, TriageAction>,
): Promise<void> {
  const ids = findings.map(({ id }) => id);
  await query(tx, NOTE_DECISION, [findings[0]!.organizationId, ids, action]);
}

/** What somebody decides. */
interface Decision {
  action: TriageAction;
  /** When each dismissal ends. */
  untils?: readonly (Date | null)[];
  /** Null: a key without an owner. */
  userId: string | null;
  /** The issues that are made, one for each finding. */
  issueIds?: readonly string[];
}

/** Notes in the same way a decision that can be taken back. Call it before the findings are changed. Answers its id. */
export async function noteTriage(
  tx: EntityManager,
  findings: Noted,
  { action, untils, userId, issueIds }: Decision,
): Promise<string> {
  const id = newId();
  const ids = findings.map((finding) => finding.id);
  await query(tx, DECIDE, [findings[0]!.organizationId, ids, action, untils ?? null, id, userId, issueIds ?? null]);
  return id;
}
