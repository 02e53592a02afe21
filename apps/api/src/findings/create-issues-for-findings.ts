import { DEFAULT_STANDARD_ID } from '../catalogue/built-in.js';
import { effectiveConformance } from '../catalogue/conformance.js';
import { createIssuesInProducts, type OpenedIssue } from '../issues/create-issues.js';
import { pickDefined } from '../lists/changed-fields.js';
import type { Organization } from '../organizations/organization.entity.js';
import type { ChangeContext } from '../work/change-context.js';
import type { ConfirmFinding } from './dto/triage.dto.js';
import type { Finding } from './finding.entity.js';
import { issueDraftOf } from './issue-draft.js';
import { type Occurrence, occurrencesOf } from './occurrences.js';

/** What the issue of a finding takes from the product and from the latest report. */
interface FindingContext {
  findingId: string;
  standardId: string | null;
  conformanceLevelId: string | null;
  auditFrequency: number | null;
}

/** Creates one issue per finding, in the same order; values in the body override those of the scanner. */
export async function createIssuesForFindings(
  change: ChangeContext,
  organization: Organization,
  findings: readonly Finding[],
  body: ConfirmFinding,
  createdByUserId: string | null,
): Promise<OpenedIssue[]> {
  const rows = await change.tx.query<FindingContext[]>(FINDING_CONTEXT, [
    organization.id,
    findings.map(({ id }) => id),
  ]);
  const pages = await occurrencesOf(
    change.tx,
    organization.id,
    findings.map(({ id }) => id),
  );
  const backgrounds = new Map(rows.map((row) => [row.findingId, row]));
  return createIssuesInProducts(
    change,
    findings.map((finding) => {
      const product = backgrounds.get(finding.id)!;
      const page = latestPage(pages.get(finding.id) ?? []);
      const { standardId } = effectiveConformance(product, organization);
      return {
        product: { id: finding.productId, organizationId: finding.organizationId },
        standardId: standardId ?? DEFAULT_STANDARD_ID,
        draft: {
          ...issueDraftOf({ ...finding, sourceUrl: page }),
          ...pickDefined(body, 'title', 'description', 'severity', 'impact', 'effort', 'priority'),
          testActivityId: finding.firstActivityId,
          createdByUserId,
        },
      };
    }),
  );
}

const latestPage = (occurrences: readonly Occurrence[]): string | null =>
  occurrences.toSorted((a, b) => +b.lastSeenAt - +a.lastSeenAt)[0]?.sourceUrl ?? null;

const FINDING_CONTEXT = `
  SELECT f.id AS "findingId", p.standard_id AS "standardId", p.conformance_level_id AS "conformanceLevelId",
    p.audit_frequency AS "auditFrequency"
  FROM findings f JOIN products p ON p.organization_id = f.organization_id AND p.id = f.product_id
  WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])`;
