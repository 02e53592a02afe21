import { CurrentOrganization, Endpoint, RequireModule, Resource } from '#libs/access';
import { RecordId } from '#libs/http';
import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { Organization } from '../organizations/organization.entity.js';
import { CustomStandardsService } from './custom-standards.service.js';
import {
  CreateGroup,
  CreateRequirement,
  CreateStandard,
  GroupEnvelope,
  RequirementEnvelope,
  UpdateGroup,
  UpdateRequirement,
  UpdateStandard,
} from './dto/custom-standard.dto.js';
import { RequirementDto } from './dto/requirement.dto.js';
import { StandardEnvelope } from './dto/standard.dto.js';
import { GroupsService } from './groups.service.js';
import { RequirementsService } from './requirements.service.js';

const READ = { 404: ['not_found'] };
const WRITE = { 403: ['standard_read_only'], 404: ['not_found'] };

/** Custom standards of an organization. */
@RequireModule('core')
@Resource('standards')
@Controller('v1/organizations/:orgId/standards')
export class CustomStandardsController {
  constructor(
    private readonly standards: CustomStandardsService,
    private readonly requirements: RequirementsService,
    private readonly groups: GroupsService,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Make a standard of your own',
    access: 'admin',
    returns: StandardEnvelope,
    created: ({ standard }: StandardEnvelope) => standard.slug,
    refuses: { 409: ['already_exists', 'limit_reached'] },
  })
  async create(
    @CurrentOrganization() organization: Organization,
    @Body() body: CreateStandard,
  ): Promise<StandardEnvelope> {
    return { standard: await this.standards.create(organization, body) };
  }

  @Patch(':standardSlug')
  @Endpoint({
    summary: 'Change a standard of your own',
    access: 'admin',
    returns: StandardEnvelope,
    refuses: { ...WRITE, 409: ['already_exists', 'limit_reached'] },
  })
  async update(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Body() body: UpdateStandard,
  ): Promise<StandardEnvelope> {
    return { standard: await this.standards.update(organization, slug, body) };
  }

  @Delete(':standardSlug')
  @Endpoint({ summary: 'Delete a standard of your own; references to it are cleared', access: 'admin', refuses: WRITE })
  async delete(@CurrentOrganization() organization: Organization, @Param('standardSlug') slug: string): Promise<void> {
    await this.standards.delete(organization, slug);
  }

  @Post(':standardSlug/duplicate')
  @Endpoint({
    summary: 'Copy any standard, with all that is in it, into one of your own',
    access: 'admin',
    returns: StandardEnvelope,
    created: ({ standard }: StandardEnvelope) =>
      `/v1/organizations/${standard.organizationId}/standards/${standard.slug}`,
    refuses: { ...READ, 409: ['already_exists', 'limit_reached'] },
  })
  async duplicate(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
  ): Promise<StandardEnvelope> {
    return { standard: await this.standards.duplicate(organization, slug) };
  }

  @Post(':standardSlug/requirements')
  @Endpoint({
    summary: 'Add a requirement',
    access: 'admin',
    returns: RequirementEnvelope,
    created: ({ requirement }: RequirementEnvelope) => requirement.id,
    refuses: { ...WRITE, 409: ['limit_reached'] },
  })
  async addRequirement(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Body() body: CreateRequirement,
  ): Promise<RequirementEnvelope> {
    return { requirement: RequirementDto.from(await this.requirements.create(organization, slug, body)) };
  }

  @Get(':standardSlug/requirements/:requirementId')
  @Endpoint({ summary: 'Read a requirement', access: 'member', returns: RequirementEnvelope, refuses: READ })
  async readRequirement(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Param('requirementId', RecordId) id: string,
  ): Promise<RequirementEnvelope> {
    return { requirement: RequirementDto.from(await this.requirements.read(organization, slug, id)) };
  }

  @Patch(':standardSlug/requirements/:requirementId')
  @Endpoint({ summary: 'Change a requirement', access: 'admin', returns: RequirementEnvelope, refuses: WRITE })
  async updateRequirement(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Param('requirementId', RecordId) id: string,
    @Body() body: UpdateRequirement,
  ): Promise<RequirementEnvelope> {
    return { requirement: RequirementDto.from(await this.requirements.update(organization, slug, id, body)) };
  }

  @Delete(':standardSlug/requirements/:requirementId')
  @Endpoint({ summary: 'Delete a requirement', access: 'admin', refuses: WRITE })
  async deleteRequirement(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Param('requirementId', RecordId) id: string,
  ): Promise<void> {
    await this.requirements.delete(organization, slug, id);
  }

  @Post(':standardSlug/groups')
  @Endpoint({
    summary: 'Add a group',
    access: 'admin',
    returns: GroupEnvelope,
    created: ({ group }: GroupEnvelope) => group.id,
    refuses: { ...WRITE, 409: ['limit_reached'] },
  })
  async addGroup(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Body() body: CreateGroup,
  ): Promise<GroupEnvelope> {
    return { group: await this.groups.create(organization, slug, body) };
  }

  @Get(':standardSlug/groups/:groupId')
  @Endpoint({ summary: 'Read a group', access: 'member', returns: GroupEnvelope, refuses: READ })
  async readGroup(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Param('groupId', RecordId) id: string,
  ): Promise<GroupEnvelope> {
    return { group: await this.groups.read(organization, slug, id) };
  }

  @Patch(':standardSlug/groups/:groupId')
  @Endpoint({ summary: 'Change a group', access: 'admin', returns: GroupEnvelope, refuses: WRITE })
  async updateGroup(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Param('groupId', RecordId) id: string,
    @Body() body: UpdateGroup,
  ): Promise<GroupEnvelope> {
    return { group: await this.groups.update(organization, slug, id, body) };
  }

  @Delete(':standardSlug/groups/:groupId')
  @Endpoint({ summary: 'Delete a group; what is in it moves up', access: 'admin', refuses: WRITE })
  async deleteGroup(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Param('groupId', RecordId) id: string,
  ): Promise<void> {
    await this.groups.delete(organization, slug, id);
  }
}
