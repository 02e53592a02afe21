import { Controller, Get, Query } from '@nestjs/common';
import { CurrentOrganization } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Pagination } from '../../platform/lists/pagination.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import {
  ListOrganizationActivitiesQuery,
  OrganizationTestActivityPage,
  TestActivityDto,
} from './dto/test-activity.dto.js';
import { TestActivitiesService } from './test-activities.service.js';

/** The test activities of an organization. */
@RequireModule('testing')
@Resource('testActivities')
@Controller('v1/organizations/:orgId/test-activity')
export class TestActivitiesController {
  constructor(private readonly activities: TestActivitiesService) {}

  @Get()
  @Endpoint({
    summary: 'List the test activities of all active products',
    access: 'member',
    returns: OrganizationTestActivityPage,
  })
  async listInOrganization(
    @CurrentOrganization() organization: Organization,
    @Query() query: ListOrganizationActivitiesQuery,
  ): Promise<OrganizationTestActivityPage> {
    const page = await this.activities.organizationPage(organization, query);
    return {
      testActivities: page.items.map(({ activity, issueCount, product }) => ({
        ...TestActivityDto.from(activity, issueCount),
        productName: product.name,
        productSlug: product.slug,
      })),
      pagination: Pagination.of(page),
    };
  }
}
