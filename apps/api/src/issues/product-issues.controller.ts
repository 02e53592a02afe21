import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import {
  CurrentOrganization,
  CurrentPrincipal,
  CurrentProduct,
  CurrentRecord,
  type Principal,
} from '../http/current.js';
import { Endpoint, RequireModule, Resource } from '../http/endpoint.js';
import { withRevision } from '../http/entity-tag.js';
import { RecordNumber } from '../http/record-number.pipe.js';
import { Organization } from '../organizations/organization.entity.js';
import { Product } from '../products/product.entity.js';
import { RequirementDto, RequirementList } from '../standards/dto/requirement.dto.js';
import { FunctionalNeedList, ReplaceFunctionalNeeds } from '../taxonomy/dto/functional-need.dto.js';
import { withCurrentOnConflict } from '../work/check-if-match.js';
import {
  CreateIssue,
  IssueDto,
  IssueEnvelope,
  IssuePage,
  ListIssuesQuery,
  ReplaceRequirements,
  UpdateIssue,
} from './dto/issue.dto.js';
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
    @Query() query: ListIssuesQuery,
  ): Promise<IssuePage> {
    const { items, ...page } = await this.issues.page({ organization, product }, query);
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
    return envelope(await this.issues.create(product, body, userId));
  }

  @Get(':issueNumber')
  @Endpoint({ summary: 'Read an issue', access: 'member', reads: IssuesService, returns: IssueEnvelope })
  read(@CurrentRecord() issue: DetailedIssue): IssueEnvelope {
    return envelope(issue);
  }

  @Patch(':issueNumber')
  @Endpoint({ summary: 'Change an issue', guarded: true, access: 'member', returns: IssueEnvelope })
  async update(
    @CurrentProduct() product: Product,
    @Param('issueNumber', RecordNumber) number: number,
    @Body() body: UpdateIssue,
  ): Promise<IssueEnvelope> {
    return withCurrentOnConflict(this.issues.update(product, number, body).then(envelope), () =>
      this.present(product, number),
    );
  }

  @Delete(':issueNumber')
  @Endpoint({ summary: 'Delete an issue; findings confirmed as it await triage again', guarded: true, access: 'admin' })
  async delete(@CurrentProduct() product: Product, @Param('issueNumber', RecordNumber) number: number): Promise<void> {
    await withCurrentOnConflict(this.issues.delete(product, number), () => this.present(product, number));
  }

  @Get(':issueNumber/requirements')
  @Endpoint({ summary: 'List the requirements that an issue fails', access: 'member', returns: RequirementList })
  async listRequirements(
    @CurrentProduct() product: Product,
    @Param('issueNumber', RecordNumber) number: number,
  ): Promise<RequirementList> {
    return { requirements: (await this.links.list(product, number)).map(RequirementDto.from) };
  }

  @Put(':issueNumber/requirements')
  @Endpoint({
    summary: 'Replace the requirements that an issue fails',
    guarded: true,
    access: 'member',
    returns: RequirementList,
  })
  async replaceRequirements(
    @CurrentProduct() product: Product,
    @Param('issueNumber', RecordNumber) number: number,
    @Body() { requirementIds }: ReplaceRequirements,
  ): Promise<RequirementList> {
    const requirements = await withCurrentOnConflict(this.links.replace(product, number, requirementIds), () =>
      this.present(product, number),
    );
    return { requirements: requirements.map(RequirementDto.from) };
  }

  @Get(':issueNumber/functional-needs')
  @Endpoint({
    summary: 'List the functional needs that an issue concerns',
    access: 'member',
    reads: IssuesService,
    returns: FunctionalNeedList,
  })
  listFunctionalNeeds(@CurrentRecord() { functionalNeeds }: DetailedIssue): FunctionalNeedList {
    return { functionalNeeds };
  }

  @Put(':issueNumber/functional-needs')
  @Endpoint({
    summary: 'Replace the functional needs that an issue concerns',
    guarded: true,
    access: 'member',
    returns: FunctionalNeedList,
  })
  async replaceFunctionalNeeds(
    @CurrentProduct() product: Product,
    @Param('issueNumber', RecordNumber) number: number,
    @Body() { functionalNeedIds }: ReplaceFunctionalNeeds,
  ): Promise<FunctionalNeedList> {
    const functionalNeeds = await withCurrentOnConflict(
      this.issues.replaceFunctionalNeeds(product, number, functionalNeedIds),
      () => this.present(product, number),
    );
    return { functionalNeeds };
  }

  private async present(product: Product, number: number): Promise<IssueEnvelope> {
    return envelope(await this.issues.read(product, number));
  }
}

const envelope = (issue: DetailedIssue): IssueEnvelope =>
  withRevision({ issue: { ...IssueDto.from(issue), functionalNeeds: issue.functionalNeeds } }, issue.issue);
