import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  CurrentMembership,
  CurrentOrganization,
  CurrentPrincipal,
  CurrentSession,
  CurrentUser,
  type Principal,
} from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../platform/http/endpoint.js';
import { Session } from '../identity/sessions/session.entity.js';
import { SessionTransport } from '../identity/sign-in/session-transport.js';
import { StatusDto } from '../identity/status.dto.js';
import { User } from '../identity/user.entity.js';
import {
  ChangedOrganizationDto,
  CheckSlug,
  CreatedOrganizationDto,
  CreateOrganization,
  DeleteOrganization,
  FullOrganizationDto,
  FullOrganizationQuery,
  ListedOrganizationDto,
  OrganizationDto,
  SetActiveOrganization,
  UpdateOrganization,
} from './dto/organization.dto.js';
import { OrganizationReference, WhichOrganizationQuery } from './dto/which-organization.dto.js';
import { NOT_A_MEMBER, SlugTaken } from './errors.js';
import { FullOrganization } from './full-organization.js';
import { MemberDto, MemberWithUserDto } from './members/dto/member.dto.js';
import type { Membership } from './members/organization-access.js';
import { Organization } from './organization.entity.js';
import { OrganizationsService } from './organizations.service.js';

/** Whether neither the request nor the session names an organization. */
const namesNone = ({ organizationId, organizationSlug }: WhichOrganizationQuery, { session }: Principal): boolean =>
  organizationId === undefined && organizationSlug === undefined && (session as Session).activeOrganizationId === null;

/**
 * Organizations, in the wire format of `/api/auth`: the organization is named in the body, the query or the session.
 */
@SessionOnly()
@RequireModule('organizations')
@Resource('organizations')
@Controller('api/auth/organization')
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly full: FullOrganization,
    private readonly transport: SessionTransport,
  ) {}

  @Post('create')
  @Endpoint({
    summary: 'Create an organization; you become its owner and it becomes active',
    access: 'signed-in',
    returns: CreatedOrganizationDto,
    refuses: { 400: ['ORGANIZATION_ALREADY_EXISTS'], 409: ['already_exists', 'limit_reached'] },
  })
  async create(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: CreateOrganization,
  ): Promise<CreatedOrganizationDto> {
    const { organization, member } = await this.organizations.create(user, session, body);
    return { ...ChangedOrganizationDto.from(organization), members: [MemberDto.from(member)] };
  }

  @Post('check-slug')
  @Endpoint({
    summary: 'Check whether a slug is available',
    access: 'signed-in',
    returns: StatusDto,
    refuses: { 400: ['ORGANIZATION_SLUG_ALREADY_TAKEN'] },
  })
  async checkSlug(@Body() { slug }: CheckSlug): Promise<StatusDto> {
    if (!(await this.organizations.isSlugFree(slug))) throw new SlugTaken('ORGANIZATION_SLUG_ALREADY_TAKEN');
    return { status: true };
  }

  @Get('list')
  @Endpoint({ summary: 'List your organizations', access: 'signed-in', returns: [ListedOrganizationDto] })
  async list(@CurrentUser() user: User, @CurrentPrincipal() principal: Principal): Promise<ListedOrganizationDto[]> {
    const memberships = await this.organizations.list(user);
    return memberships.map((membership) => ListedOrganizationDto.from(membership, principal));
  }

  @Post('set-active')
  @Endpoint({
    summary: 'Set the active organization of your session',
    whileReadOnly: true,
    whileSuspended: true,
    access: 'member',
    organization: 'named',
    unless: ({ organizationId, organizationSlug }: SetActiveOrganization, caller) =>
      organizationId === null || namesNone({ organizationId, organizationSlug }, caller),
    withoutFactor: true,
    refusedAs: NOT_A_MEMBER,
    returns: ListedOrganizationDto,
    nullable: true,
  })
  async setActive(
    @CurrentUser() user: User,
    @CurrentPrincipal() principal: Principal,
    @CurrentSession() session: Session,
    @CurrentMembership() membership: Membership | undefined,
    @Body() { organizationId }: SetActiveOrganization,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListedOrganizationDto | null> {
    if (membership || organizationId === null)
      await this.organizations.setActive(user, session, membership?.organization);
    this.transport.reissue(request, response);
    return membership ? ListedOrganizationDto.from(membership, principal) : null;
  }

  @Get('get-organization')
  @Endpoint({
    summary: 'Read an organization',
    access: 'member',
    organization: 'named',
    unless: namesNone,
    refusedAs: NOT_A_MEMBER,
    returns: OrganizationDto,
    nullable: true,
  })
  read(
    @CurrentOrganization() organization: Organization | undefined,
    @Query() _which: WhichOrganizationQuery,
  ): OrganizationDto | null {
    return organization ? OrganizationDto.from(organization) : null;
  }

  @Get('get-full-organization')
  @Endpoint({
    summary: 'Read an organization with its members and teams, and for those allowed to invite, its invitations',
    access: 'member',
    organization: 'named',
    unless: namesNone,
    refusedAs: NOT_A_MEMBER,
    returns: FullOrganizationDto,
    nullable: true,
  })
  async readFull(
    @CurrentMembership() membership: Membership | undefined,
    @Query() query: FullOrganizationQuery,
  ): Promise<FullOrganizationDto | null> {
    if (!membership) return null;
    const roster = await this.full.load(membership, query.membersLimit);
    return { ...OrganizationDto.from(membership.organization), ...roster };
  }

  @Post('update')
  @Endpoint({
    summary: 'Change an organization (admin or owner)',
    access: 'admin',
    organization: 'named',
    refusedAs: {
      ...NOT_A_MEMBER,
      NO_ACTIVE_ORGANIZATION: 'ORGANIZATION_NOT_FOUND',
      role_too_low: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION',
    },
    returns: ChangedOrganizationDto,
    refuses: { 400: ['ORGANIZATION_NOT_FOUND', 'ORGANIZATION_SLUG_ALREADY_TAKEN'], 409: ['already_exists'] },
  })
  async update(
    @CurrentMembership() caller: Membership,
    @Body() body: UpdateOrganization,
  ): Promise<ChangedOrganizationDto> {
    return ChangedOrganizationDto.from(await this.organizations.update(caller, body));
  }

  @Post('delete')
  @Endpoint({
    summary: 'Delete an organization with all its data (owner)',
    whileSuspended: true,
    description: 'Needs a session younger than ten minutes, or the password.',
    access: 'owner',
    organization: 'named',
    refusedAs: { ...NOT_A_MEMBER, role_too_low: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION' },
    returns: OrganizationDto,
    refuses: { 400: ['INVALID_PASSWORD'], 403: ['SESSION_NOT_FRESH'] },
  })
  async delete(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @CurrentMembership() caller: Membership,
    @Body() body: DeleteOrganization,
  ): Promise<OrganizationDto> {
    return OrganizationDto.from(await this.organizations.delete(user, session, caller, body));
  }

  @Post('leave')
  @Endpoint({
    summary: 'Leave an organization',
    whileSuspended: true,
    access: 'member',
    organization: 'named',
    withoutFactor: true,
    refusedAs: { not_a_member: 'MEMBER_NOT_FOUND' },
    returns: MemberWithUserDto,
    refuses: { 409: ['last_owner', 'recovery_owner_needed'] },
  })
  async leave(
    @CurrentUser() user: User,
    @CurrentMembership() caller: Membership,
    @Body() _which: OrganizationReference,
  ): Promise<MemberWithUserDto> {
    return MemberWithUserDto.of(await this.organizations.leave(user, caller), user);
  }
}
