import { inTransaction } from '#libs/database';
import { NotFound, unknownReference } from '#libs/errors';
import { present } from '#libs/rows';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { DEFAULT_STANDARD_ID } from '../catalogue/built-in.js';
import { effectiveConformance } from '../catalogue/conformance.js';
import { record } from '../events/record.js';
import { regrade } from '../grading/regrade.js';
import { Issue } from '../issues/issue.entity.js';
import { openIssues } from '../issues/open-issues.js';
import type { Organization } from '../organizations/organization.entity.js';
import { requireLive } from '../products/product-records.js';
import type { Product } from '../products/product.entity.js';
import type { ConfirmFinding } from './dto/finding.dto.js';
import { FindingResolved } from './errors.js';
import { Finding } from './finding.entity.js';
import { issueDraftOf } from './issue-draft.js';
import { effectiveStatus } from './lifecycle.js';

/** Makes issues of findings: a person says that a scanner is right. */
@Injectable()
export class ConfirmService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The finding's issue: a new one, the one that the body names, or the one that exists since an earlier confirm. */
  async confirm(
    organization: Organization,
    product: Product,
    findingId: string,
    body: ConfirmFinding,
    userId: string | null,
  ): Promise<{ finding: Finding; issue: Issue; created: boolean }> {
    return inTransaction(this.database, async (tx) => {
      const finding = await tx.findOne(Finding, {
        where: { id: findingId, productId: product.id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!finding) throw new NotFound('finding');
      const status = effectiveStatus(finding, new Date());
      if (status === 'confirmed')
        return { finding, issue: await tx.findOneByOrFail(Issue, { id: finding.issueId! }), created: false };
      const named = body.issueNumber === undefined ? null : await this.named(tx, product, body.issueNumber);
      if (status === 'resolved') throw new FindingResolved();
      await requireLive(tx, product);
      const issueId = named?.id ?? (await this.open(tx, organization, product, finding, body, userId));
      await tx.update(Finding, { id: finding.id }, { ...CONFIRMED, issueId });
      const issue = await tx.findOneByOrFail(Issue, { id: issueId });
      await record(tx, {
        organizationId: organization.id,
        productId: product.id,
        type: 'finding.confirmed',
        subject: { id: finding.id, title: finding.title },
        changes: [
          { field: 'status', from: status, to: 'confirmed' },
          { field: 'issueNumber', from: null, to: issue.number },
        ],
      });
      await regrade(tx, product.id);
      return { finding: await tx.findOneByOrFail(Finding, { id: finding.id }), issue, created: !named };
    });
  }

  private async named(tx: EntityManager, product: Product, number: number): Promise<Issue> {
    const issue = await tx.findOneBy(Issue, { productId: product.id, number });
    if (!issue) throw unknownReference('/issueNumber', 'issue');
    return issue;
  }

  private async open(
    tx: EntityManager,
    organization: Organization,
    product: Product,
    finding: Finding,
    body: ConfirmFinding,
    createdByUserId: string | null,
  ): Promise<string> {
    const { standardId } = effectiveConformance(product, organization);
    const draft = {
      ...issueDraftOf({ ...finding, sourceUrl: await this.latestPage(tx, finding) }),
      ...present(body, 'title', 'description', 'severity', 'impact', 'effort', 'priority'),
      testActivityId: finding.firstActivityId,
      createdByUserId,
    };
    const [opened] = await openIssues(tx, product, [draft], standardId ?? DEFAULT_STANDARD_ID);
    return opened!.id;
  }

  private async latestPage(tx: EntityManager, finding: Finding): Promise<string | null> {
    const [report] = await tx.query<{ page: string }[]>(
      `SELECT source_urls[1] AS page FROM finding_reports
       WHERE product_id = $1 AND finding_id = $2 AND cardinality(source_urls) > 0 ORDER BY seen_at DESC LIMIT 1`,
      [finding.productId, finding.id],
    );
    return report?.page ?? null;
  }
}

const CONFIRMED = {
  status: 'confirmed',
  dismissalReason: null,
  dismissalComment: null,
  dismissedUntil: null,
  dismissedAt: null,
  duplicateOfId: null,
} as const;
