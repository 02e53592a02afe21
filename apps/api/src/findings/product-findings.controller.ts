import {
  CurrentOrganization,
  CurrentPrincipal,
  CurrentProduct,
  Endpoint,
  type Principal,
  RequireModule,
} from '#libs/access';
import { RecordId } from '#libs/http';
import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { IssueDto } from '../issues/dto/issue.dto.js';
import { Organization } from '../organizations/organization.entity.js';
import { IssuesService } from '../issues/issues.service.js';
import { Product } from '../products/product.entity.js';
import { ConfirmService } from './confirm.service.js';
import {
  ConfirmedFinding,
  ConfirmFinding,
  type DetailedFindingDto,
  FindingDto,
  FindingEnvelope,
  FindingPage,
  ListFindingsQuery,
} from './dto/finding.dto.js';
import { type DetailedFinding, FindingsService } from './findings.service.js';
import { actionsOf } from './lifecycle.js';

/** The findings of a product, and what people make of them. */
@RequireModule('testing')
@Controller('v1/organizations/:orgId/products/:productSlug/findings')
export class ProductFindingsController {
  constructor(
    private readonly findings: FindingsService,
    private readonly triage: ConfirmService,
    private readonly issues: IssuesService,
  ) {}

  @Get()
  @Endpoint({ summary: 'List the findings of a product', roles: 'member', returns: FindingPage })
  async list(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Query() query: ListFindingsQuery,
  ): Promise<FindingPage> {
    const { items, ...page } = await this.findings.page({ organization, product }, query);
    return { findings: items.map(FindingDto.from), ...page };
  }

  @Get(':findingId')
  @Endpoint({ summary: 'Read a finding with its pages', roles: 'member', returns: FindingEnvelope })
  async read(@CurrentProduct() product: Product, @Param('findingId', RecordId) id: string): Promise<FindingEnvelope> {
    return { finding: detailed(await this.findings.read(product, id)) };
  }

  @Post(':findingId/confirm')
  @Endpoint({
    summary: 'Make an issue of a finding',
    description: 'Answers 200 with the issue that exists, where there is one or `issueNumber` names one.',
    roles: 'member',
    returns: ConfirmedFinding,
    created: true,
    also: [200],
    refuses: { 409: ['finding_resolved', 'product_archived'] },
  })
  async confirm(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('findingId', RecordId) id: string,
    @Body() body: ConfirmFinding,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConfirmedFinding> {
    const { created, issue } = await this.triage.confirm(organization, product, id, body, userId);
    if (created)
      response.setHeader(
        'Location',
        `/v1/organizations/${organization.id}/products/${product.slug}/issues/${issue.number}`,
      );
    else response.status(200);
    const tagged = await this.issues.read(product, issue.number);
    return {
      finding: detailed(await this.findings.read(product, id)),
      issue: IssueDto.from(tagged.issue, tagged.areas),
    };
  }
}

function detailed({ finding, occurrences, issue }: DetailedFinding): DetailedFindingDto {
  const shown = FindingDto.from(finding);
  return { ...shown, occurrences, issue, actions: actionsOf(shown.status) };
}
