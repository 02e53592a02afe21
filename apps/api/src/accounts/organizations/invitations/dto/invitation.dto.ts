import {
  Choice,
  Described,
  Email,
  fieldsOf,
  Flag,
  Id,
  Lenient,
  Nested,
  schemaPath,
  Text,
  TextParameter,
  Timestamp,
} from '#libs/fields';
import { IsIn, IsUUID, ValidateIf } from 'class-validator';
import { type Role, ROLES } from '../../../../platform/http/policy.js';
import { OrListOfOne } from '../../dto/list-of-one.js';
import { MemberDto } from '../../members/dto/member.dto.js';
import { type Invitation, INVITATION_STATUSES, type InvitationStatus } from '../invitation.entity.js';

/** An invitation to join an organization. */
@Described('An invitation to an organization, by mail.')
export class InvitationDto {
  @Id()
  id: string;
  @Id()
  organizationId: string;
  @Email()
  email: string;
  @Choice(ROLES)
  role: Role;
  @Choice(INVITATION_STATUSES)
  status: InvitationStatus;
  @Id({ nullable: true })
  teamId: string | null;
  @Id({ description: 'The user who invited.' })
  inviterId: string;
  @Timestamp({ description: 'When it ends by itself.' })
  expiresAt: Date;
  @Timestamp()
  createdAt: Date;

  static from(invitation: Invitation): InvitationDto {
    return fieldsOf(InvitationDto, invitation);
  }
}

/** An invitation as its invitee sees it. */
export class ReceivedInvitationDto extends InvitationDto {
  @Text()
  organizationName: string;
  @Text()
  organizationSlug: string;
  @Email({ description: 'The address of who invited.' })
  inviterEmail: string;
}

/** An answered invitation, and the membership if it was accepted. */
export class AnsweredInvitation {
  @Nested(() => InvitationDto)
  invitation: InvitationDto;
  @Nested(() => MemberDto, { nullable: true })
  member: MemberDto | null;
}

export class InvitationQuery {
  @TextParameter({ required: true })
  id: string;
  @TextParameter({ max: 100, description: 'From the mailed link: needs no session, and proves the address.' })
  token?: string;
}

@Lenient()
export class InviteMember {
  @Email()
  email: string;
  @OrListOfOne(
    { $ref: schemaPath('Role') },
    { required: false, description: 'With `resend` that of the open invitation when absent; needed otherwise.' },
  )
  @IsIn(ROLES)
  @ValidateIf(({ resend }: InviteMember, role) => resend !== true || role !== undefined)
  role?: Role;
  @Id({ optional: true })
  organizationId?: string;
  @OrListOfOne(
    { type: 'string', format: 'uuid' },
    {
      required: false,
      nullable: true,
      description: 'The team to join on acceptance; with `resend` that of the open invitation when absent.',
    },
  )
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
