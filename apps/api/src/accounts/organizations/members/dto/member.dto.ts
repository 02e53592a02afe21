import {
  CheckTogether,
  Choice,
  ChoiceParameter,
  Described,
  Documented,
  Email,
  fieldsOf,
  Flag,
  Id,
  IdParameter,
  Integer,
  IntegerParameter,
  Lenient,
  named,
  Nested,
  NestedList,
  schemaPath,
  Text,
  TextList,
  TextParameter,
  Timestamp,
} from '#libs/fields';
import { applyDecorators } from '@nestjs/common';
import { IsIn, ValidateBy, ValidateIf } from 'class-validator';
import { type Role, ROLES } from '../../../../platform/http/policy.js';
import type { User } from '../../../identity/user.entity.js';
import { SORT_DIRECTIONS } from '../../../../platform/lists/page-query.js';
import { OrListOfOne } from '../../dto/list-of-one.js';
import { WhichOrganizationQuery } from '../../dto/which-organization.dto.js';
import type { Member } from '../member.entity.js';

const MOST = 50;
const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MOST && value.every((item) => typeof item === 'string');
const isPermissionRequest = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= MOST &&
  Object.values(value).every(isListOfTexts);

/** Actions by resource: `{ "member": ["update"] }`. */
const Permissions = (documented: { deprecated?: boolean; description?: string }) =>
  applyDecorators(
    Documented({
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

/** A membership. */
@Described('The membership of a user in an organization.')
export class MemberDto {
  @Id()
  id: string;
  @Id()
  organizationId: string;
  @Id()
  userId: string;
  @Choice(ROLES)
  role: Role;
  @Id({ nullable: true })
  teamId: string | null;
  @Timestamp()
  createdAt: Date;

  static from(member: Member): MemberDto {
    return fieldsOf(MemberDto, member);
  }
}

@Described('The user.')
class MemberUserDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Email()
  email: string;
  @Text({ nullable: true, description: 'The URL of a picture; null if none.' })
  image: string | null;
}

/** A membership with its person. */
@Described('A member, with the user.')
export class MemberWithUserDto extends MemberDto {
  @Nested(() => MemberUserDto)
  user: MemberUserDto;

  static of(member: Member, { id, name, email, image }: User): MemberWithUserDto {
    return { ...MemberDto.from(member), user: { id, name, email, image } };
  }
}

/** A page of members. */
export class MemberPage {
  @NestedList(() => MemberWithUserDto)
  members: MemberWithUserDto[];
  @Integer({ min: 0 })
  total: number;
}

/** The caller's role. */
export class OwnRoleDto {
  @Choice(ROLES)
  role: Role;
}

/** A membership that ended. */
export class RemovedMember {
  @Nested(() => MemberWithUserDto)
  member: MemberWithUserDto;
}

/** Whether the caller has the permission. */
export class PermissionDto {
  @Text({ nullable: true, description: 'The reason for the failure; null on success.' })
  error: string | null;
  @Flag({ description: 'Whether the caller has all of these permissions.' })
  success: boolean;
  @TextList({ description: 'Permissions that no role has, such as a misspelled name: `member:fly`.' })
  unknown: string[];
}

const SORT_FIELDS = named(
  'MemberSortField',
  ['createdAt', 'role', 'name', 'email'],
  'The sort field of a list of members.',
);
const FILTER_FIELDS = named(
  'MemberFilterField',
  ['id', 'userId', 'role', 'name', 'email'],
  'The filter field of a list of members.',
);
export type MemberFilterField = (typeof FILTER_FIELDS)[number];
const FILTER_OPERATORS = named(
  'MemberFilterOperator',
  ['eq', 'ne', 'contains', 'starts_with', 'ends_with'],
  'The comparison of the filter.',
);
export type MemberFilterOperator = (typeof FILTER_OPERATORS)[number];

export class MemberRoleQuery extends WhichOrganizationQuery {
  @IdParameter({ description: 'If absent, the caller.' })
  userId?: string;
}

export class ListMembersQuery extends WhichOrganizationQuery {
  @IntegerParameter({ default: 100, max: 1000 })
  limit: number = 100;
  @IntegerParameter({ default: 0, min: 0, max: 1_000_000_000 })
  offset: number = 0;
  @ChoiceParameter(SORT_FIELDS, { default: 'createdAt' })
  sortBy: (typeof SORT_FIELDS)[number] = 'createdAt';
  @ChoiceParameter(SORT_DIRECTIONS, { default: 'desc' })
  sortDirection: (typeof SORT_DIRECTIONS)[number] = 'desc';
  @ChoiceParameter(FILTER_FIELDS)
  filterField?: MemberFilterField;
  @ChoiceParameter(FILTER_OPERATORS, { default: 'eq' })
  filterOperator: MemberFilterOperator = 'eq';
  @TextParameter({ description: 'The value to compare `filterField` with.' })
  filterValue?: string;
}

@Lenient()
export class UpdateMemberRole {
  @Id()
  memberId: string;
  @OrListOfOne({ $ref: schemaPath('Role') })
  @IsIn(ROLES)
  role: Role;
  @Id({ optional: true })
  organizationId?: string;
}

@Lenient()
@CheckTogether<RemoveMember>(({ memberId, memberIdOrEmail }) =>
  (memberId === undefined) === (memberIdOrEmail === undefined)
    ? [{ path: '/memberId', code: 'required', message: 'name the member by memberId or by memberIdOrEmail' }]
    : [],
)
export class RemoveMember {
  @Id({ optional: true })
  memberId?: string;
  @Text({ optional: true, max: 254, description: 'The name used by the better-auth client.' })
  memberIdOrEmail?: string;
  @Id({ optional: true })
  organizationId?: string;
}

@Lenient()
@CheckTogether<AskPermission>(({ permissions, permission }) =>
  (permissions ?? permission) ? [] : [{ path: '/permissions', code: 'required', message: 'permissions is required' }],
)
export class AskPermission {
  @Id({ optional: true })
  organizationId?: string;
  @Permissions({ description: 'Lists of actions by resource: `{ "member": ["update"] }`.' })
  permissions?: Record<string, string[]>;
  @Permissions({ deprecated: true, description: 'The former name of `permissions`.' })
  permission?: Record<string, string[]>;
}
