import { Controller, Get, Param } from '@nestjs/common';
import { CurrentProduct } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { RecordNumber } from '../../platform/http/record-number.pipe.js';
import { Product } from '../../products/products/product.entity.js';
import { IssueDto, LinkedIssues } from './dto/issue.dto.js';
import { LinkedIssuesService } from './linked-issues.service.js';

/** The issues that an audit found. */
@RequireModule('audits')
@Resource('issues')
@Controller('v1/organizations/:orgId/products/:productSlug/audits/:auditNumber/issues')
export class AuditIssuesController {
  constructor(private readonly linked: LinkedIssuesService) {}

  @Get()
  @Endpoint({ summary: 'List all issues linked to an audit', access: 'member', returns: LinkedIssues })
  async listOfAudit(
    @CurrentProduct() product: Product,
    @Param('auditNumber', RecordNumber) number: number,
  ): Promise<LinkedIssues> {
    return { issues: (await this.linked.ofAudit(product, number)).map(IssueDto.from) };
  }
}

/** The issues that a test activity found. */
@RequireModule('testing')
@Resource('issues')
@Controller('v1/organizations/:orgId/products/:productSlug/test-activity/:number/issues')
export class ActivityIssuesController {
  constructor(private readonly linked: LinkedIssuesService) {}

  @Get()
  @Endpoint({
    summary: 'List all issues linked to a test activity',
    access: 'member',
    returns: LinkedIssues,
    refuses: { 410: ['run_thinned'] },
  })
  async listOfTestActivity(
    @CurrentProduct() product: Product,
    @Param('number', RecordNumber) number: number,
  ): Promise<LinkedIssues> {
    return { issues: (await this.linked.ofActivity(product, number)).map(IssueDto.from) };
  }
}
