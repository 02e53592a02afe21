import { CurrentSession, CurrentUser, Endpoint, ForPeople, RequireModule } from '#libs/access';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Session } from '../../identity/sessions/session.entity.js';
import { User } from '../../identity/user.entity.js';
import { MemberDto, MemberWithUserDto } from './dto/member.dto.js';
import {
  AskPermission,
  ListMembersQuery,
  MemberPage,
  MemberRoleQuery,
  PermissionDto,
  RemovedMember,
  RemoveMember,
  RoleDto,
  UpdateMemberRole,
} from './dto/member.dto.js';
import { MembersService } from './members.service.js';

const MEMBER = { 400: ['NO_ACTIVE_ORGANIZATION'], 403: ['USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'] };
const LISTED = { 400: ['NO_ACTIVE_ORGANIZATION'], 403: ['YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION'] };
const FOUND = ['NO_ACTIVE_ORGANIZATION', 'MEMBER_NOT_FOUND'];

/** The members of an organization. */
@ForPeople()
@RequireModule('organizations')
@Controller('api/auth/organization')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get('list-members')
  @Endpoint({ summary: 'List members', roles: 'signed-in', returns: MemberPage, refuses: LISTED })
  async list(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Query() query: ListMembersQuery,
  ): Promise<MemberPage> {
    return this.members.list(user, session, query);
  }

  @Get('get-active-member')
  @Endpoint({
    summary: 'Read your membership of the active organization',
    roles: 'signed-in',
    returns: MemberWithUserDto,
    refuses: MEMBER,
  })
  async active(@CurrentUser() user: User, @CurrentSession() session: Session): Promise<MemberWithUserDto> {
    return this.members.active(user, session);
  }

  @Get('get-active-member-role')
  @Endpoint({
    summary: 'Read your role, or that of another member, in the active organization or the one named',
    roles: 'signed-in',
    returns: RoleDto,
    refuses: { ...LISTED, 400: FOUND },
  })
  async role(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Query() query: MemberRoleQuery,
  ): Promise<RoleDto> {
    return { role: await this.members.roleOf(user, session, query) };
  }

  @Post('has-permission')
  @Endpoint({
    summary: 'Whether your role permits all of these actions',
    roles: 'signed-in',
    returns: PermissionDto,
    refuses: MEMBER,
  })
  async hasPermission(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: AskPermission,
  ): Promise<PermissionDto> {
    return { error: null, success: await this.members.hasPermission(user, session, body) };
  }

  @Post('update-member-role')
  @Endpoint({
    summary: 'Change the role of a member (admin or owner)',
    roles: 'signed-in',
    returns: MemberDto,
    refuses: {
      400: FOUND,
      403: [...MEMBER[403], 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER'],
      409: ['last_owner', 'limit_reached'],
    },
  })
  async updateRole(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: UpdateMemberRole,
  ): Promise<MemberDto> {
    return MemberDto.from(await this.members.updateRole(user, session, body));
  }

  @Post('remove-member')
  @Endpoint({
    summary: 'Remove a member (admin or owner)',
    roles: 'signed-in',
    returns: RemovedMember,
    refuses: {
      400: FOUND,
      403: [...MEMBER[403], 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER'],
      409: ['last_owner'],
    },
  })
  async remove(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: RemoveMember,
  ): Promise<RemovedMember> {
    return { member: await this.members.remove(user, session, body) };
  }
}
