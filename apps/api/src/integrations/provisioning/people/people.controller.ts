import { Settings } from '#libs/config';
import { Controller, Delete, Get, Param, Patch, Post, Put, Query, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentOrganization } from '../../../platform/http/current.js';
import { Resource } from '../../../platform/http/endpoint.js';
import { ScimBody, ScimEndpoint } from '../admission/scim-endpoint.js';
import { type ProvisionedOrganization, ScimGuard } from '../admission/scim.guard.js';
import { isSelected, selected, selectionOf } from '../protocol/attributes.js';
import { parseFilter, USER_FILTERS } from '../protocol/filter.js';
import { pageOf } from '../protocol/paging.js';
import { ScimListQuery, ScimQuery } from '../protocol/queries.dto.js';
import { listOf, scimBaseOf, type ScimList, type ScimResource } from '../protocol/scim.js';
import { ProvisionedPeople } from './people.service.js';
import { personResource, type ShownPerson } from './person-resource.js';

const FAULTY = ['scim_invalid_syntax', 'scim_invalid_value'];
const CONFLICTS = ['scim_uniqueness', 'already_exists', 'limit_reached'];
const ENDS = ['last_owner', 'recovery_owner_needed'];
const ABSENT = { 404: ['not_found'] };

/** The people of an organization, as its provider tells of them. */
@UseGuards(ScimGuard)
@Resource('scim')
@Controller('api/scim/v2/:orgId/Users')
export class PeopleController {
  constructor(
    private readonly people: ProvisionedPeople,
    private readonly settings: Settings,
  ) {}

  @Get()
  @ScimEndpoint({
    summary: 'List people',
    refuses: { 400: ['scim_invalid_filter', 'scim_invalid_value'] },
  })
  async listUsers(
    @CurrentOrganization() { id }: ProvisionedOrganization,
    @Query() query: ScimListQuery,
  ): Promise<ScimList> {
    const [page, selection] = [pageOf(query), selectionOf(query)];
    const filter = parseFilter(query.filter, USER_FILTERS);
    const { people, total } = await this.people.list(id, filter, page, isSelected(selection, 'groups'));
    const resources = people.map((person) => selected(this.resourceOf(id, person), selection));
    return listOf(resources, total, page.startIndex);
  }

  @Get(':scimId')
  @ScimEndpoint({ summary: 'Read a person', refuses: ABSENT })
  async readUser(
    @CurrentOrganization() { id }: ProvisionedOrganization,
    @Param('scimId') personId: string,
    @Query() query: ScimQuery,
  ): Promise<ScimResource> {
    return selected(this.resourceOf(id, await this.people.read(id, personId)), selectionOf(query));
  }

  @Post()
  @ScimEndpoint({
    summary: 'Create a person',
    description:
      'A person with a new email address gets an account managed by the organization. An existing account is not taken over: a current member is linked, and other users become members at their next sign-in through the provider.',
    created: true,
    refuses: { 400: FAULTY, 409: CONFLICTS },
  })
  async createUser(
    @CurrentOrganization() { id }: ProvisionedOrganization,
    @ScimBody() body: unknown,
    @Query() query: ScimQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ScimResource> {
    const person = await this.people.create(id, body);
    response.location(`${scimBaseOf(this.settings.publicUrl, id)}/Users/${person.id}`);
    return selected(this.resourceOf(id, person), selectionOf(query));
  }

  @Put(':scimId')
  @ScimEndpoint({
    summary: 'Replace a person',
    refuses: { 400: FAULTY, 409: [...CONFLICTS, ...ENDS], ...ABSENT },
  })
  async replaceUser(
    @CurrentOrganization() { id }: ProvisionedOrganization,
    @Param('scimId') personId: string,
    @ScimBody() body: unknown,
    @Query() query: ScimQuery,
  ): Promise<ScimResource> {
    return selected(this.resourceOf(id, await this.people.replace(id, personId, body)), selectionOf(query));
  }

  @Patch(':scimId')
  @ScimEndpoint({
    summary: 'Update a person',
    description:
      '`active: false` ends the membership with all its access, and disables an account managed by the organization. `active: true` restores the role and the team, but no API keys.',
    refuses: { 400: [...FAULTY, 'scim_invalid_path'], 409: [...CONFLICTS, ...ENDS], ...ABSENT },
  })
  async patchUser(
    @CurrentOrganization() { id }: ProvisionedOrganization,
    @Param('scimId') personId: string,
    @ScimBody() body: unknown,
    @Query() query: ScimQuery,
  ): Promise<ScimResource> {
    return selected(this.resourceOf(id, await this.people.patch(id, personId, body)), selectionOf(query));
  }

  @Delete(':scimId')
  @ScimEndpoint({
    summary: 'Delete a person and end the membership',
    nothing: true,
    refuses: { 409: ENDS, ...ABSENT },
  })
  async deleteUser(
    @CurrentOrganization() { id }: ProvisionedOrganization,
    @Param('scimId') personId: string,
  ): Promise<void> {
    await this.people.delete(id, personId);
  }

  private resourceOf(organizationId: string, person: ShownPerson): ScimResource {
    return personResource(person, scimBaseOf(this.settings.publicUrl, organizationId));
  }
}
