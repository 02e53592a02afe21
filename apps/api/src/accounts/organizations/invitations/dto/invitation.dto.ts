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
@Described('An emailed invitation to an organization.')
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
  @Id({ description: 'The user id of the inviter.' })
  inviterId: string;
  @Timestamp({ description: 'The expiry time.' })
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
  @Email({ description: 'The email address of the inviter.' })
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
  @TextParameter({
    max: 100,
    description: 'The token of the emailed link. It replaces a session and confirms the email address.',
  })
  token?: string;
}

@Lenient()
export class InviteMember {
  @Email()
  email: string;
  @OrListOfOne(
    { $ref: schemaPath('Role') },
    {
      required: false,
      description: 'If absent with `resend`, the role of the pending invitation; otherwise required.',
    },
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
      description: 'The team to join on acceptance; if absent with `resend`, that of the pending invitation.',
    },
  )
  @ValidateIf((_dto, value) => value !== undefined && value !== null)
  @IsUUID('loose')
  teamId?: string | null;
  @Flag({ optional: true, description: 'Sends a pending invitation again, with a new link and a new expiry time.' })
  resend?: boolean;
}

@Lenient()
export class InvitationReference {
  @Text({ max: 100 })
  invitationId: string;
}

@Lenient()
export class InvitationAnswer extends InvitationReference {
  @Text({ optional: true, max: 100, description: 'The token of the emailed link; confirms the email address.' })
  token?: string;
}
