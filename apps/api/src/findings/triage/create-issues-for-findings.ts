import type { RecordLimits } from '#libs/config';
import { query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import { DEFAULT_STANDARD_ID } from '../../standards/catalogue/built-in.js';
import { effectiveConformance } from '../../standards/catalogue/conformance.js';
import { tagIssues } from '../../records/issues/tag-issues.js';
import { createIssuesInProducts, type OpenedIssue } from '../../records/issues/create-issues.js';
import { pickDefined } from '../../platform/lists/changed-fields.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { ConfirmFinding } from './dto/triage.dto.js';
import type { Finding } from './finding.entity.js';
import { FINDING_CONTEXT } from './findings.sql.js';
import { issueDraftOf } from './issue-draft.js';
import { newestPage, occurrencesOf } from './occurrences.js';
import { ownersOfBarriers } from './ownership/owners-of-barriers.js';

/**
 * Creates one issue per finding, in the same order, or the one of all; values in the body override those of the
 * scanner.
 */
export async function createIssuesForFindings(
  change: ChangeContext,
  limits: RecordLimits,
  organization: Organization,
  findings: readonly Finding[],
  body: ConfirmFinding & { asOne?: boolean },
  createdByUserId: string | null,
): Promise<OpenedIssue[]> {
  if (body.asOne) {
    const issues = await createIssuesForFindings(
      change,
      limits,
      organization,
      [asOne(findings)],
      { ...body, asOne: false } as ConfirmFinding,
      createdByUserId,
    );
    return findings.map(() => issues[0]!);
  }
  const ids = findings.map(({ id }) => id);
  const rows = await query(change.tx, FINDING_CONTEXT, [organization.id, ids]);
  const pages = await occurrencesOf(change.tx, organization.id, ids);
  const backgrounds = new Map(rows.map((row) => [row.findingId, row]));
  const areas = new Set(body.areaIds?.map((id) => id.toLowerCase()));
  const barriers = findings.map((finding) => ({
    ...finding,
    runId: finding.firstActivityId,
    pages: (pages.get(finding.id) ?? []).map(({ sourceUrl }) => sourceUrl),
    areas,
  }));
  const issues = await createIssuesInProducts(
    change,
    limits,
    await mapInSlices(findings, (finding) => {
      const product = backgrounds.get(finding.id)!;
      const page = newestPage(pages.get(finding.id) ?? []);
      const { standardId } = effectiveConformance(product, organization);
      return {
        product: { id: finding.productId, organizationId: finding.organizationId },
        measure: { standardId: standardId ?? DEFAULT_STANDARD_ID, applicant: product },
        draft: {
          ...issueDraftOf({ ...finding, sourceUrl: page }),
          ...pickDefined(body, 'title', 'description', 'severity', 'impact', 'effort', 'priority'),
          testActivityId: finding.firstActivityId,
          createdByUserId,
        },
      };
    }),
    ownersOfBarriers(organization.id, barriers),
  );
  const { organizationId, productId } = findings[0]!;
  const product = { organizationId, id: productId };
  const issueIds = issues.map(({ id }) => id);
  if (body.areaIds) await tagIssues(change.tx, product, issueIds, body.areaIds);
  return issues;
}

const HEAVIEST_FIRST = ['high', 'medium', 'low', null];

/** The most criteria that the issue of many findings names. */
const MOST_CRITERIA = 20;

/** The finding that stands for all: the heaviest, with what all of them concern. */
function asOne(findings: readonly Finding[]): Finding {
  const weight = ({ severity }: Finding): number => HEAVIEST_FIRST.indexOf(severity);
  const [first] = findings.toSorted((a, b) => weight(a) - weight(b) || +a.createdAt - +b.createdAt);
  const all = (of: (finding: Finding) => readonly string[]): string[] =>
    [...new Set(findings.flatMap(of))].slice(0, MOST_CRITERIA);
  return { ...first!, wcag: all(({ wcag }) => wcag), criteria: all(({ criteria }) => criteria) };
}
