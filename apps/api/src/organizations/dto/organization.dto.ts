import { type Role, ROLES } from '#libs/access';
import {
  Choice,
  Email,
  Flag,
  Id,
  IdParameter,
  JsonObject,
  Lenient,
  Nested,
  NestedList,
  OneLine,
  Text,
  TextParameter,
  Timestamp,
  WebAddress,
  Whole,
  WholeParameter,
} from '#libs/http';
import { Matches } from 'class-validator';
import { INVITATION_STATUSES, type Invitation, type InvitationStatus } from '../invitation.entity.js';
import type { User } from '../../identity/user.entity.js';
import type { Member } from '../member.entity.js';
import type { Organization } from '../organization.entity.js';
import type { Team } from '../team.entity.js';

const SLUG = () =>
  Matches(/^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u, {
    message: '$property must be words of letters and numbers joined by hyphens',
  });

/** An organization as the wire format of `/api/auth` shows one. */
export class OrganizationDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Text()
  slug: string;
  @Text({ nullable: true })
  logo: string | null;
  @Timestamp()
  createdAt: Date;
  @Text({ nullable: true, description: 'JSON as a string.' })
  metadata: string | null;

  static from({ id, name, slug, logo, createdAt, metadata }: Organization): OrganizationDto {
    return { id, name, slug, logo, createdAt, metadata: metadata && JSON.stringify(metadata) };
  }
}

/** An organization that was just changed: its metadata is an object here. */
export class ChangedOrganizationDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Text()
  slug: string;
  @Text({ nullable: true })
  logo: string | null;
  @Timestamp()
  createdAt: Date;
  @JsonObject({ nullable: true })
  metadata: Record<string, unknown> | null;

  static from({ id, name, slug, logo, createdAt, metadata }: Organization): ChangedOrganizationDto {
    return { id, name, slug, logo, createdAt, metadata };
  }
}

/** A membership. */
export class MemberDto {
  @Id()
  id: string;
  @Id()
  organizationId: string;
  @Id()
  userId: string;
  @Choice(ROLES, { name: 'Role' })
  role: Role;
  @Id({ nullable: true })
  teamId: string | null;
  @Timestamp()
  createdAt: Date;

  static from({ id, organizationId, userId, role, teamId, createdAt }: Member): MemberDto {
    return { id, organizationId, userId, role, teamId, createdAt };
  }
}

class MemberUserDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Email()
  email: string;
  @Text({ nullable: true })
  image: string | null;
}

/** A membership with its person. */
export class MemberWithUserDto extends MemberDto {
  @Nested(() => MemberUserDto)
  user: MemberUserDto;

  static of(member: Member, { id, name, email, image }: User): MemberWithUserDto {
    return { ...MemberDto.from(member), user: { id, name, email, image } };
  }
}

/** An offer to join. */
export class InvitationDto {
  @Id()
  id: string;
  @Id()
  organizationId: string;
  @Email()
  email: string;
  @Choice(ROLES, { name: 'Role' })
  role: Role;
  @Choice(INVITATION_STATUSES, { name: 'InvitationStatus' })
  status: InvitationStatus;
  @Id({ nullable: true })
  teamId: string | null;
  @Id()
  inviterId: string;
  @Timestamp()
  expiresAt: Date;
  @Timestamp()
  createdAt: Date;

  static from({
    id,
    organizationId,
    email,
    role,
    status,
    teamId,
    inviterId,
    expiresAt,
    createdAt,
  }: Invitation): InvitationDto {
    return { id, organizationId, email, role, status, teamId, inviterId, expiresAt, createdAt };
  }
}

/** A team. */
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

  static from({ id, name, organizationId, createdAt, updatedAt }: Team): TeamDto {
    return { id, name, organizationId, createdAt, updatedAt };
  }
}

/** A team with the number of people in it. */
export class CountedTeamDto extends TeamDto {
  @Whole({ min: 0 })
  memberCount: number;
}

/** An organization that was just created, with its one member. */
export class CreatedOrganizationDto extends ChangedOrganizationDto {
  @NestedList(() => MemberDto)
  members: MemberDto[];
}

/** An organization with everything around it. */
export class FullOrganizationDto extends OrganizationDto {
  @NestedList(() => MemberWithUserDto)
  members: MemberWithUserDto[];
  @NestedList(() => InvitationDto)
  invitations: InvitationDto[];
  @NestedList(() => CountedTeamDto)
  teams: CountedTeamDto[];
}

@Lenient()
export class CreateOrganization {
  @OneLine()
  name: string;
  @Text({ optional: true, max: 100, description: 'Made from the name when absent.' })
  @SLUG()
  slug?: string;
  @WebAddress({ optional: true, nullable: true })
  logo?: string | null;
  @JsonObject({ optional: true, nullable: true })
  metadata?: Record<string, unknown> | null;
  @Flag({ optional: true })
  keepCurrentActiveOrganization?: boolean;
}

@Lenient()
export class CheckSlug {
  @Text({ max: 100 })
  @SLUG()
  slug: string;
}

@Lenient()
export class SetActiveOrganization {
  @Id({ optional: true, nullable: true, description: 'Null: none.' })
  organizationId?: string | null;
  @Text({ optional: true, max: 100 })
  organizationSlug?: string;
}

@Lenient()
class OrganizationData {
  @OneLine({ optional: true })
  name?: string;
  @Text({ optional: true, max: 100 })
  @SLUG()
  slug?: string;
  @WebAddress({ optional: true, nullable: true })
  logo?: string | null;
  @JsonObject({ optional: true, nullable: true })
  metadata?: Record<string, unknown> | null;
}

@Lenient()
export class UpdateOrganization {
  @Id({ optional: true })
  organizationId?: string;
  @Nested(() => OrganizationData)
  data: OrganizationData;
}

@Lenient()
export class OrganizationReference {
  @Id()
  organizationId: string;
}

@Lenient()
export class DeleteOrganization extends OrganizationReference {
  @Text({ optional: true, max: 1000, description: 'Needed where the session is ten minutes old or more.' })
  password?: string;
}

export class WhichOrganizationQuery {
  @IdParameter()
  organizationId?: string;
  @TextParameter()
  organizationSlug?: string;
}

export class FullOrganizationQuery extends WhichOrganizationQuery {
  @WholeParameter({ default: 100, max: 1000 })
  membersLimit: number = 100;
}
