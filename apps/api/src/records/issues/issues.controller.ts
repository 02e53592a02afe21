import { Body, Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { BulkDeleted, BulkIds, BulkUpdated } from '../../platform/lists/bulk.dto.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { BulkIssuesService } from './bulk-issues.service.js';
import { BulkUpdateIssues, IssueDto, IssuePage, ListOrganizationIssuesQuery } from './dto/issue.dto.js';
import { IssuesService } from './issues.service.js';

/** The issues of an organization. */
@RequireModule('issues')
@Resource('issues')
@Controller('v1/organizations/:orgId/issues')
export class IssuesController {
  constructor(
    private readonly issues: IssuesService,
    private readonly bulk: BulkIssuesService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the issues of all active products',
    access: 'member',
    returns: IssuePage,
    refuses: { 400: ['search_too_broad'] },
  })
  async listInOrganization(
    @CurrentOrganization() organization: Organization,
    @CurrentPrincipal() { userId }: Principal,
    @Query() query: ListOrganizationIssuesQuery,
  ): Promise<IssuePage> {
    const { items, ...page } = await this.issues.page({ organization }, query, userId);
    return { issues: items.map(IssueDto.from), ...page };
  }

  @Patch('bulk')
  @Endpoint({ summary: 'Change many issues at once', access: 'member', returns: BulkUpdated })
  async bulkUpdate(
    @CurrentOrganization() organization: Organization,
    @Body() { data, ...named }: BulkUpdateIssues,
  ): Promise<BulkUpdated> {
    return this.bulk.update(organization, named, data);
  }

  @Delete('bulk')
  @Endpoint({ summary: 'Delete many issues at once', access: 'admin', returns: BulkDeleted })
  async bulkDelete(@CurrentOrganization() organization: Organization, @Body() named: BulkIds): Promise<BulkDeleted> {
    return this.bulk.delete(organization, named);
  }
}
