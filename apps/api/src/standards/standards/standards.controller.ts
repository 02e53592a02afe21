import { Controller, Get, Param, Query } from '@nestjs/common';
import { CurrentOrganization } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { RequirementDto, RequirementList } from './dto/requirement.dto.js';
import {
  GroupDto,
  GroupList,
  ListRequirementsQuery,
  StandardDto,
  StandardEnvelope,
  StandardList,
} from './dto/standard.dto.js';
import { standardEnvelope } from './standard-envelope.js';
import { StandardsService } from './standards.service.js';

const REFUSES = { 404: ['not_found'] };

/** The standards that an organization can use. */
@RequireModule('core')
@Resource('standards')
@Controller('v1/organizations/:orgId/standards')
export class StandardsController {
  constructor(private readonly standards: StandardsService) {}

  @Get()
  @Endpoint({ summary: 'List the built-in and custom standards', access: 'member', returns: StandardList })
  async list(@CurrentOrganization() organization: Organization): Promise<StandardList> {
    return { standards: (await this.standards.list(organization)).map(StandardDto.from) };
  }

  @Get(':standardSlug')
  @Endpoint({ summary: 'Read a standard', access: 'member', returns: StandardEnvelope, refuses: REFUSES })
  async read(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
  ): Promise<StandardEnvelope> {
    return standardEnvelope(await this.standards.read(organization, slug));
  }

  @Get(':standardSlug/requirements')
  @Endpoint({
    summary: 'List the requirements of a standard',
    access: 'member',
    returns: RequirementList,
    refuses: REFUSES,
  })
  async listRequirements(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Query() query: ListRequirementsQuery,
  ): Promise<RequirementList> {
    return { requirements: (await this.standards.requirements(organization, slug, query)).map(RequirementDto.from) };
  }

  @Get(':standardSlug/groups')
  @Endpoint({ summary: 'List the groups of a standard', access: 'member', returns: GroupList, refuses: REFUSES })
  async listGroups(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
  ): Promise<GroupList> {
    return { groups: (await this.standards.groups(organization, slug)).map(GroupDto.from) };
  }
}
