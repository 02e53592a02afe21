import { query } from '#libs/database';
import { Forbidden, NotFound } from '#libs/errors';
import { fieldsOf } from '#libs/fields';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { bulkEvent } from '../events/event-draft.js';
import type { Principal } from '../http/current.js';
import { REFUSALS } from '../http/refusal.js';
import { Issue } from '../issues/issue.entity.js';
import { IssuesService, subjectOfIssue } from '../issues/issues.service.js';
import type { Organization } from '../organizations/organization.entity.js';
import { productOf } from '../products/product-key.js';
import { runsLock } from '../products/product-records.js';
import type { ChangeContext } from '../work/change-context.js';
import { UnitOfWork } from '../work/unit-of-work.service.js';
import { KeptIssueDto, type UndoneDecision } from './dto/triage.dto.js';
import { DecisionTooOld, DecisionUndone } from './errors.js';
import { subjectOfFinding } from './lock-findings.js';
import { runCounted } from './pending-counts.js';
import { FIND_DECISION, LOCK_DECIDED, MARK_UNDONE, TOUCHED_ISSUES, UNDO, UNDOABLE } from './undo.sql.js';

/** Takes decisions of triage back, each in a fixed number of statements. */
@Injectable()
export class UndoService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly issues: IssuesService,
  ) {}

  /** Gives findings back what they had before a decision, where nobody has decided since. @throws NotFound; Forbidden; DecisionUndone; DecisionTooOld */
  async undo({ id: organizationId }: Organization, caller: Principal, id: string): Promise<UndoneDecision> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const [decision] = await query(tx, FIND_DECISION, [organizationId, id]);
      if (!decision) throw new NotFound('decision');
      const isOwn = decision.userId !== null && decision.userId === caller.userId;
      if (!isOwn && caller.role === 'member') throw new Forbidden('role_too_low', REFUSALS['role_too_low']!);
      await change.lock(runsLock(organizationId, decision.productIds));
      const findings = await query(tx, LOCK_DECIDED, [organizationId, id]);
      // Only one of two that undo it at once finds it as it was made.
      if ((await query(tx, MARK_UNDONE, [organizationId, id])).length === 0) throw new DecisionUndone();
      if (decision.isTooOld) throw new DecisionTooOld();
      const undoable = new Set((await query(tx, UNDOABLE, [organizationId, id])).map((finding) => finding.id));
      const undone = findings.filter((finding) => undoable.has(finding.id));
      const skipped = findings.filter((finding) => !undoable.has(finding.id)).map((finding) => finding.id);
      if (undone.length === 0) return { undone: 0, kept: [], skipped };
      const ids = undone.map((finding) => finding.id);
      await runCounted(change, UNDO, [organizationId, id, ids]);
      const keys = undone.map((finding) => ({ ...finding, organizationId }));
      const type = 'finding.decision_undone';
      if (keys.length === 1) change.record({ ...subjectOfFinding(keys[0]!), type });
      else change.record(bulkEvent(type, organizationId, `${keys.length} findings`, keys));
      change.regradeAfterwards(...keys.map(productOf));
      const made = [...new Set(undone.flatMap(({ madeIssueId }) => madeIssueId ?? []))];
      return { undone: undone.length, kept: await this.removeUntouched(change, organizationId, made), skipped };
    });
  }

  /** Deletes those of these issues that nobody has touched since they were made, and answers the others that are left. */
  private async removeUntouched(
    change: ChangeContext,
    organizationId: string,
    ids: readonly string[],
  ): Promise<KeptIssueDto[]> {
    if (ids.length === 0) return [];
    const issues = await change.tx.find(Issue, {
      where: { organizationId, id: In([...ids]) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const touched = await query(change.tx, TOUCHED_ISSUES, [organizationId, ids]);
    const kept = issues.filter((issue) => touched.some(({ id }) => id === issue.id));
    const gone = issues.filter((issue) => !kept.includes(issue));
    if (gone.length > 0) await this.issues.remove(change, organizationId, gone);
    if (gone.length === 1) change.record({ ...subjectOfIssue(gone[0]!), type: 'issue.deleted' });
    else if (gone.length > 1)
      change.record(bulkEvent('issue.bulk_deleted', organizationId, `${gone.length} issues`, gone));
    return kept.map((issue) => fieldsOf(KeptIssueDto, issue));
  }
}
