import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CurrentMembership, CurrentOrganization, CurrentUser } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { User } from '../../identity/user.entity.js';
import { NOT_A_MEMBER, NOT_A_MEMBER_OF_THIS } from '../errors.js';
import { Organization } from '../organization.entity.js';
import {
  AskPermission,
  ListMembersQuery,
  MemberDto,
  MemberPage,
  MemberRoleQuery,
  MemberWithUserDto,
  OwnRoleDto,
  PermissionDto,
  RemovedMember,
  RemoveMember,
  UpdateMemberRole,
} from './dto/member.dto.js';
import { OwnerProof } from '../owner-proof.service.js';
import { MembersService } from './members.service.js';
import type { Membership } from './organization-access.js';
import { isPermitted, unknownPermissions } from './permissions.js';

const NONE_ACTIVE = { 400: ['NO_ACTIVE_ORGANIZATION'] };
const FOUND = ['NO_ACTIVE_ORGANIZATION', 'MEMBER_NOT_FOUND'];

/** The members of an organization. */
@SessionOnly()
@RequireModule('organizations')
@Resource('members')
@Controller('api/auth/organization')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly ownerProof: OwnerProof,
  ) {}

  @Get('list-members')
  @Endpoint({
    summary: 'List members',
    access: 'member',
    organization: 'named',
    refusedAs: NOT_A_MEMBER_OF_THIS,
    returns: MemberPage,
    refuses: NONE_ACTIVE,
  })
  async list(@CurrentOrganization() organization: Organization, @Query() query: ListMembersQuery): Promise<MemberPage> {
    return this.members.list(organization, query);
  }

  @Get('get-active-member')
  @Endpoint({
    summary: 'Read your membership of the active organization',
    access: 'member',
    organization: 'named',
    refusedAs: NOT_A_MEMBER,
    returns: MemberWithUserDto,
    refuses: NONE_ACTIVE,
  })
  readActive(@CurrentUser() user: User, @CurrentMembership() { member }: Membership): MemberWithUserDto {
    return MemberWithUserDto.of(member, user);
  }

  @Get('get-active-member-role')
  @Endpoint({
    summary: 'Read your role, or that of another member',
    access: 'member',
    organization: 'named',
    refusedAs: NOT_A_MEMBER_OF_THIS,
    returns: OwnRoleDto,
    refuses: { 400: FOUND },
  })
  async readRole(
    @CurrentMembership() membership: Membership,
    @Query() { userId }: MemberRoleQuery,
  ): Promise<OwnRoleDto> {
    return { role: await this.members.roleOf(membership, userId) };
  }

  @Post('has-permission')
  @Endpoint({
    summary: 'Check whether your role has all of these permissions',
    whileReadOnly: true,
    whileSuspended: true,
    access: 'member',
    organization: 'named',
    refusedAs: NOT_A_MEMBER,
    returns: PermissionDto,
    refuses: NONE_ACTIVE,
  })
  hasPermission(
    @CurrentMembership() { member }: Membership,
    @Body() { permissions, permission }: AskPermission,
  ): PermissionDto {
    const requested = (permissions ?? permission)!;
    return { error: null, success: isPermitted(member.role, requested), unknown: unknownPermissions(requested) };
  }

  @Post('update-member-role')
  @Endpoint({
    summary: 'Change the role of a member (admin or owner)',
    access: 'admin',
    organization: 'named',
    refusedAs: { ...NOT_A_MEMBER, role_too_low: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER' },
    returns: MemberDto,
    refuses: {
      400: FOUND,
      403: ['SESSION_NOT_FRESH'],
      409: ['last_owner', 'limit_reached', 'recovery_owner_needed', 'role_provisioned'],
    },
  })
  async updateRole(@CurrentMembership() caller: Membership, @Body() body: UpdateMemberRole): Promise<MemberDto> {
    await this.ownerProof.require(caller.organization, body.role);
    return MemberDto.from(await this.members.updateRole(caller, body));
  }

  @Post('remove-member')
  @Endpoint({
    summary: 'Remove a member (admin or owner)',
    access: 'admin',
    organization: 'named',
    refusedAs: { ...NOT_A_MEMBER, role_too_low: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER' },
    returns: RemovedMember,
    refuses: { 400: FOUND, 409: ['last_owner', 'recovery_owner_needed'] },
  })
  async remove(@CurrentMembership() caller: Membership, @Body() body: RemoveMember): Promise<RemovedMember> {
    return { member: await this.members.remove(caller, body) };
  }
}
