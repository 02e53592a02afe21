import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import {
  CurrentOrganization,
  CurrentPrincipal,
  CurrentProduct,
  CurrentRecord,
  type Principal,
} from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { RecordNumber } from '../../platform/http/record-number.pipe.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Product } from '../../products/products/product.entity.js';
import { FailedRequirementList } from './dto/failed-requirements.dto.js';
import { FunctionalNeedList, ReplaceFunctionalNeeds } from '../../standards/taxonomy/dto/functional-need.dto.js';
import { withCurrentOnConflict } from '../../platform/work/check-if-match.js';
import {
  CreateIssue,
  IssueDto,
  IssueEnvelope,
  IssuePage,
  ListProductIssuesQuery,
  ReplaceRequirements,
  UpdateIssue,
} from './dto/issue.dto.js';
import { issueEnvelope } from './issue-envelope.js';
import { IssueRequirementsService } from './issue-requirements.service.js';
import { type DetailedIssue, IssuesService } from './issues.service.js';

/** The issues of a product. */
@RequireModule('issues')
@Resource('issues')
@Controller('v1/organizations/:orgId/products/:productSlug/issues')
export class ProductIssuesController {
  constructor(
    private readonly issues: IssuesService,
    private readonly links: IssueRequirementsService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the issues of a product',
    access: 'member',
    returns: IssuePage,
    refuses: { 400: ['search_too_broad'] },
  })
  async list(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Query() query: ListProductIssuesQuery,
  ): Promise<IssuePage> {
    const { items, ...page } = await this.issues.page({ organization, product }, query, userId);
    return { issues: items.map(IssueDto.from), ...page };
  }

  @Post()
  @Endpoint({
    summary: 'Report an issue',
    access: 'member',
    returns: IssueEnvelope,
    created: ({ issue }: IssueEnvelope) => issue.number,
    refuses: { 409: ['product_archived', 'limit_reached'] },
  })
  async create(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Body() body: CreateIssue,
  ): Promise<IssueEnvelope> {
    return issueEnvelope(await this.issues.create(product, body, userId), userId);
  }

  @Get(':issueNumber')
  @Endpoint({ summary: 'Read an issue', access: 'member', reads: IssuesService, returns: IssueEnvelope })
  read(@CurrentRecord() issue: DetailedIssue, @CurrentPrincipal() { userId }: Principal): IssueEnvelope {
    return issueEnvelope(issue, userId);
  }

  @Patch(':issueNumber')
  @Endpoint({ summary: 'Change an issue', guarded: true, access: 'member', returns: IssueEnvelope })
  async update(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('issueNumber', RecordNumber) number: number,
    @Body() body: UpdateIssue,
  ): Promise<IssueEnvelope> {
    const changed = await withCurrentOnConflict(this.issues.update(product, number, body), () =>
      this.present(product, number, userId),
    );
    return issueEnvelope(changed, userId);
  }

  @Delete(':issueNumber')
  @Endpoint({ summary: 'Delete an issue; its confirmed findings become pending again', guarded: true, access: 'admin' })
  async delete(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('issueNumber', RecordNumber) number: number,
  ): Promise<void> {
    await withCurrentOnConflict(this.issues.delete(product, number), () => this.present(product, number, userId));
  }

  @Post(':issueNumber/watch')
  @Endpoint({ summary: 'Watch an issue', access: 'member', returns: IssueEnvelope })
  async watch(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('issueNumber', RecordNumber) number: number,
  ): Promise<IssueEnvelope> {
    return issueEnvelope(await this.issues.watch(product, number, userId!), userId);
  }

  @Post(':issueNumber/unwatch')
  @Endpoint({ summary: 'Stop watching an issue', access: 'member', returns: IssueEnvelope })
  async unwatch(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('issueNumber', RecordNumber) number: number,
  ): Promise<IssueEnvelope> {
    return issueEnvelope(await this.issues.unwatch(product, number, userId!), userId);
  }

  @Get(':issueNumber/requirements')
  @Endpoint({ summary: 'List the requirements that an issue fails', access: 'member', returns: FailedRequirementList })
  async listRequirements(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Param('issueNumber', RecordNumber) number: number,
  ): Promise<FailedRequirementList> {
    return FailedRequirementList.from(await this.links.list(organization, product, number));
  }

  @Put(':issueNumber/requirements')
  @Endpoint({
    summary: 'Replace the requirements that an issue fails',
    guarded: true,
    access: 'member',
    returns: FailedRequirementList,
  })
  async replaceRequirements(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('issueNumber', RecordNumber) number: number,
    @Body() { requirementIds }: ReplaceRequirements,
  ): Promise<FailedRequirementList> {
    const failed = await withCurrentOnConflict(this.links.replace(organization, product, number, requirementIds), () =>
      this.present(product, number, userId),
    );
    return FailedRequirementList.from(failed);
  }

  @Get(':issueNumber/functional-needs')
  @Endpoint({
    summary: 'List the functional needs affected by an issue',
    access: 'member',
    reads: IssuesService,
    returns: FunctionalNeedList,
  })
  listFunctionalNeeds(@CurrentRecord() { functionalNeeds }: DetailedIssue): FunctionalNeedList {
    return { functionalNeeds };
  }

  @Put(':issueNumber/functional-needs')
  @Endpoint({
    summary: 'Replace the functional needs affected by an issue',
    guarded: true,
    access: 'member',
    returns: FunctionalNeedList,
  })
  async replaceFunctionalNeeds(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('issueNumber', RecordNumber) number: number,
    @Body() { functionalNeedIds }: ReplaceFunctionalNeeds,
  ): Promise<FunctionalNeedList> {
    const functionalNeeds = await withCurrentOnConflict(
      this.issues.replaceFunctionalNeeds(product, number, functionalNeedIds),
      () => this.present(product, number, userId),
    );
    return { functionalNeeds };
  }

  private async present(product: Product, number: number, userId: string | null): Promise<IssueEnvelope> {
    return issueEnvelope(await this.issues.read(product, number), userId);
  }
}
