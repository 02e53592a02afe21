import { CurrentProduct, Endpoint, RequireModule } from '#libs/access';
import { NotFound } from '#libs/errors';
import { RecordNumber } from '#libs/http';
import { Controller, Get, Param } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Audit } from '../audits/audit.entity.js';
import { Product } from '../products/product.entity.js';
import { TestActivity } from '../test-activities/test-activity.entity.js';
import { IssueDto, LinkedIssues } from './dto/issue.dto.js';
import { IssuesService, type TaggedIssue } from './issues.service.js';

/** The issues that an audit found. */
@RequireModule('audits')
@Controller('v1/organizations/:orgId/products/:productSlug/audits/:auditNumber/issues')
export class AuditIssuesController {
  constructor(
    private readonly issues: IssuesService,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  @Get()
  @Endpoint({ summary: 'List all issues linked to an audit', roles: 'member', returns: LinkedIssues })
  async list(
    @CurrentProduct() product: Product,
    @Param('auditNumber', RecordNumber) number: number,
  ): Promise<LinkedIssues> {
    const audit = await this.database.manager.findOneBy(Audit, { productId: product.id, number });
    if (!audit) throw new NotFound('audit');
    return linked(await this.issues.linkedTo(product, { auditId: audit.id }));
  }
}

/** The issues that a test activity found. */
@RequireModule('testing')
@Controller('v1/organizations/:orgId/products/:productSlug/test-activity/:number/issues')
export class ActivityIssuesController {
  constructor(
    private readonly issues: IssuesService,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  @Get()
  @Endpoint({ summary: 'List all issues linked to a test activity', roles: 'member', returns: LinkedIssues })
  async list(@CurrentProduct() product: Product, @Param('number', RecordNumber) number: number): Promise<LinkedIssues> {
    const activity = await this.database.manager.findOneBy(TestActivity, { productId: product.id, number });
    if (!activity) throw new NotFound('test activity');
    return linked(await this.issues.linkedTo(product, { testActivityId: activity.id }));
  }
}

const linked = (issues: TaggedIssue[]): LinkedIssues => ({
  issues: issues.map(({ issue, areas }) => IssueDto.from(issue, areas)),
});
