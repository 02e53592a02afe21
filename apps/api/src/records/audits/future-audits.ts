import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { addMonths } from '#libs/dates';
import { Injectable } from '@nestjs/common';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { AWAITING_AUDIT, type AuditedProduct } from './audits.sql.js';

/** When the next full audit of a product is due, and the values it is computed from. */
export interface FutureAudit extends Omit<AuditedProduct, 'createdAt'> {
  nextAuditDate: Date;
  isOverdue: boolean;
}

/**
 * When the next full audit is due: this many months after the last one, or at once if there was none. How long that one
 * counts in the Grade is another rule (`fullAuditCountsUntil`).
 */
function nextAuditDate(lastCompletedAt: Date | null, productCreatedAt: Date, months: number): Date {
  return lastCompletedAt ? addMonths(lastCompletedAt, months) : productCreatedAt;
}

/** The schedule of an organization's full audits: one statement whatever the number of products. */
@Injectable()
export class FutureAudits {
  constructor(private readonly replicas: ReplicaReads) {}

  list(organization: Organization, now = clock.now()): Promise<FutureAudit[]> {
    return this.replicas.read(async (manager) => {
      const rows = await query(manager, AWAITING_AUDIT, [organization.id, organization.auditFrequency]);
      return rows
        .map(({ createdAt, ...row }) => {
          const due = nextAuditDate(row.lastAuditDate, createdAt, row.auditFrequency);
          return { ...row, nextAuditDate: due, isOverdue: due < now };
        })
        .sort((a, b) => a.nextAuditDate.getTime() - b.nextAuditDate.getTime() || (a.productId < b.productId ? -1 : 1));
    });
  }
}
