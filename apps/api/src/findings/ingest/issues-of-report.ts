import type { RecordLimits } from '#libs/config';
import { DEFAULT_STANDARD_ID } from '../../standards/catalogue/built-in.js';
import { effectiveConformance } from '../../standards/catalogue/conformance.js';
import { toolIdentity } from '../triage/distinct-finding.js';
import { issueDraftOf } from '../triage/issue-draft.js';
import { ownersOfBarriers } from '../triage/ownership/owners-of-barriers.js';
import { createIssues } from '../../records/issues/create-issues.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { Product } from '../../products/products/product.entity.js';
import { allPositions } from '../scan-runs/finding-positions.js';
import { noteIssues } from '../../records/test-activities/outcome.js';
import type { TestActivity } from '../../records/test-activities/test-activity.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { Report } from './dto/ingest.schema.js';
import { criteriaOf, wcagEntries } from './identities.js';

/** Opens the issues of a report of people, whose findings need no triage, and notes them at its activity. */
export async function createIssuesOfReport(
  change: ChangeContext,
  limits: RecordLimits,
  { organization, product }: { organization: Organization; product: Product },
  activity: TestActivity,
  report: Report,
): Promise<void> {
  const { standardId } = effectiveConformance(product, organization);
  const areas = new Set(report.areas?.map((name) => name.toLowerCase()));
  const tool = report.tool === undefined ? null : toolIdentity(report.tool);
  const read = report.findings.map((finding) => {
    const wcag = wcagEntries(finding);
    const criteria = criteriaOf(wcag);
    const { title, description = null, severity = null, impact = null, sourceUrl = null } = finding;
    const draft = issueDraftOf({ title, description, severity, impact, sourceUrl, wcag, criteria });
    const { ruleId = null, selector = null } = finding;
    const pages = sourceUrl === null ? [] : [sourceUrl];
    return {
      draft: { ...draft, testActivityId: activity.id, createdByUserId: activity.createdByUserId },
      barrier: { productId: product.id, runId: null, pages, areas, tool, ruleId, selector, wcag, criteria },
    };
  });
  await createIssues(
    change,
    limits,
    { product, measure: { standardId: standardId ?? DEFAULT_STANDARD_ID, applicant: product } },
    read.map(({ draft }) => draft),
    ownersOfBarriers(
      organization.id,
      read.map(({ barrier }) => barrier),
    ),
  );
  const { length } = read;
  activity.issueCount = length;
  activity.delta = { new: length, known: 0, regressed: 0, spread: 0, dismissed: 0, resolved: 0, review: 0 };
  activity.introduced = allPositions(length);
  activity.fixes = null;
  await noteIssues(change.tx, activity);
}
