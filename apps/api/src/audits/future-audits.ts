import { addMonths } from '#libs/dates';
import { Injectable } from '@nestjs/common';
import { ReplicaReads } from '../lists/replica-reads.js';
import type { Organization } from '../organizations/organization.entity.js';
import { isActive } from '../products/active.js';

/** When the next full audit of a product is due, and the values it is computed from. */
export interface FutureAudit {
  productId: string;
  productName: string;
  productSlug: string;
  nextAuditDate: Date;
  isOverdue: boolean;
  auditFrequency: number;
  lastAuditDate: Date | null;
  lastAuditNumber: number | null;
}

interface DueRow extends Omit<FutureAudit, 'nextAuditDate' | 'isOverdue'> {
  createdAt: Date;
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

  list(organization: Organization, now = new Date()): Promise<FutureAudit[]> {
    return this.replicas.read(async (manager) => {
      const rows = await manager.query<DueRow[]>(
        `SELECT p.id AS "productId", p.name AS "productName", p.slug AS "productSlug", p.created_at AS "createdAt",
           coalesce(p.audit_frequency, $2::smallint) AS "auditFrequency", last.completed_at AS "lastAuditDate", last.number AS "lastAuditNumber"
         FROM products p LEFT JOIN LATERAL (
           SELECT completed_at, number FROM audits
           WHERE organization_id = $1 AND product_id = p.id AND type = 'full' AND status = 'completed' AND completed_at IS NOT NULL
           ORDER BY completed_at DESC LIMIT 1) last ON true
         WHERE p.organization_id = $1 AND ${isActive('p')} AND coalesce(p.audit_frequency, $2::smallint) > 0
           AND NOT EXISTS (SELECT FROM audits
             WHERE organization_id = $1 AND product_id = p.id AND type = 'full' AND status = 'in_progress')`,
        [organization.id, organization.auditFrequency],
      );
      return rows
        .map(({ createdAt, ...row }) => {
          const due = nextAuditDate(row.lastAuditDate, createdAt, row.auditFrequency);
          return { ...row, nextAuditDate: due, isOverdue: due < now };
        })
        .sort((a, b) => a.nextAuditDate.getTime() - b.nextAuditDate.getTime() || (a.productId < b.productId ? -1 : 1));
    });
  }
}
