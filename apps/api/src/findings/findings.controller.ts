import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, type Principal } from '../http/current.js';
import { Endpoint, RequireModule, Resource } from '../http/endpoint.js';
import { BulkUpdated } from '../lists/bulk.dto.js';
import { Organization } from '../organizations/organization.entity.js';
import { FindingDto, FindingPage, ListOrganizationFindingsQuery } from './dto/finding.dto.js';
import { BulkTriage } from './dto/triage.dto.js';
import { FindingsService } from './findings.service.js';
import { TriageService } from './triage.service.js';

/** The findings of an organization. */
@RequireModule('testing')
@Resource('findings')
@Controller('v1/organizations/:orgId/findings')
export class FindingsController {
  constructor(
    private readonly findings: FindingsService,
    private readonly triage: TriageService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the findings of all active products',
    access: 'member',
    returns: FindingPage,
    refuses: { 400: ['search_too_broad'] },
  })
  async listInOrganization(
    @CurrentOrganization() organization: Organization,
    @Query() query: ListOrganizationFindingsQuery,
  ): Promise<FindingPage> {
    const { items, ...page } = await this.findings.page({ organization }, query);
    return { findings: items.map(FindingDto.from), ...page };
  }

  @Patch('bulk')
  @Endpoint({
    summary: 'Confirm, dismiss or reopen many findings at once: all or nothing',
    access: 'member',
    returns: BulkUpdated,
    refuses: { 409: ['finding_confirmed', 'finding_resolved', 'product_archived', 'limit_reached'] },
  })
  async bulkTriage(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() { userId }: Principal,
    @Body() { ids, data }: BulkTriage,
  ): Promise<BulkUpdated> {
    return this.triage.bulk(organization, ids, data, userId);
  }
}
