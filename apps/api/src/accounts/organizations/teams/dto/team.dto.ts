import { Described, fieldsOf, Id, IdParameter, Integer, Lenient, Nested, OneLine, Text, Timestamp } from '#libs/fields';
import type { Team } from '../team.entity.js';

/** A team. */
@Described('A group of members.')
export class TeamDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Id()
  organizationId: string;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(team: Team): TeamDto {
    return fieldsOf(TeamDto, team);
  }
}

/** A team with the number of people in it. */
@Described('A team with its member count.')
export class CountedTeamDto extends TeamDto {
  @Integer({ min: 0, description: 'The number of members.' })
  memberCount: number;
}

/** A membership in a team. */
@Described('The membership of a user in a team.')
export class TeamMemberDto {
  @Id()
  id: string;
  @Id()
  teamId: string;
  @Id()
  userId: string;
  @Timestamp()
  createdAt: Date;
}

/** The request succeeded. */
export class MessageDto {
  @Text({ description: 'Human-readable; may change.' })
  message: string;
}

export class UserTeamsQuery {
  @IdParameter({ description: 'If absent, the caller; other users require the role admin or owner.' })
  userId?: string;
  @IdParameter({
    description: 'If absent, all your organizations; for another user, the active organization.',
  })
  organizationId?: string;
}

export class TeamQuery {
  @IdParameter({ description: 'If absent, your active team; otherwise, one of your teams.' })
  teamId?: string;
}

@Lenient()
export class CreateTeam {
  @OneLine()
  name: string;
  @Id({ optional: true })
  organizationId?: string;
}

@Described('A change of the team.')
@Lenient()
class TeamData {
  @OneLine()
  name: string;
}

@Lenient()
export class UpdateTeam {
  @Id()
  teamId: string;
  @Nested(() => TeamData)
  data: TeamData;
}

@Lenient()
export class TeamReference {
  @Id()
  teamId: string;
}

@Lenient()
export class SetActiveTeam {
  @Id({ optional: true, nullable: true, description: 'Null: none.' })
  teamId?: string | null;
}

@Lenient()
export class TeamMemberReference {
  @Id()
  teamId: string;
  @Id()
  userId: string;
}
