import { type Role, ROLES } from '#libs/access';
import {
  ChoiceOfParameter,
  Email,
  Flag,
  Id,
  IdParameter,
  Lenient,
  Nested,
  NestedList,
  Text,
  TextParameter,
  Timestamp,
  Whole,
  WholeParameter,
} from '#libs/http';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import { InvitationDto, MemberDto, MemberWithUserDto } from './organization.dto.js';

/** One role, as a string or as a list of one, as the client of this wire format may send it. */
const OneRole = () =>
  applyDecorators(
    ApiProperty({
      oneOf: [
        { type: 'string', enum: [...ROLES] },
        { type: 'array', items: { type: 'string', enum: [...ROLES] }, minItems: 1, maxItems: 1 },
      ],
    }),
    Transform(({ value }) => (Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value)),
    IsIn(ROLES),
  );

/** A page of members. */
export class MemberPage {
  @NestedList(() => MemberWithUserDto)
  members: MemberWithUserDto[];
  @Whole({ min: 0 })
  total: number;
}

/** The caller's role. */
export class RoleDto {
  @Text()
  role: Role;
}

/** A membership that ended. */
export class RemovedMember {
  @Nested(() => MemberDto)
  member: MemberDto;
}

/** An answered invitation, and the membership that came of it. */
export class AnsweredInvitation {
  @Nested(() => InvitationDto)
  invitation: InvitationDto;
  @Nested(() => MemberDto, { nullable: true })
  member: MemberDto | null;
}

/** An invitation as its invitee sees it. */
export class ReceivedInvitationDto extends InvitationDto {
  @Text()
  organizationName: string;
  @Text()
  organizationSlug: string;
  @Email()
  inviterEmail: string;
}

/** A place in a team. */
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

/** It is done. */
export class MessageDto {
  @Text()
  message: string;
}

export class OrganizationQuery {
  @IdParameter({ description: 'The active organization when absent.' })
  organizationId?: string;
}

export class ListMembersQuery extends OrganizationQuery {
  @WholeParameter({ default: 100, max: 1000 })
  limit: number = 100;
  @WholeParameter({ default: 0, min: 0, max: 1_000_000_000 })
  offset: number = 0;
  @ChoiceOfParameter(['createdAt', 'role', 'name', 'email'], { default: 'createdAt' })
  sortBy: 'createdAt' | 'role' | 'name' | 'email' = 'createdAt';
  @ChoiceOfParameter(['asc', 'desc'], { default: 'desc' })
  sortDirection: 'asc' | 'desc' = 'desc';
}

export class TeamQuery {
  @IdParameter({ description: 'Your own team when absent.' })
  teamId?: string;
}

export class InvitationQuery {
  @TextParameter({ required: true })
  id: string;
}

@Lenient()
export class UpdateMemberRole {
  @Id()
  memberId: string;
  @OneRole()
  role: Role;
  @Id({ optional: true })
  organizationId?: string;
}

@Lenient()
export class RemoveMember {
  @Id({ optional: true })
  memberId?: string;
  @Text({ optional: true, max: 254, description: 'The client of this wire format names the member so.' })
  memberIdOrEmail?: string;
  @Id({ optional: true })
  organizationId?: string;
}

@Lenient()
export class InviteMember {
  @Email()
  email: string;
  @OneRole()
  role: Role;
  @Id({ optional: true })
  organizationId?: string;
  @Id({ optional: true, nullable: true, description: 'The team to join on acceptance.' })
  teamId?: string | null;
  @Flag({ optional: true, description: 'Mails an open invitation again and renews it.' })
  resend?: boolean;
}

@Lenient()
export class InvitationReference {
  @Text({ max: 100 })
  invitationId: string;
}

@Lenient()
export class CreateTeam {
  @Text({ max: 100, filled: true })
  name: string;
  @Id({ optional: true })
  organizationId?: string;
}

@Lenient()
class TeamData {
  @Text({ max: 100, filled: true })
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
export class TeamMemberReference {
  @Id()
  teamId: string;
  @Id()
  userId: string;
}
