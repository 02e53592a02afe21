import { query } from '#libs/database';
import { Controller, Get, Query } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CurrentOrganization } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { Organization } from '../organization.entity.js';
import { ListPeopleQuery, PersonList } from './dto/person.dto.js';
import { PEOPLE_BY_IDS, SEARCH_PEOPLE } from './organization-people.sql.js';

/** The people of an organization, without their addresses: for programs too. */
@RequireModule('organizations')
@Resource('members')
@Controller('v1/organizations/:orgId/members')
export class OrganizationPeopleController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @Get()
  @Endpoint({
    summary: 'List members by name, or look up user ids',
    access: 'member',
    returns: PersonList,
  })
  async listPeople(
    @CurrentOrganization() { id }: Organization,
    @Query() { q = '', ids }: ListPeopleQuery,
  ): Promise<PersonList> {
    if (ids === undefined) return { members: await query(this.database, SEARCH_PEOPLE, [id, q.trim()]) };
    const people = await query(this.database, PEOPLE_BY_IDS, [id, ids]);
    const text = q.trim().toLowerCase();
    return { members: people.filter(({ name }) => name.toLowerCase().includes(text)) };
  }
}
