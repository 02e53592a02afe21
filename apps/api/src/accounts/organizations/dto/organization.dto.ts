import {
  Described,
  fieldsOf,
  Flag,
  HttpUrl,
  Id,
  IntegerParameter,
  JsonObject,
  Lenient,
  Nested,
  NestedList,
  OneLine,
  Text,
  Timestamp,
} from '#libs/fields';
import { ID_FORM } from '#libs/ids';
import { Matches } from 'class-validator';
import type { Principal } from '../../../platform/http/current.js';
import { isOpenTo } from '../../../platform/http/policy.js';
import { Slug } from '../../../platform/lists/shared-fields.js';
import { accessTargetOf } from '../access-target.js';
import { InvitationDto } from '../invitations/dto/invitation.dto.js';
import { MemberDto, MemberWithUserDto } from '../members/dto/member.dto.js';
import type { MembershipRows } from '../members/organization-access.js';
import type { Organization } from '../organization.entity.js';
import { CountedTeamDto } from '../teams/dto/team.dto.js';
import { OrganizationReference, WhichOrganizationQuery } from './which-organization.dto.js';

const LOGO = 'The URL of a picture; null if none.';
const METADATA = 'Free-form data of clients; the service does not read it.';

// An id is taken wherever a slug is, so that a slug of that form would lead to another organization.
const SLUG = () =>
  Matches(new RegExp(`^(?!${ID_FORM}$)[\\p{L}\\p{N}]+(-[\\p{L}\\p{N}]+)*$`, 'u'), {
    message: '$property must consist of letters and numbers joined by hyphens, and must not be an id',
  });

/** An organization as the wire format of `/api/auth` shows one. */
export class OrganizationDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Slug()
  slug: string;
  @Text({ nullable: true, description: LOGO })
  logo: string | null;
  @Timestamp()
  createdAt: Date;
  @Text({ nullable: true, description: 'JSON as a string.' })
  metadata: string | null;

  static from({ id, name, slug, logo, createdAt, metadata }: Organization): OrganizationDto {
    return { id, name, slug, logo, createdAt, metadata: metadata && JSON.stringify(metadata) };
  }
}

/** An organization in a list of those that a person is in. */
export class ListedOrganizationDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Slug()
  slug: string;
  @Text({ nullable: true, description: LOGO })
  logo: string | null;
  @Timestamp({
    nullable: true,
    description:
      'Null if this session is not admitted: the organization requires a second factor or a sign-in at its own provider.',
  })
  createdAt: Date | null;
  @Text({ nullable: true, description: 'JSON as a string.' })
  metadata: string | null;

  /** Refusing would break the start of the client; so whose session it does not admit sees its name. */
  static from({ organization, member }: MembershipRows, caller: Principal): ListedOrganizationDto {
    const own = { ...caller, role: member.role, isRecoveryOwner: member.recovery };
    if (isOpenTo(own, accessTargetOf(organization))) return OrganizationDto.from(organization);
    const { id, name, slug } = organization;
    return { id, name, slug, logo: null, createdAt: null, metadata: null };
  }
}

/** An organization after a change; here its metadata is an object. */
export class ChangedOrganizationDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Slug()
  slug: string;
  @Text({ nullable: true, description: LOGO })
  logo: string | null;
  @Timestamp()
  createdAt: Date;
  @JsonObject({ nullable: true, description: METADATA })
  metadata: Record<string, unknown> | null;

  static from(organization: Organization): ChangedOrganizationDto {
    return fieldsOf(ChangedOrganizationDto, organization);
  }
}

/** A new organization with its only member. */
export class CreatedOrganizationDto extends ChangedOrganizationDto {
  @NestedList(() => MemberDto)
  members: MemberDto[];
}

/** An organization with its members, invitations and teams. */
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
  @Text({ optional: true, max: 100, description: 'Derived from the name if absent.' })
  @SLUG()
  slug?: string;
  @HttpUrl({ optional: true, nullable: true, description: LOGO })
  logo?: string | null;
  @JsonObject({ optional: true, nullable: true, description: METADATA })
  metadata?: Record<string, unknown> | null;
  @Flag({ optional: true, description: 'False: the new organization becomes active for the session.' })
  keepCurrentActiveOrganization?: boolean;
}

@Lenient()
export class CheckSlug {
  @Slug({ max: 100 })
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

@Described('A change of the organization.')
@Lenient()
class OrganizationData {
  @OneLine({ optional: true })
  name?: string;
  @Slug({ optional: true, max: 100 })
  @SLUG()
  slug?: string;
  @HttpUrl({ optional: true, nullable: true, description: LOGO })
  logo?: string | null;
  @JsonObject({ optional: true, nullable: true, description: METADATA })
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
export class DeleteOrganization extends OrganizationReference {
  @Text({ optional: true, max: 1000, description: 'Required if the session is ten minutes old or older.' })
  password?: string;
}

export class FullOrganizationQuery extends WhichOrganizationQuery {
  @IntegerParameter({ default: 100, max: 1000 })
  membersLimit: number = 100;
}
