import { Settings } from '#libs/config';
import { Controller, Delete, Get, Param, Patch, Post, Put, Query, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentOrganization } from '../../../platform/http/current.js';
import { Resource } from '../../../platform/http/endpoint.js';
import { ScimBody, ScimEndpoint } from '../admission/scim-endpoint.js';
import { type ProvisionedOrganization, ScimGuard } from '../admission/scim.guard.js';
import { isSelected, selected, type Selection, selectionOf } from '../protocol/attributes.js';
import { GROUP_FILTERS, parseFilter } from '../protocol/filter.js';
import { pageOf } from '../protocol/paging.js';
import { ScimListQuery, ScimQuery } from '../protocol/queries.dto.js';
import { listOf, scimBaseOf, type ScimList, type ScimResource } from '../protocol/scim.js';
import { groupResource, type ShownGroup } from './group-resource.js';
import { ProvisionedGroups } from './groups.service.js';

const FAULTY = ['scim_invalid_syntax', 'scim_invalid_value'];
/** A group may let people in. */
const CONFLICTS = ['scim_uniqueness', 'already_exists', 'limit_reached'];
const ABSENT = { 404: ['not_found'] };

/** The groups of people of an organization, as its provider tells of them. */
@UseGuards(ScimGuard)
@Resource('scim')
@Controller('api/scim/v2/:orgId/Groups')
export class GroupsController {
  constructor(
    private readonly groups: ProvisionedGroups,
    private readonly settings: Settings,
  ) {}

  @Get()
  @ScimEndpoint({
    summary: 'List groups',
    refuses: { 400: ['scim_invalid_filter', 'scim_invalid_value'] },
  })
  async listGroups(
    @CurrentOrganization() { id }: ProvisionedOrganization,
    @Query() query: ScimListQuery,
  ): Promise<ScimList> {
    const [page, selection] = [pageOf(query), selectionOf(query)];
    const filter = parseFilter(query.filter, GROUP_FILTERS);
    const { groups, total } = await this.groups.list(id, filter, page, withMembers(selection));
    const resources = groups.map((group) => this.shown(id, group, selection));
    return listOf(resources, total, page.startIndex);
  }

  @Get(':scimId')
  @ScimEndpoint({ summary: 'Read a group', refuses: ABSENT })
  async readGroup(
    @CurrentOrganization() { id }: ProvisionedOrganization,
    @Param('scimId') groupId: string,
    @Query() query: ScimQuery,
  ): Promise<ScimResource> {
    const selection = selectionOf(query);
    return this.shown(id, await this.groups.read(id, groupId, withMembers(selection)), selection);
  }

  @Post()
  @ScimEndpoint({
    summary: 'Create a group',
    description:
      'The role and team of its members are configured in the sign-in settings, by the name or the externalId of the group. Nested groups are not supported.',
    created: true,
    refuses: { 400: FAULTY, 409: CONFLICTS },
  })
  async createGroup(
    @CurrentOrganization() { id }: ProvisionedOrganization,
    @ScimBody() body: unknown,
    @Query() query: ScimQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ScimResource> {
    const selection = selectionOf(query);
    const group = await this.groups.create(id, body, withMembers(selection));
    response.location(`${scimBaseOf(this.settings.publicUrl, id)}/Groups/${group.id}`);
    return this.shown(id, group, selection);
  }

  @Put(':scimId')
  @ScimEndpoint({
    summary: 'Replace a group',
    refuses: { 400: FAULTY, 409: CONFLICTS, ...ABSENT },
  })
  async replaceGroup(
    @CurrentOrganization() { id }: ProvisionedOrganization,
    @Param('scimId') groupId: string,
    @ScimBody() body: unknown,
    @Query() query: ScimQuery,
  ): Promise<ScimResource> {
    const selection = selectionOf(query);
    return this.shown(id, await this.groups.replace(id, groupId, body, withMembers(selection)), selection);
  }

  @Patch(':scimId')
  @ScimEndpoint({
    summary: 'Update a group',
    refuses: { 400: [...FAULTY, 'scim_invalid_path'], 409: CONFLICTS, ...ABSENT },
  })
  async patchGroup(
    @CurrentOrganization() { id }: ProvisionedOrganization,
    @Param('scimId') groupId: string,
    @ScimBody() body: unknown,
    @Query() query: ScimQuery,
  ): Promise<ScimResource> {
    const selection = selectionOf(query);
    return this.shown(id, await this.groups.patch(id, groupId, body, withMembers(selection)), selection);
  }

  @Delete(':scimId')
  @ScimEndpoint({ summary: 'Delete a group, with the roles and teams it assigned', nothing: true, refuses: ABSENT })
  async deleteGroup(
    @CurrentOrganization() { id }: ProvisionedOrganization,
    @Param('scimId') groupId: string,
  ): Promise<void> {
    await this.groups.delete(id, groupId);
  }

  private shown(organizationId: string, group: ShownGroup, selection: Selection): ScimResource {
    return selected(groupResource(group, scimBaseOf(this.settings.publicUrl, organizationId)), selection);
  }
}

const withMembers = (selection: Selection): boolean => isSelected(selection, 'members');
