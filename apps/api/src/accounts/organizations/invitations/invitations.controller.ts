import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentMembership, CurrentOrganization, CurrentSession, CurrentUser } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { Session } from '../../identity/sessions/session.entity.js';
import { SessionTransport } from '../../identity/sign-in/session-transport.js';
import { User } from '../../identity/user.entity.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { OrganizationQuery } from '../dto/which-organization.dto.js';
import { NOT_A_MEMBER_OF_THIS } from '../errors.js';
import { MemberDto } from '../members/dto/member.dto.js';
import type { Membership } from '../members/organization-access.js';
import { Organization } from '../organization.entity.js';
import {
  AnsweredInvitation,
  InvitationAnswer,
  InvitationDto,
  InvitationQuery,
  InvitationReference,
  InviteMember,
  ReceivedInvitationDto,
} from './dto/invitation.dto.js';
import { OwnerProof } from '../owner-proof.service.js';
import { InvitationsService } from './invitations.service.js';
import { ReceivedInvitations } from './received-invitations.service.js';

const LISTED = {
  access: 'admin',
  organization: 'named',
  refusedAs: {
    ...NOT_A_MEMBER_OF_THIS,
    role_too_low: 'YOU_ARE_NOT_ALLOWED_TO_LIST_INVITATIONS',
  },
  returns: [InvitationDto] as [typeof InvitationDto],
  refuses: { 400: ['NO_ACTIVE_ORGANIZATION'] },
} as const;
const FOR_RECIPIENT = {
  400: ['INVITATION_NOT_FOUND'],
  403: [
    'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
    'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
  ],
};

/** Invitations, from sending to answering. */
@SessionOnly()
@RequireModule('organizations')
@Resource('invitations')
@Controller('api/auth/organization')
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly received: ReceivedInvitations,
    private readonly transport: SessionTransport,
    private readonly ownerProof: OwnerProof,
  ) {}

  @Post('invite-member')
  @Endpoint({
    summary: 'Invite a person by email (admin or owner)',
    access: 'admin',
    organization: 'named',
    refusedAs: {
      NO_ACTIVE_ORGANIZATION: 'ORGANIZATION_NOT_FOUND',
      not_a_member: 'MEMBER_NOT_FOUND',
      role_too_low: 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
    },
    returns: InvitationDto,
    refuses: {
      400: [
        'ORGANIZATION_NOT_FOUND',
        'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION',
        'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
        'TEAM_NOT_FOUND',
      ],
      403: ['YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE', 'SESSION_NOT_FRESH'],
      409: ['already_exists', 'limit_reached'],
    },
  })
  async invite(@CurrentMembership() caller: Membership, @Body() body: InviteMember): Promise<InvitationDto> {
    await this.ownerProof.require(caller.organization, body.role ?? []);
    return InvitationDto.from(await this.invitations.invite(caller, body));
  }

  @Get('get-invitations')
  @Endpoint({
    summary: 'List the pending invitations (admin or owner)',
    ...LISTED,
  })
  async listPending(
    @CurrentOrganization() organization: Organization,
    @Query() _which: OrganizationQuery,
  ): Promise<InvitationDto[]> {
    return (await this.invitations.pending(organization)).map(InvitationDto.from);
  }

  @Get('list-invitations')
  @Endpoint({
    summary: 'Same as get-invitations, under the name used by the better-auth client',
    ...LISTED,
  })
  async list(
    @CurrentOrganization() organization: Organization,
    @Query() which: OrganizationQuery,
  ): Promise<InvitationDto[]> {
    return this.listPending(organization, which);
  }

  @Get('list-user-invitations')
  @Endpoint({
    summary: 'List the pending invitations to your email address',
    access: 'signed-in',
    returns: [ReceivedInvitationDto],
    refuses: { 403: ['EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION'] },
  })
  async listOfPerson(@CurrentUser() user: User): Promise<ReceivedInvitationDto[]> {
    return this.received.list(user);
  }

  @Get('get-invitation')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Read an invitation to your confirmed email address, or with the token of the email',
    access: 'anyone',
    returns: ReceivedInvitationDto,
    refuses: { ...FOR_RECIPIENT, 401: ['UNAUTHORIZED'] },
  })
  async read(
    @CurrentUser() user: User | undefined,
    @Query() { id: invitationId, token }: InvitationQuery,
  ): Promise<ReceivedInvitationDto> {
    return this.received.read(user, { invitationId, token }, '/query/id');
  }

  @Post('accept-invitation')
  @Endpoint({
    summary: 'Accept an invitation to your email address',
    description: 'The email address must be confirmed; `token` confirms it.',
    access: 'signed-in',
    returns: AnsweredInvitation,
    refuses: {
      ...FOR_RECIPIENT,
      400: ['INVITATION_NOT_FOUND', 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION'],
      409: ['limit_reached'],
    },
  })
  async accept(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: InvitationAnswer,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AnsweredInvitation> {
    const { invitation, member } = await this.received.accept(user, session, body);
    this.transport.reissue(request, response);
    return { invitation: InvitationDto.from(invitation), member: MemberDto.from(member) };
  }

  @Post('reject-invitation')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Decline an invitation to your confirmed email address, or with the token of the email',
    access: 'anyone',
    returns: AnsweredInvitation,
    refuses: { ...FOR_RECIPIENT, 401: ['UNAUTHORIZED'] },
  })
  async reject(@CurrentUser() user: User | undefined, @Body() body: InvitationAnswer): Promise<AnsweredInvitation> {
    return { invitation: InvitationDto.from(await this.received.reject(user, body)), member: null };
  }

  @Post('cancel-invitation')
  @Endpoint({
    summary: 'Cancel an invitation (admin, owner or inviter)',
    whileSuspended: true,
    access: 'member',
    organization: 'of-invitation',
    returns: InvitationDto,
    refuses: { 400: ['INVITATION_NOT_FOUND'], 403: ['YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION'] },
  })
  async cancel(
    @CurrentMembership() caller: Membership,
    @Body() { invitationId }: InvitationReference,
  ): Promise<InvitationDto> {
    return InvitationDto.from(await this.invitations.cancel(caller, invitationId));
  }
}
