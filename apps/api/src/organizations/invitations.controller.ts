import { CurrentSession, CurrentUser, Endpoint, ForPeople, RequireModule } from '#libs/access';
import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Session } from '../identity/session.entity.js';
import { SignInAnswer } from '../identity/sign-in-answer.js';
import { User } from '../identity/user.entity.js';
import { InvitationDto, MemberDto } from './dto/organization.dto.js';
import {
  AnsweredInvitation,
  InvitationQuery,
  InvitationReference,
  InviteMember,
  OrganizationQuery,
  ReceivedInvitationDto,
} from './dto/people.dto.js';
import { InvitationsService } from './invitations.service.js';

const ADMIN = { 400: ['NO_ACTIVE_ORGANIZATION'], 403: ['not_a_member', 'role_too_low'] };
const ANSWERED = { 400: ['INVITATION_NOT_FOUND'], 403: ['YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION'] };

/** Invitations, from sending to answering. */
@ForPeople()
@RequireModule('organizations')
@Controller('api/auth/organization')
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly answer: SignInAnswer,
  ) {}

  @Post('invite-member')
  @Endpoint({
    summary: 'Invite a person by mail (admin or owner)',
    roles: 'signed-in',
    returns: InvitationDto,
    refuses: {
      ...ADMIN,
      400: [
        'NO_ACTIVE_ORGANIZATION',
        'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION',
        'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
        'TEAM_NOT_FOUND',
      ],
      409: ['already_exists'],
    },
  })
  async invite(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: InviteMember,
  ): Promise<InvitationDto> {
    return InvitationDto.from(await this.invitations.invite(user, session, body));
  }

  @Get('get-invitations')
  @Endpoint({
    summary: 'List the open invitations (admin or owner)',
    roles: 'signed-in',
    returns: [InvitationDto],
    refuses: ADMIN,
  })
  async pending(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Query() query: OrganizationQuery,
  ): Promise<InvitationDto[]> {
    return (await this.invitations.pending(user, session, query.organizationId)).map(InvitationDto.from);
  }

  @Get('list-invitations')
  @Endpoint({
    summary: 'The same as get-invitations, under the name that the client of this wire format uses',
    roles: 'signed-in',
    returns: [InvitationDto],
    refuses: ADMIN,
  })
  async list(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Query() query: OrganizationQuery,
  ): Promise<InvitationDto[]> {
    return this.pending(user, session, query);
  }

  @Get('list-user-invitations')
  @Endpoint({
    summary: 'List the open invitations to your own address',
    roles: 'signed-in',
    returns: [ReceivedInvitationDto],
    refuses: { 403: ['EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION'] },
  })
  async received(@CurrentUser() user: User): Promise<ReceivedInvitationDto[]> {
    return this.invitations.received(user);
  }

  @Get('get-invitation')
  @Endpoint({
    summary: 'Read an invitation to your own address',
    roles: 'signed-in',
    returns: ReceivedInvitationDto,
    refuses: ANSWERED,
  })
  async read(@CurrentUser() user: User, @Query() { id }: InvitationQuery): Promise<ReceivedInvitationDto> {
    return this.invitations.read(user, id);
  }

  @Post('accept-invitation')
  @Endpoint({
    summary: 'Accept an invitation to your own address',
    roles: 'signed-in',
    returns: AnsweredInvitation,
    refuses: ANSWERED,
  })
  async accept(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() { invitationId }: InvitationReference,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AnsweredInvitation> {
    const { invitation, member } = await this.invitations.accept(user, session, invitationId);
    this.answer.repeat(request, response);
    return { invitation: InvitationDto.from(invitation), member: MemberDto.from(member) };
  }

  @Post('reject-invitation')
  @Endpoint({
    summary: 'Reject an invitation to your own address',
    roles: 'signed-in',
    returns: AnsweredInvitation,
    refuses: ANSWERED,
  })
  async reject(@CurrentUser() user: User, @Body() { invitationId }: InvitationReference): Promise<AnsweredInvitation> {
    return { invitation: InvitationDto.from(await this.invitations.reject(user, invitationId)), member: null };
  }

  @Post('cancel-invitation')
  @Endpoint({
    summary: 'Cancel an invitation (admin, owner, or whoever sent it)',
    roles: 'signed-in',
    returns: InvitationDto,
    refuses: { 400: ['INVITATION_NOT_FOUND'], 403: ['role_too_low'] },
  })
  async cancel(@CurrentUser() user: User, @Body() { invitationId }: InvitationReference): Promise<InvitationDto> {
    return InvitationDto.from(await this.invitations.cancel(user, invitationId));
  }
}
