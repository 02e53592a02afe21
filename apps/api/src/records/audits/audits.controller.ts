import { Controller, Get, Query } from '@nestjs/common';
import { CurrentOrganization } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Pagination } from '../../platform/lists/pagination.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { AuditsService, type CountedAudit } from './audits.service.js';
import {
  AuditDto,
  FutureAuditList,
  type ListedAuditDto,
  ListOrganizationAuditsQuery,
  OrganizationAuditPage,
} from './dto/audit.dto.js';
import { FutureAudits } from './future-audits.js';

/** The audits of an organization. */
@RequireModule('audits')
@Resource('audits')
@Controller('v1/organizations/:orgId')
export class AuditsController {
  constructor(
    private readonly audits: AuditsService,
    private readonly schedule: FutureAudits,
  ) {}

  @Get('audits')
  @Endpoint({ summary: 'List the audits of all active products', access: 'member', returns: OrganizationAuditPage })
  async listInOrganization(
    @CurrentOrganization() organization: Organization,
    @Query() query: ListOrganizationAuditsQuery,
  ): Promise<OrganizationAuditPage> {
    const page = await this.audits.page({ organization }, query);
    return { audits: page.items.map(listed), pagination: Pagination.of(page) };
  }

  @Get('future-audits')
  @Endpoint({
    summary: 'List the next full audits due, by product',
    access: 'member',
    returns: FutureAuditList,
  })
  async listFuture(@CurrentOrganization() organization: Organization): Promise<FutureAuditList> {
    return { futureAudits: await this.schedule.list(organization) };
  }
}

const listed = ({
  audit,
  issueCount,
  product,
}: CountedAudit & { product: { name: string; slug: string } }): ListedAuditDto => ({
  ...AuditDto.from(audit, issueCount),
  productName: product.name,
  productSlug: product.slug,
});
