import { CurrentSession, CurrentUser, Endpoint, ForPeople, RequireModule } from '#libs/access';
import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { StatusDto } from '../identity/dto/identity.dto.js';
import { Session } from '../identity/sessions/session.entity.js';
import { SignInAnswer } from '../identity/sign-in/sign-in-answer.js';
import { User } from '../identity/user.entity.js';
import {
  ChangedOrganizationDto,
  CheckSlug,
  CreatedOrganizationDto,
  CreateOrganization,
  DeleteOrganization,
  FullOrganizationDto,
  FullOrganizationQuery,
  OrganizationDto,
  SetActiveOrganization,
  UpdateOrganization,
} from './dto/organization.dto.js';
import { OrganizationReference, WhichOrganizationQuery } from './dto/which-organization.dto.js';
import { MemberDto, MemberWithUserDto } from './members/dto/member.dto.js';
import { SlugTaken } from './errors.js';
import { FullOrganization } from './full-organization.js';
import { OrganizationsService } from './organizations.service.js';

/** Organizations, in the dialect of `/api/auth`: the organization stands in the body, the query or the session. */
@ForPeople()
@RequireModule('organizations')
@Controller('api/auth/organization')
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly full: FullOrganization,
    private readonly answer: SignInAnswer,
  ) {}

  @Post('create')
  @Endpoint({
    summary: 'Create an organization; you own it and it becomes your active one',
    roles: 'signed-in',
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
    summary: 'Whether a slug is free',
    roles: 'signed-in',
    returns: StatusDto,
    refuses: { 400: ['ORGANIZATION_SLUG_ALREADY_TAKEN'] },
  })
  async checkSlug(@Body() { slug }: CheckSlug): Promise<StatusDto> {
    if (!(await this.organizations.isSlugFree(slug))) throw new SlugTaken('ORGANIZATION_SLUG_ALREADY_TAKEN');
    return { status: true };
  }

  @Get('list')
  @Endpoint({ summary: 'List your organizations', roles: 'signed-in', returns: [OrganizationDto] })
  async list(@CurrentUser() user: User): Promise<OrganizationDto[]> {
    return (await this.organizations.list(user)).map(OrganizationDto.from);
  }

  @Post('set-active')
  @Endpoint({
    summary: 'Make an organization the active one of your session',
    roles: 'signed-in',
    returns: OrganizationDto,
    nullable: true,
    refuses: { 403: ['USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'] },
  })
  async setActive(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: SetActiveOrganization,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const organization = await this.organizations.setActive(user, session, body);
    this.answer.repeat(request, response);
    response.json(organization && OrganizationDto.from(organization));
  }

  @Get('get-organization')
  @Endpoint({
    summary: 'Read an organization',
    roles: 'signed-in',
    returns: OrganizationDto,
    nullable: true,
    refuses: { 403: ['USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'] },
  })
  async read(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Query() query: WhichOrganizationQuery,
    @Res() response: Response,
  ): Promise<void> {
    const organization = await this.organizations.find(user, session, query);
    response.json(organization && OrganizationDto.from(organization));
  }

  @Get('get-full-organization')
  @Endpoint({
    summary: 'Read an organization with its members and teams, and to those who may invite its invitations',
    roles: 'signed-in',
    returns: FullOrganizationDto,
    nullable: true,
    refuses: { 403: ['USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'] },
  })
  async readFull(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Query() query: FullOrganizationQuery,
    @Res() response: Response,
  ): Promise<void> {
    const organization = await this.organizations.find(user, session, query);
    response.json(
      organization && {
        ...OrganizationDto.from(organization),
        ...(await this.full.of(organization.id, user.id, query.membersLimit)),
      },
    );
  }

  @Post('update')
  @Endpoint({
    summary: 'Change an organization (admin or owner)',
    roles: 'signed-in',
    returns: ChangedOrganizationDto,
    refuses: {
      400: ['ORGANIZATION_NOT_FOUND', 'ORGANIZATION_SLUG_ALREADY_TAKEN'],
      403: ['USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION', 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION'],
      409: ['already_exists'],
    },
  })
  async update(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: UpdateOrganization,
  ): Promise<ChangedOrganizationDto> {
    return ChangedOrganizationDto.from(await this.organizations.update(user, session, body));
  }

  @Post('delete')
  @Endpoint({
    summary: 'Delete an organization with everything in it (owner)',
    description: 'Needs a session younger than ten minutes, or the password.',
    roles: 'signed-in',
    returns: OrganizationDto,
    refuses: {
      400: ['INVALID_PASSWORD'],
      403: [
        'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
        'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
        'SESSION_NOT_FRESH',
      ],
    },
  })
  async delete(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: DeleteOrganization,
  ): Promise<OrganizationDto> {
    return OrganizationDto.from(await this.organizations.delete(user, session, body));
  }

  @Post('leave')
  @Endpoint({
    summary: 'Leave an organization',
    roles: 'signed-in',
    returns: MemberWithUserDto,
    refuses: { 403: ['MEMBER_NOT_FOUND'], 409: ['last_owner'] },
  })
  async leave(
    @CurrentUser() user: User,
    @Body() { organizationId }: OrganizationReference,
  ): Promise<MemberWithUserDto> {
    return MemberWithUserDto.of(await this.organizations.leave(user, organizationId), user);
  }
}
