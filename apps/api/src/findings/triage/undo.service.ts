import { query } from '#libs/database';
import { Forbidden, NotFound } from '#libs/errors';
import { fieldsOf } from '#libs/fields';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { bulkEvent } from '../../platform/events/event-draft.js';
import type { Principal } from '../../platform/http/current.js';
import { REFUSALS } from '../../platform/http/refusal.js';
import { IssuesService } from '../../records/issues/issues.service.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { productOf } from '../../products/products/product-key.js';
import { runsLock } from '../../products/products/product-records.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { KeptIssueDto, type UndoneDecision } from './dto/triage.dto.js';
import { DecisionTooOld, DecisionUndone } from './errors.js';
import { inCircles } from './in-circles.js';
import { subjectOfFinding } from './lock-findings.js';
import { runCounted } from './pending-counts.js';
import { removeUntouched } from './remove-untouched.js';
import { DUPLICATES_FROM, FIND_DECISION, LOCK_DECIDED, MARK_UNDONE, UNDO, UNDOABLE } from './undo.sql.js';

/** Takes decisions of triage back, each in a fixed number of statements. */
@Injectable()
export class UndoService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Gives findings back what they had before a decision, where nobody has decided since. @throws NotFound; Forbidden;
   * DecisionUndone; DecisionTooOld
   */
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
      const undoable = await this.undoable(tx, organizationId, id);
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
      const { kept } = await removeUntouched(change, this.issues, organizationId, made);
      return { undone: undone.length, kept: kept.map((issue) => fieldsOf(KeptIssueDto, issue)), skipped };
    });
  }

  /** The findings of a decision that get back what they had. */
  private async undoable(tx: EntityManager, organizationId: string, id: string): Promise<Set<string>> {
    const found = await query(tx, UNDOABLE, [organizationId, id]);
    const ids = new Set(found.map((finding) => finding.id));
    const originals = found.flatMap(({ duplicateOfId }) => duplicateOfId ?? []);
    if (originals.length === 0) return ids;
    const present = await query(tx, DUPLICATES_FROM, [organizationId, [...new Set([...ids, ...originals])]]);
    const circular = inCircles(found, new Map(present.map((one) => [one.id, one.duplicateOfId])));
    return new Set([...ids].filter((one) => !circular.has(one)));
  }
}
