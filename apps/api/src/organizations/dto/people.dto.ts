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
  OneLine,
  Text,
  TextParameter,
  Timestamp,
  Whole,
  WholeParameter,
} from '#libs/http';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsUUID, ValidateBy, ValidateIf } from 'class-validator';
import { InvitationDto, MemberDto, MemberWithUserDto, WhichOrganizationQuery } from './organization.dto.js';

// The client of this wire format may send a list of one.
const onlyOf = ({ value }: { value: unknown }): unknown =>
  Array.isArray(value) && value.length === 1 && typeof value[0] === 'string' ? value[0] : value;
const oneOrListOfOne = (item: { type: 'string'; enum?: string[]; format?: string }) => [
  item,
  { type: 'array', items: item, minItems: 1, maxItems: 1 },
];

/** One role, as a string or as a list of one. */
const OneRole = (documented: { required?: boolean; description?: string } = {}) =>
  applyDecorators(
    ApiProperty({ oneOf: oneOrListOfOne({ type: 'string', enum: [...ROLES] }), ...documented }),
    Transform(onlyOf),
    IsIn(ROLES),
  );

const MOST = 50;
const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MOST && value.every((item) => typeof item === 'string');
const isPermissionRequest = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= MOST &&
  Object.values(value).every(isListOfTexts);

/** Actions by the resource they are done to: `{ "member": ["update"] }`. */
const Permissions = (documented: { deprecated?: boolean; description?: string }) =>
  applyDecorators(
    ApiProperty({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      selfRequired: false,
      ...documented,
    }),
    ValidateIf((_dto, value) => value !== undefined),
    ValidateBy({
      name: 'permissions',
      validator: {
        validate: isPermissionRequest,
        defaultMessage: () => '$property must be lists of actions by resource',
      },
    }),
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
  @Nested(() => MemberWithUserDto)
  member: MemberWithUserDto;
}

/** Whether the caller may. */
export class PermissionDto {
  @Text({ nullable: true })
  error: string | null;
  @Flag()
  success: boolean;
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

export type MemberFilterField = 'id' | 'userId' | 'role' | 'name' | 'email';
export type MemberFilterOperator = 'eq' | 'ne' | 'contains' | 'starts_with' | 'ends_with';

export class OrganizationQuery {
  @IdParameter({ description: 'The active organization when absent.' })
  organizationId?: string;
}

export class MemberRoleQuery extends WhichOrganizationQuery {
  @IdParameter({ description: 'Yourself when absent.' })
  userId?: string;
}

export class UserTeamsQuery {
  @IdParameter({ description: 'Yourself when absent; others need the role admin or owner.' })
  userId?: string;
  @IdParameter({
    description: 'When absent: all your organizations; for another person, the active organization.',
  })
  organizationId?: string;
}

export class ListMembersQuery extends WhichOrganizationQuery {
  @WholeParameter({ default: 100, max: 1000 })
  limit: number = 100;
  @WholeParameter({ default: 0, min: 0, max: 1_000_000_000 })
  offset: number = 0;
  @ChoiceOfParameter(['createdAt', 'role', 'name', 'email'], { default: 'createdAt' })
  sortBy: 'createdAt' | 'role' | 'name' | 'email' = 'createdAt';
  @ChoiceOfParameter(['asc', 'desc'], { default: 'desc' })
  sortDirection: 'asc' | 'desc' = 'desc';
  @ChoiceOfParameter(['id', 'userId', 'role', 'name', 'email'])
  filterField?: MemberFilterField;
  @ChoiceOfParameter(['eq', 'ne', 'contains', 'starts_with', 'ends_with'], { default: 'eq' })
  filterOperator: MemberFilterOperator = 'eq';
  @TextParameter({ description: 'What `filterField` is compared with.' })
  filterValue?: string;
}

export class TeamQuery {
  @IdParameter({ description: 'Your active team when absent, else your own.' })
  teamId?: string;
}

export class InvitationQuery {
  @TextParameter({ required: true })
  id: string;
  @TextParameter({ max: 100, description: 'From the mailed link: needs no session, and proves the address.' })
  token?: string;
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
  @OneRole({ required: false, description: 'With `resend` that of the open invitation when absent; needed otherwise.' })
  @ValidateIf(({ resend }: InviteMember, role) => resend !== true || role !== undefined)
  role?: Role;
  @Id({ optional: true })
  organizationId?: string;
  @ApiProperty({
    oneOf: [...oneOrListOfOne({ type: 'string', format: 'uuid' }), { type: 'null' }],
    required: false,
    description: 'The team to join on acceptance; with `resend` that of the open invitation when absent.',
  })
  @Transform(onlyOf)
  @ValidateIf((_dto, value) => value !== undefined && value !== null)
  @IsUUID('loose')
  teamId?: string | null;
  @Flag({ optional: true, description: 'Mails an open invitation again, with a new link, and renews it.' })
  resend?: boolean;
}

@Lenient()
export class InvitationReference {
  @Text({ max: 100 })
  invitationId: string;
}

@Lenient()
export class InvitationAnswer extends InvitationReference {
  @Text({ optional: true, max: 100, description: 'From the mailed link: proves the address.' })
  token?: string;
}

@Lenient()
export class CreateTeam {
  @OneLine()
  name: string;
  @Id({ optional: true })
  organizationId?: string;
}

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
export class AskPermission {
  @Id({ optional: true })
  organizationId?: string;
  @Permissions({ description: 'Lists of actions by resource: `{ "member": ["update"] }`.' })
  permissions?: Record<string, string[]>;
  @Permissions({ deprecated: true, description: 'The older name of `permissions`.' })
  permission?: Record<string, string[]>;
}

@Lenient()
export class TeamMemberReference {
  @Id()
  teamId: string;
  @Id()
  userId: string;
}
