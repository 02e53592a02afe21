import { sql, type Uuid } from '#libs/database';
import type { PublishedDates } from '../publishing/public-state.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { isPresent } from '../../../accounts/organizations/deleted/is-present.js';

interface StoredPublication
  extends
    PublishedDates,
    Pick<
      ConformanceReport,
      'organizationId' | 'productId' | 'id' | 'status' | 'standardId' | 'conformanceLevelId' | 'furtherStandards'
    > {
  sha256: string;
  archivedAt: Date | null;
  isOn: boolean;
}

/** A published report, as its public address asks for it. */
export const PUBLICATION = sql<[organizationId: Uuid, productId: Uuid, number: number], StoredPublication>(`
  SELECT r.organization_id AS "organizationId", r.product_id AS "productId", r.id, r.status,
    r.standard_id AS "standardId",
    r.conformance_level_id AS "conformanceLevelId", r.further_standards AS "furtherStandards", r.sha256,
    r.published_at AS "publishedAt", r.valid_until AS "validUntil", r.superseded_at AS "supersededAt",
    r.withdrawn_at AS "withdrawnAt", r.reviewed_at AS "reviewedAt", p.archived_at AS "archivedAt",
    'conformance' = ANY (o.enabled_modules) AS "isOn"
  FROM conformance_reports r
  JOIN products p ON p.organization_id = $1 AND p.id = r.product_id
  JOIN organizations o ON o.id = $1 AND ${isPresent('o')}
  WHERE r.organization_id = $1 AND r.product_id = $2 AND r.number = $3`);
