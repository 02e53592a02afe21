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
@Described('A team with the number of its members.')
export class CountedTeamDto extends TeamDto {
  @Integer({ min: 0, description: 'How many people are in it.' })
  memberCount: number;
}

/** A membership in a team. */
@Described('The membership of a person in a team.')
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
  @Text({ description: 'For people; may change.' })
  message: string;
}

export class UserTeamsQuery {
  @IdParameter({ description: 'Yourself when absent; others need the role admin or owner.' })
  userId?: string;
  @IdParameter({
    description: 'When absent: all your organizations; for another person, the active organization.',
  })
  organizationId?: string;
}

export class TeamQuery {
  @IdParameter({ description: 'Your active team when absent, else your own.' })
  teamId?: string;
}

@Lenient()
export class CreateTeam {
  @OneLine()
  name: string;
  @Id({ optional: true })
  organizationId?: string;
}

@Described('What is changed of the team.')
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
