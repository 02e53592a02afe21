import { query } from '#libs/database';
import { type Fault, InvalidInput, unknownFault } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import type { Audit } from '../../../records/audits/audit.entity.js';
import { AuditsService } from '../../../records/audits/audits.service.js';
import { Member } from '../../../accounts/organizations/members/member.entity.js';
import type { Product } from '../../../products/products/product.entity.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { requirementsOfAudit } from '../audit-requirements.js';
import { lockAudit, recordOfAudit, requireInProgress } from '../change-evaluation.js';
import { sampleOf } from '../sample/sample.service.js';
import {
  type AssignmentRow,
  DELETE_ASSIGNMENTS,
  END_ASSIGNMENTS,
  LIST_ASSIGNMENTS,
  REQUIREMENTS_OF_GROUPS,
  STORE_ASSIGNMENTS,
} from './assignments.sql.js';
import type { AssignAudit } from './dto/assignments.dto.js';

type Assignment = AssignAudit['assignments'][number];

/** Who examines what in an audit. */
@Injectable()
export class AssignmentsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly audits: AuditsService,
  ) {}

  list({ organizationId, id }: Audit): Promise<AssignmentRow[]> {
    return query(this.database.manager, LIST_ASSIGNMENTS, [organizationId, id]);
  }

  /** Assigns this, in place of what was assigned. @throws InvalidInput, AuditCompleted */
  async assign(product: Product, number: number, assignments: readonly Assignment[]): Promise<AssignmentRow[]> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const audit = await lockAudit(change, this.audits, product, number);
      const key = [audit.organizationId, audit.id] as const;
      const requirements = await requirementsOfAudit(tx, audit);
      const groupIds = assignments.flatMap((one) => one.groupIds ?? []).map((id) => id.toLowerCase());
      const rows = groupIds.length === 0 ? [] : await query(tx, REQUIREMENTS_OF_GROUPS, [audit.standardId, groupIds]);
      const groups = new Map(rows.map(({ groupId, requirementIds }) => [groupId, requirementIds]));
      const members = await tx.findBy(Member, {
        organizationId: audit.organizationId,
        userId: In(assignments.map(({ memberId }) => memberId.toLowerCase())),
      });
      const sample = await sampleOf(tx, audit);
      requireAssignable(assignments, {
        members: new Set(members.map(({ userId }) => userId)),
        requirements: new Set(requirements.map(({ requirementId }) => requirementId)),
        groups,
        entries: new Set(sample.map((entry) => entry.number)),
      });
      await requireInProgress(tx, product, audit);
      const before = await query(tx, LIST_ASSIGNMENTS, [...key]);
      const known = new Set(requirements.map(({ requirementId }) => requirementId));
      const stored = assignments.map(({ memberId, requirementIds = [], groupIds: of = [], entries = null }) => ({
        userId: memberId.toLowerCase(),
        requirementIds: [
          ...new Set([
            ...requirementIds.map((id) => id.toLowerCase()),
            ...of.flatMap((id) => groups.get(id.toLowerCase()) ?? []).filter((id) => known.has(id)),
          ]),
        ],
        entries: entries && [...new Set(entries)],
      }));
      await query(tx, DELETE_ASSIGNMENTS, [...key]);
      await query(tx, STORE_ASSIGNMENTS, [...key, JSON.stringify(stored)]);
      const after = await query(tx, LIST_ASSIGNMENTS, [...key]);
      recordOfAudit(change, audit, 'audit.assigned', [
        { field: 'assignments', from: before.map(assignmentSummary), to: after.map(assignmentSummary) },
      ]);
      return after;
    });
  }
}

const assignmentSummary = ({ userId, requirementIds, entries }: AssignmentRow) => ({
  userId,
  requirements: requirementIds.length,
  entries,
});

/** Whoever leaves an organization is assigned nothing there any more. */
export async function endAssignments(
  change: ChangeContext,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  const ended = await query(change.tx, END_ASSIGNMENTS, [organizationId, userId]);
  for (const { auditId, number, title, productId } of ended)
    change.record({
      organizationId,
      productId,
      subject: { id: auditId, number, title },
      type: 'audit.assigned',
      changes: [{ field: 'assignments', from: [{ userId }], to: [] }],
    });
}

function requireAssignable(
  assignments: readonly Assignment[],
  known: {
    members: ReadonlySet<string>;
    requirements: ReadonlySet<string>;
    groups: ReadonlyMap<string, readonly string[]>;
    entries: ReadonlySet<number>;
  },
): void {
  const ids = assignments.map(({ memberId }) => memberId.toLowerCase());
  const faults = assignments.flatMap(({ memberId, requirementIds = [], groupIds = [], entries }, index): Fault[] => {
    const path = `/assignments/${index}`;
    return [
      ...(known.members.has(memberId.toLowerCase()) ? [] : [unknownFault(`${path}/memberId`, 'member', memberId)]),
      ...(ids.indexOf(memberId.toLowerCase()) === index
        ? []
        : [{ path: `${path}/memberId`, code: 'duplicate' as const, message: 'The member is listed twice.' }]),
      ...requirementIds.flatMap((id, place) =>
        known.requirements.has(id.toLowerCase())
          ? []
          : [unknownFault(`${path}/requirementIds/${place}`, 'requirement', id)],
      ),
      ...groupIds.flatMap((id, place) =>
        known.groups.has(id.toLowerCase()) ? [] : [unknownFault(`${path}/groupIds/${place}`, 'group', id)],
      ),
      ...(entries ?? []).flatMap((entry, place) =>
        known.entries.has(entry) ? [] : [unknownFault(`${path}/entries/${place}`, 'entry', entry)],
      ),
    ];
  });
  if (faults.length > 0) throw new InvalidInput(faults.slice(0, 100), faults.length);
}
