import { CurrentOrganization, Endpoint, RequireModule } from '#libs/access';
import { Controller, Get, Query } from '@nestjs/common';
import { Organization } from '../organizations/organization.entity.js';
import { FindingDto, FindingPage, ListOrganizationFindingsQuery } from './dto/finding.dto.js';
import { FindingsService } from './findings.service.js';

/** The findings of an organization. */
@RequireModule('testing')
@Controller('v1/organizations/:orgId/findings')
export class FindingsController {
  constructor(private readonly findings: FindingsService) {}

  @Get()
  @Endpoint({ summary: 'List the findings of all active products', roles: 'member', returns: FindingPage })
  async list(
    @CurrentOrganization() organization: Organization,
    @Query() query: ListOrganizationFindingsQuery,
  ): Promise<FindingPage> {
    const { items, ...page } = await this.findings.page({ organization }, query);
    return { findings: items.map(FindingDto.from), ...page };
  }
}
