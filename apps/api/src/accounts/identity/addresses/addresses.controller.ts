import { Body, Controller, Post } from '@nestjs/common';
import { CurrentSession, CurrentUser } from '../../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { RequestByMail, ResetPassword } from '../passwords/password.dto.js';
import { Session } from '../sessions/session.entity.js';
import { SessionTransport } from '../sign-in/session-transport.js';
import { StatusDto } from '../status.dto.js';
import { User } from '../user.entity.js';
import { AddressChanges } from './address-changes.service.js';
import { ChangeEmail, RestoreAddress } from './addresses.dto.js';
import { AddressesService } from './addresses.service.js';

const MAILED = 'If there is an account with this address, a link is on its way to it.';

/** Actions that are confirmed by a mailed link. */
@SessionOnly()
@Resource('identity')
@Controller('api/auth')
export class AddressesController {
  constructor(
    private readonly addresses: AddressesService,
    private readonly changes: AddressChanges,
    private readonly transport: SessionTransport,
  ) {}

  @Post('request-password-reset')
  @Throttled('sign-in')
  @Endpoint({ summary: 'Have a link mailed with which to choose a new password', access: 'anyone', returns: StatusDto })
  async requestPasswordReset(@Body() { email }: RequestByMail): Promise<StatusDto> {
    await this.addresses.requestLink(email, 'password_reset');
    return { status: true, message: MAILED };
  }

  @Post('reset-password')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Choose a new password; ends all your sessions',
    description:
      'Every link that was mailed works until one of them is used. Where the address had never been confirmed, everything else by which somebody could get in goes too: second factor, provider, API keys, invitations. Otherwise what was made in the last 30 days neither with a fresh proof nor in a network in which you sign in is suspended, with `somebodyElse` all of it: you have a day to keep what is yours (`/v1/me/recoveries`).',
    access: 'anyone',
    returns: StatusDto,
    refuses: { 400: ['INVALID_TOKEN', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG', 'PASSWORD_COMPROMISED'] },
  })
  async resetPassword(@Body() body: ResetPassword): Promise<StatusDto> {
    await this.addresses.resetPassword(body);
    return { status: true };
  }

  @Post('send-verification-email')
  @Throttled('sign-in')
  @Endpoint({ summary: 'Have a link mailed with which to confirm your address', access: 'anyone', returns: StatusDto })
  async sendVerificationEmail(@Body() { email }: RequestByMail): Promise<StatusDto> {
    await this.addresses.requestLink(email, 'email');
    return { status: true };
  }

  @Post('change-email')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Have your new address asked to confirm; until it does, the present one stays',
    description:
      'Needs a session younger than ten minutes. The answer is the same where the address is taken. The former address can restore itself for seven days, and is held for you so long.',
    access: 'signed-in',
    returns: StatusDto,
    refuses: { 403: ['SESSION_NOT_FRESH', 'INVALID_CALLBACK_URL'] },
  })
  async changeEmail(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() { newEmail, callbackURL }: ChangeEmail,
  ): Promise<StatusDto> {
    this.transport.callbackTarget(callbackURL);
    await this.changes.request(user, session, newEmail);
    return { status: true };
  }

  @Post('restore-address')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Get your account back by the link that was mailed to its former address',
    description:
      'Ends all sessions, the password, and the ways to sign in that were added since the change. What else was made in the last 30 days by which somebody could stay is suspended: you have a day to keep what is yours (`/v1/me/recoveries`).',
    access: 'anyone',
    returns: StatusDto,
    refuses: { 400: ['INVALID_TOKEN'] },
  })
  async restoreAddress(@Body() { token }: RestoreAddress): Promise<StatusDto> {
    await this.changes.restore(token);
    return { status: true };
  }
}
