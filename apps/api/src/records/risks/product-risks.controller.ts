import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import {
  CurrentOrganization,
  CurrentPrincipal,
  CurrentProduct,
  CurrentRecord,
  type Principal,
} from '../../platform/http/current.js';
import { type CreatedOrFound, Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { withRevision } from '../../platform/http/entity-tag.js';
import { RecordNumber } from '../../platform/http/record-number.pipe.js';
import { IssueDto } from '../issues/dto/issue.dto.js';
import { IssuesService } from '../issues/issues.service.js';
import { pathOfIssue } from '../issues/path-of-issue.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Product } from '../../products/products/product.entity.js';
import { FunctionalNeedList, ReplaceFunctionalNeeds } from '../../standards/taxonomy/dto/functional-need.dto.js';
import { withCurrentOnConflict } from '../../platform/work/check-if-match.js';
import {
  CreateRisk,
  ListProductRisksQuery,
  MaterializedIssue,
  RiskDto,
  RiskEnvelope,
  RiskPage,
  UpdateRisk,
} from './dto/risk.dto.js';
import { MaterializeService } from './materialize.service.js';
import { type DetailedRisk, RisksService } from './risks.service.js';

/** The risks of a product. */
@RequireModule('risks')
@Resource('risks')
@Controller('v1/organizations/:orgId/products/:productSlug/risks')
export class ProductRisksController {
  constructor(
    private readonly risks: RisksService,
    private readonly materializing: MaterializeService,
    private readonly issues: IssuesService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the risks of a product',
    access: 'member',
    returns: RiskPage,
    refuses: { 400: ['search_too_broad'] },
  })
  async list(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Query() query: ListProductRisksQuery,
  ): Promise<RiskPage> {
    const { items, ...page } = await this.risks.page({ organization, product }, query);
    return { risks: items.map(({ risk, areas, linkedIssue }) => RiskDto.from(risk, areas, linkedIssue)), ...page };
  }

  @Post()
  @Endpoint({
    summary: 'Record a risk',
    access: 'member',
    returns: RiskEnvelope,
    created: ({ risk }: RiskEnvelope) => risk.number,
    refuses: { 409: ['product_archived'] },
  })
  async create(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Body() body: CreateRisk,
  ): Promise<RiskEnvelope> {
    return envelope(await this.risks.create(product, body, userId));
  }

  @Get(':riskNumber')
  @Endpoint({ summary: 'Read a risk', access: 'member', reads: RisksService, returns: RiskEnvelope })
  read(@CurrentRecord() risk: DetailedRisk): RiskEnvelope {
    return envelope(risk);
  }

  @Patch(':riskNumber')
  @Endpoint({
    summary: 'Change a risk',
    guarded: true,
    access: 'member',
    returns: RiskEnvelope,
    refuses: { 409: ['risk_materialized'] },
  })
  async update(
    @CurrentProduct() product: Product,
    @Param('riskNumber', RecordNumber) number: number,
    @Body() body: UpdateRisk,
  ): Promise<RiskEnvelope> {
    return withCurrentOnConflict(this.risks.update(product, number, body).then(envelope), () =>
      this.present(product, number),
    );
  }

  @Delete(':riskNumber')
  @Endpoint({ summary: 'Delete a risk; an issue created from it is kept', guarded: true, access: 'admin' })
  async delete(@CurrentProduct() product: Product, @Param('riskNumber', RecordNumber) number: number): Promise<void> {
    await withCurrentOnConflict(this.risks.delete(product, number), () => this.present(product, number));
  }

  @Post(':riskNumber/materialize')
  @Endpoint({
    summary: 'Create an issue from a risk that has materialized',
    access: 'member',
    returns: MaterializedIssue,
    created: 'or-found',
    found: 'The issue of an earlier call; no new one was created.',
    refuses: { 409: ['product_archived', 'limit_reached'] },
  })
  async materialize(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() { userId }: Principal,
    @Param('riskNumber', RecordNumber) number: number,
  ): Promise<CreatedOrFound<MaterializedIssue>> {
    const { issueNumber, created } = await this.materializing.materialize(product, number, userId);
    const issue = IssueDto.from(await this.issues.read(product, issueNumber));
    return {
      body: { issue },
      location: created ? pathOfIssue(product, issueNumber) : undefined,
    };
  }

  @Get(':riskNumber/functional-needs')
  @Endpoint({
    summary: 'List the functional needs affected by a risk',
    access: 'member',
    reads: RisksService,
    returns: FunctionalNeedList,
  })
  listFunctionalNeeds(@CurrentRecord() { functionalNeeds }: DetailedRisk): FunctionalNeedList {
    return { functionalNeeds };
  }

  @Put(':riskNumber/functional-needs')
  @Endpoint({
    summary: 'Replace the functional needs affected by a risk',
    guarded: true,
    access: 'member',
    returns: FunctionalNeedList,
  })
  async replaceFunctionalNeeds(
    @CurrentProduct() product: Product,
    @Param('riskNumber', RecordNumber) number: number,
    @Body() { functionalNeedIds }: ReplaceFunctionalNeeds,
  ): Promise<FunctionalNeedList> {
    const functionalNeeds = await withCurrentOnConflict(
      this.risks.replaceFunctionalNeeds(product, number, functionalNeedIds),
      () => this.present(product, number),
    );
    return { functionalNeeds };
  }

  private async present(product: Product, number: number): Promise<RiskEnvelope> {
    return envelope(await this.risks.read(product, number));
  }
}

const envelope = ({ risk, areas, linkedIssue, functionalNeeds }: DetailedRisk): RiskEnvelope =>
  withRevision({ risk: { ...RiskDto.from(risk, areas, linkedIssue), functionalNeeds } }, risk);
