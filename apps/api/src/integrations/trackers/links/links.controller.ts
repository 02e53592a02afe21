import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { CurrentPrincipal, CurrentProduct, type Principal } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { RecordNumber } from '../../../platform/http/record-number.pipe.js';
import { IssueEnvelope } from '../../../records/issues/dto/issue.dto.js';
import { issueEnvelope } from '../../../records/issues/issue-envelope.js';
import { IssuesService } from '../../../records/issues/issues.service.js';
import { Product } from '../../../products/products/product.entity.js';
import { withCurrentOnConflict } from '../../../platform/work/check-if-match.js';
import { LinkIssue } from '../../../records/issues/dto/issue-tracker.dto.js';
import { LinksService } from './links.service.js';

/** The issues of a product that stand in trackers. */
@RequireModule('issues')
@Resource('issueTrackers')
@Controller('v1/organizations/:orgId/products/:productSlug/issues/:issueNumber/tracker')
export class LinksController {
  constructor(
    private readonly links: LinksService,
    private readonly issues: IssuesService,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Send an issue to a tracker, or link it to an existing tracker issue',
    description: 'Carried out by a background job; `tracker` of the issue shows the result.',
    access: 'member',
    accepted: true,
    returns: IssueEnvelope,
    refuses: { 409: ['already_linked', 'tracker_issue_taken', 'tracker_off'] },
  })
  async link(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('issueNumber', RecordNumber) number: number,
    @Body() body: LinkIssue,
  ): Promise<IssueEnvelope> {
    return issueEnvelope(await this.links.link(product, number, body), userId);
  }

  @Delete()
  @Endpoint({ summary: 'Unlink an issue from a tracker; both issues are kept', guarded: true, access: 'member' })
  async unlink(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('issueNumber', RecordNumber) number: number,
  ): Promise<void> {
    await withCurrentOnConflict(this.links.unlink(product, number), async () =>
      issueEnvelope(await this.issues.read(product, number), userId),
    );
  }
}
