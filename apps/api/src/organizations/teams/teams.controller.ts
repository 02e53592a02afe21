import { CurrentSession, CurrentUser, Endpoint, ForPeople, RequireModule } from '#libs/access';
import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Session } from '../../identity/sessions/session.entity.js';
import { SignInAnswer } from '../../identity/sign-in/sign-in-answer.js';
import { User } from '../../identity/user.entity.js';
import { TeamDto } from './dto/team.dto.js';
import { OrganizationQuery } from '../dto/which-organization.dto.js';
import {
  CreateTeam,
  MessageDto,
  SetActiveTeam,
  TeamMemberDto,
  TeamMemberReference,
  TeamQuery,
  TeamReference,
  UpdateTeam,
  UserTeamsQuery,
} from './dto/team.dto.js';
import type { Deed } from '../errors.js';
import type { Member } from '../members/member.entity.js';
import { TeamsService } from './teams.service.js';

const MEMBER = {
  400: ['NO_ACTIVE_ORGANIZATION', 'TEAM_NOT_FOUND'],
  403: ['USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'],
};
// Where the team says which organization is meant, strangers hear that there is no such team.
const ofTeam = (deed: Deed, ...codes: string[]) => ({
  400: ['TEAM_NOT_FOUND', ...codes],
  403: [`YOU_ARE_NOT_ALLOWED_TO_${deed}`],
});

/** The teams of an organization. */
@ForPeople()
@RequireModule('teams')
@Controller('api/auth/organization')
export class TeamsController {
  constructor(
    private readonly teams: TeamsService,
    private readonly answer: SignInAnswer,
  ) {}

  @Get('list-teams')
  @Endpoint({
    summary: 'List teams',
    roles: 'signed-in',
    returns: [TeamDto],
    refuses: { 400: ['NO_ACTIVE_ORGANIZATION'], 403: ['YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION'] },
  })
  async list(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Query() query: OrganizationQuery,
  ): Promise<TeamDto[]> {
    return (await this.teams.list(user, session, query.organizationId)).map(TeamDto.from);
  }

  @Post('create-team')
  @Endpoint({
    summary: 'Create a team (admin or owner)',
    roles: 'signed-in',
    returns: TeamDto,
    refuses: {
      400: ['NO_ACTIVE_ORGANIZATION'],
      403: ['USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION', 'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION'],
      409: ['limit_reached'],
    },
  })
  async create(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: CreateTeam,
  ): Promise<TeamDto> {
    return TeamDto.from(await this.teams.create(user, session, body));
  }

  @Post('update-team')
  @Endpoint({
    summary: 'Rename a team (admin or owner)',
    roles: 'signed-in',
    returns: TeamDto,
    refuses: ofTeam('UPDATE_THIS_TEAM'),
  })
  async update(@CurrentUser() user: User, @Body() body: UpdateTeam): Promise<TeamDto> {
    return TeamDto.from(await this.teams.update(user, body));
  }

  @Post('remove-team')
  @Endpoint({
    summary: 'Remove a team; its members stay (admin or owner)',
    roles: 'signed-in',
    returns: MessageDto,
    refuses: ofTeam('DELETE_TEAMS_IN_THIS_ORGANIZATION'),
  })
  async remove(@CurrentUser() user: User, @Body() { teamId }: TeamReference): Promise<MessageDto> {
    await this.teams.remove(user, teamId);
    return { message: 'Team removed successfully.' };
  }

  @Post('set-active-team')
  @Endpoint({
    summary: 'Make your team in the active organization the active one of your session',
    roles: 'signed-in',
    returns: TeamDto,
    nullable: true,
    refuses: { ...MEMBER, 403: [...MEMBER[403], 'USER_IS_NOT_A_MEMBER_OF_THE_TEAM'] },
  })
  async setActive(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() { teamId }: SetActiveTeam,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const team = await this.teams.setActive(user, session, teamId);
    this.answer.repeat(request, response);
    response.json(team && TeamDto.from(team));
  }

  @Get('list-user-teams')
  @Endpoint({
    summary: 'List your teams, or those of another member (admin or owner)',
    roles: 'signed-in',
    returns: [TeamDto],
    refuses: {
      400: ['NO_ACTIVE_ORGANIZATION', 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'],
      403: ['YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION', 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER'],
    },
  })
  async ofPerson(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Query() query: UserTeamsQuery,
  ): Promise<TeamDto[]> {
    return (await this.teams.ofPerson(user, session, query)).map(TeamDto.from);
  }

  @Get('list-team-members')
  @Endpoint({
    summary: 'List the members of a team',
    roles: 'signed-in',
    returns: [TeamMemberDto],
    refuses: { ...MEMBER, 400: ['NO_ACTIVE_ORGANIZATION', 'TEAM_NOT_FOUND', 'YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM'] },
  })
  async members(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Query() { teamId }: TeamQuery,
  ): Promise<TeamMemberDto[]> {
    return (await this.teams.members(user, session, teamId)).map(place);
  }

  @Post('add-team-member')
  @Endpoint({
    summary: 'Put a member into a team (admin or owner)',
    roles: 'signed-in',
    returns: TeamMemberDto,
    refuses: ofTeam('CREATE_A_NEW_TEAM_MEMBER', 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'),
  })
  async addMember(@CurrentUser() user: User, @Body() { teamId, userId }: TeamMemberReference): Promise<TeamMemberDto> {
    return place(await this.teams.addMember(user, teamId, userId));
  }

  @Post('remove-team-member')
  @Endpoint({
    summary: 'Take a member out of a team (admin or owner)',
    roles: 'signed-in',
    returns: MessageDto,
    refuses: ofTeam('REMOVE_A_TEAM_MEMBER', 'USER_IS_NOT_A_MEMBER_OF_THE_TEAM'),
  })
  async removeMember(@CurrentUser() user: User, @Body() { teamId, userId }: TeamMemberReference): Promise<MessageDto> {
    await this.teams.removeMember(user, teamId, userId);
    return { message: 'Team member removed successfully.' };
  }
}

const place = ({ id, teamId, userId, createdAt }: Member): TeamMemberDto => ({
  id,
  teamId: teamId!,
  userId,
  createdAt,
});
