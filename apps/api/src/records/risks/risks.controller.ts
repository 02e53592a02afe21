import { Body, Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { CurrentOrganization } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { BulkDeleted, BulkIds, BulkUpdated } from '../../platform/lists/bulk.dto.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { BulkRisksService } from './bulk-risks.service.js';
import { RiskInsights } from './dto/insights.dto.js';
import { BulkUpdateRisks, ListOrganizationRisksQuery, RiskDto, RiskPage } from './dto/risk.dto.js';
import { riskInsights } from './insights.js';
import { RisksService } from './risks.service.js';

/** The risks of an organization. */
@RequireModule('risks')
@Resource('risks')
@Controller('v1/organizations/:orgId/risks')
export class RisksController {
  constructor(
    private readonly risks: RisksService,
    private readonly bulk: BulkRisksService,
    private readonly replicas: ReplicaReads,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the risks of all products',
    access: 'member',
    returns: RiskPage,
    refuses: { 400: ['search_too_broad'] },
  })
  async listInOrganization(
    @CurrentOrganization() organization: Organization,
    @Query() query: ListOrganizationRisksQuery,
  ): Promise<RiskPage> {
    const { items, ...page } = await this.risks.page({ organization }, query);
    return { risks: items.map(({ risk, areas, linkedIssue }) => RiskDto.from(risk, areas, linkedIssue)), ...page };
  }

  @Get('insights')
  @Endpoint({
    summary: 'Count risks by status, likelihood, impact and product',
    access: 'member',
    returns: RiskInsights,
  })
  async readInsights(@CurrentOrganization() organization: Organization): Promise<RiskInsights> {
    return this.replicas.read((manager) => riskInsights(manager, organization.id));
  }

  @Patch('bulk')
  @Endpoint({
    summary: 'Change many risks at once',
    access: 'member',
    returns: BulkUpdated,
    refuses: { 409: ['risk_materialized'] },
  })
  async bulkUpdate(
    @CurrentOrganization() organization: Organization,
    @Body() { data, ...named }: BulkUpdateRisks,
  ): Promise<BulkUpdated> {
    return this.bulk.update(organization, named, data);
  }

  @Delete('bulk')
  @Endpoint({ summary: 'Delete many risks at once', access: 'admin', returns: BulkDeleted })
  async bulkDelete(@CurrentOrganization() organization: Organization, @Body() named: BulkIds): Promise<BulkDeleted> {
    return this.bulk.delete(organization, named);
  }
}
