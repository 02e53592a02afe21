import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { CurrentOrganization } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { withRevision } from '../../platform/http/entity-tag.js';
import { RecordId } from '../../platform/http/record-number.pipe.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { withCurrentOnConflict } from '../../platform/work/check-if-match.js';
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
import { GroupDto, StandardEnvelope } from './dto/standard.dto.js';
import { GroupsService } from './groups.service.js';
import { RequirementGroup } from './requirement-group.entity.js';
import { Requirement } from './requirement.entity.js';
import { RequirementsService } from './requirements.service.js';
import { standardEnvelope } from './standard-envelope.js';

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
    summary: 'Create a custom standard',
    access: 'admin',
    returns: StandardEnvelope,
    created: ({ standard }: StandardEnvelope) => standard.slug,
    refuses: { 409: ['already_exists', 'limit_reached'] },
  })
  async create(
    @CurrentOrganization() organization: Organization,
    @Body() body: CreateStandard,
  ): Promise<StandardEnvelope> {
    return standardEnvelope(await this.standards.create(organization, body));
  }

  @Patch(':standardSlug')
  @Endpoint({
    summary: 'Change a custom standard',
    guarded: true,
    access: 'admin',
    returns: StandardEnvelope,
    refuses: { ...WRITE, 409: ['already_exists', 'limit_reached'] },
  })
  async update(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Body() body: UpdateStandard,
  ): Promise<StandardEnvelope> {
    return withCurrentOnConflict(this.standards.update(organization, slug, body).then(standardEnvelope), () =>
      this.present(organization, slug),
    );
  }

  @Delete(':standardSlug')
  @Endpoint({
    summary: 'Delete a custom standard and clear all references to it',
    guarded: true,
    access: 'admin',
    refuses: WRITE,
  })
  async delete(@CurrentOrganization() organization: Organization, @Param('standardSlug') slug: string): Promise<void> {
    await withCurrentOnConflict(this.standards.delete(organization, slug), () => this.present(organization, slug));
  }

  @Post(':standardSlug/duplicate')
  @Endpoint({
    summary: 'Duplicate a standard, with all its content, as a custom standard',
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
    return standardEnvelope(await this.standards.duplicate(organization, slug));
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
    return requirementEnvelope(await this.requirements.create(organization, slug, body));
  }

  @Get(':standardSlug/requirements/:requirementId')
  @Endpoint({ summary: 'Read a requirement', access: 'member', returns: RequirementEnvelope, refuses: READ })
  async readRequirement(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Param('requirementId', RecordId) id: string,
  ): Promise<RequirementEnvelope> {
    return requirementEnvelope(await this.requirements.read(organization, slug, id));
  }

  @Patch(':standardSlug/requirements/:requirementId')
  @Endpoint({
    summary: 'Change a requirement',
    guarded: true,
    access: 'admin',
    returns: RequirementEnvelope,
    refuses: WRITE,
  })
  async updateRequirement(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Param('requirementId', RecordId) id: string,
    @Body() body: UpdateRequirement,
  ): Promise<RequirementEnvelope> {
    return withCurrentOnConflict(this.requirements.update(organization, slug, id, body).then(requirementEnvelope), () =>
      this.readRequirement(organization, slug, id),
    );
  }

  @Delete(':standardSlug/requirements/:requirementId')
  @Endpoint({ summary: 'Delete a requirement', guarded: true, access: 'admin', refuses: WRITE })
  async deleteRequirement(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Param('requirementId', RecordId) id: string,
  ): Promise<void> {
    await withCurrentOnConflict(this.requirements.delete(organization, slug, id), () =>
      this.readRequirement(organization, slug, id),
    );
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
    return groupEnvelope(await this.groups.create(organization, slug, body));
  }

  @Get(':standardSlug/groups/:groupId')
  @Endpoint({ summary: 'Read a group', access: 'member', returns: GroupEnvelope, refuses: READ })
  async readGroup(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Param('groupId', RecordId) id: string,
  ): Promise<GroupEnvelope> {
    return groupEnvelope(await this.groups.read(organization, slug, id));
  }

  @Patch(':standardSlug/groups/:groupId')
  @Endpoint({ summary: 'Change a group', guarded: true, access: 'admin', returns: GroupEnvelope, refuses: WRITE })
  async updateGroup(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Param('groupId', RecordId) id: string,
    @Body() body: UpdateGroup,
  ): Promise<GroupEnvelope> {
    return withCurrentOnConflict(this.groups.update(organization, slug, id, body).then(groupEnvelope), () =>
      this.readGroup(organization, slug, id),
    );
  }

  @Delete(':standardSlug/groups/:groupId')
  @Endpoint({ summary: 'Delete a group; its content moves up', guarded: true, access: 'admin', refuses: WRITE })
  async deleteGroup(
    @CurrentOrganization() organization: Organization,
    @Param('standardSlug') slug: string,
    @Param('groupId', RecordId) id: string,
  ): Promise<void> {
    await withCurrentOnConflict(this.groups.delete(organization, slug, id), () =>
      this.readGroup(organization, slug, id),
    );
  }

  private async present(organization: Organization, slug: string): Promise<StandardEnvelope> {
    return standardEnvelope(await this.standards.read(organization, slug));
  }
}

const requirementEnvelope = (requirement: Requirement): RequirementEnvelope =>
  withRevision({ requirement: RequirementDto.from(requirement) }, requirement);

const groupEnvelope = (group: RequirementGroup): GroupEnvelope => withRevision({ group: GroupDto.from(group) }, group);
