import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  CurrentMembership,
  CurrentOrganization,
  CurrentPrincipal,
  CurrentSession,
  CurrentUser,
  type Principal,
} from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { Session } from '../../identity/sessions/session.entity.js';
import { SessionTransport } from '../../identity/sign-in/session-transport.js';
import { User } from '../../identity/user.entity.js';
import { OrganizationQuery } from '../dto/which-organization.dto.js';
import { NOT_A_MEMBER, NOT_A_MEMBER_OF_THIS, type RestrictedAction } from '../errors.js';
import type { Member } from '../members/member.entity.js';
import type { Membership } from '../members/organization-access.js';
import { Organization } from '../organization.entity.js';
import {
  CreateTeam,
  MessageDto,
  SetActiveTeam,
  TeamDto,
  TeamMemberDto,
  TeamMemberReference,
  TeamQuery,
  TeamReference,
  UpdateTeam,
  UserTeamsQuery,
} from './dto/team.dto.js';
import { TeamsService } from './teams.service.js';

// Strangers hear that there is no such team.
const teamRefusals = (action: RestrictedAction, ...codes: string[]) =>
  ({
    access: 'admin',
    organization: 'of-team',
    refusedAs: { role_too_low: `YOU_ARE_NOT_ALLOWED_TO_${action}` },
    refuses: { 400: ['TEAM_NOT_FOUND', ...codes] },
  }) as const;

/** Whether one asks for all of one's own teams, of whatever organization. */
const wantsOwnTeams = ({ userId, organizationId }: UserTeamsQuery, { userId: callerId }: Principal): boolean =>
  organizationId === undefined && (userId === undefined || userId.toLowerCase() === callerId);

/** The teams of an organization. */
@SessionOnly()
@RequireModule('teams')
@Resource('teams')
@Controller('api/auth/organization')
export class TeamsController {
  constructor(
    private readonly teams: TeamsService,
    private readonly transport: SessionTransport,
  ) {}

  @Get('list-teams')
  @Endpoint({
    summary: 'List teams',
    access: 'member',
    organization: 'named',
    refusedAs: { not_a_member: 'YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION' },
    returns: [TeamDto],
    refuses: { 400: ['NO_ACTIVE_ORGANIZATION'] },
  })
  async list(
    @CurrentOrganization() organization: Organization,
    @Query() _which: OrganizationQuery,
  ): Promise<TeamDto[]> {
    return (await this.teams.list(organization)).map(TeamDto.from);
  }

  @Post('create-team')
  @Endpoint({
    summary: 'Create a team (admin or owner)',
    access: 'admin',
    organization: 'named',
    refusedAs: {
      ...NOT_A_MEMBER,
      role_too_low: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION',
    },
    returns: TeamDto,
    refuses: { 400: ['NO_ACTIVE_ORGANIZATION'], 409: ['limit_reached'] },
  })
  async create(@CurrentMembership() caller: Membership, @Body() body: CreateTeam): Promise<TeamDto> {
    return TeamDto.from(await this.teams.create(caller, body));
  }

  @Post('update-team')
  @Endpoint({ summary: 'Rename a team (admin or owner)', ...teamRefusals('UPDATE_THIS_TEAM'), returns: TeamDto })
  async update(@CurrentOrganization() organization: Organization, @Body() body: UpdateTeam): Promise<TeamDto> {
    return TeamDto.from(await this.teams.update(organization, body));
  }

  @Post('remove-team')
  @Endpoint({
    summary: 'Delete a team; its members stay in the organization (admin or owner)',
    ...teamRefusals('DELETE_TEAMS_IN_THIS_ORGANIZATION'),
    returns: MessageDto,
  })
  async remove(@CurrentMembership() caller: Membership, @Body() { teamId }: TeamReference): Promise<MessageDto> {
    await this.teams.remove(caller, teamId);
    return { message: 'Team removed successfully.' };
  }

  @Post('set-active-team')
  @Endpoint({
    summary: 'Set the active team of your session in the active organization',
    whileReadOnly: true,
    whileSuspended: true,
    access: 'member',
    organization: 'named',
    unless: ({ teamId }: SetActiveTeam, { session }) =>
      teamId === null || (teamId ?? (session as Session).activeTeamId) === null,
    refusedAs: NOT_A_MEMBER,
    returns: TeamDto,
    nullable: true,
    refuses: { 400: ['NO_ACTIVE_ORGANIZATION', 'TEAM_NOT_FOUND'], 403: ['USER_IS_NOT_A_MEMBER_OF_THE_TEAM'] },
  })
  async setActive(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @CurrentMembership() membership: Membership | undefined,
    @Body() { teamId }: SetActiveTeam,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TeamDto | null> {
    const team = await this.teams.setActive(user, session, membership, teamId ?? undefined);
    this.transport.reissue(request, response);
    return team && TeamDto.from(team);
  }

  @Get('list-user-teams')
  @Endpoint({
    summary: 'List your teams, or those of another member (admin or owner)',
    access: 'member',
    organization: 'named',
    unless: wantsOwnTeams,
    refusedAs: NOT_A_MEMBER_OF_THIS,
    returns: [TeamDto],
    refuses: {
      400: ['NO_ACTIVE_ORGANIZATION', 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'],
      403: ['YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER'],
    },
  })
  async listOfPerson(
    @CurrentPrincipal() principal: Principal,
    @CurrentMembership() membership: Membership | undefined,
    @Query() { userId = principal.userId! }: UserTeamsQuery,
  ): Promise<TeamDto[]> {
    const teams = membership ? this.teams.ofMember(membership, userId) : this.teams.ofCaller(principal);
    return (await teams).map(TeamDto.from);
  }

  @Get('list-team-members')
  @Endpoint({
    summary: 'List the members of a team',
    access: 'member',
    organization: 'of-team-or-own',
    refusedAs: NOT_A_MEMBER,
    returns: [TeamMemberDto],
    refuses: { 400: ['NO_ACTIVE_ORGANIZATION', 'TEAM_NOT_FOUND', 'YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM'] },
  })
  async listMembers(
    @CurrentSession() session: Session,
    @CurrentMembership() membership: Membership,
    @Query() { teamId }: TeamQuery,
  ): Promise<TeamMemberDto[]> {
    return (await this.teams.members(membership, teamId ?? session.activeTeamId)).map(toTeamMember);
  }

  @Post('add-team-member')
  @Endpoint({
    summary: 'Add a member to a team (admin or owner)',
    ...teamRefusals('CREATE_A_NEW_TEAM_MEMBER', 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'),
    returns: TeamMemberDto,
  })
  async addMember(
    @CurrentOrganization() organization: Organization,
    @Body() { teamId, userId }: TeamMemberReference,
  ): Promise<TeamMemberDto> {
    return toTeamMember(await this.teams.addMember(organization, teamId, userId));
  }

  @Post('remove-team-member')
  @Endpoint({
    summary: 'Remove a member from a team (admin or owner)',
    ...teamRefusals('REMOVE_A_TEAM_MEMBER', 'USER_IS_NOT_A_MEMBER_OF_THE_TEAM'),
    returns: MessageDto,
  })
  async removeMember(
    @CurrentOrganization() organization: Organization,
    @Body() { teamId, userId }: TeamMemberReference,
  ): Promise<MessageDto> {
    await this.teams.removeMember(organization, teamId, userId);
    return { message: 'Team member removed successfully.' };
  }
}

const toTeamMember = ({ id, teamId, userId, createdAt }: Member): TeamMemberDto => ({
  id,
  teamId: teamId!,
  userId,
  createdAt,
});
