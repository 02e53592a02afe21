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

const MAILED = 'If an account with this email address exists, a link has been sent to it.';

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
  @Endpoint({ summary: 'Request a link to reset the password', access: 'anyone', returns: StatusDto })
  async requestPasswordReset(@Body() { email }: RequestByMail): Promise<StatusDto> {
    await this.addresses.requestLink(email, 'password_reset');
    return { status: true, message: MAILED };
  }

  @Post('reset-password')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Set a new password and end all your sessions',
    description:
      'All links sent for the account work until one of them is used. If the email address was never confirmed, every other way into the account is removed too: second factor, provider, API keys and invitations. Otherwise, everything created in the last 30 days without a fresh proof and outside your usual networks is suspended; with `somebodyElse`, everything created in that time. You have one day to keep the items that are yours (`/v1/me/recoveries`).',
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
  @Endpoint({ summary: 'Request a link to confirm your email address', access: 'anyone', returns: StatusDto })
  async sendVerificationEmail(@Body() { email }: RequestByMail): Promise<StatusDto> {
    await this.addresses.requestLink(email, 'email');
    return { status: true };
  }

  @Post('change-email')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Request a change of your email address; it takes effect once the new address is confirmed',
    description:
      'Needs a session younger than ten minutes. The answer is the same if the address is taken. For seven days, the former address stays reserved and can be restored by its owner.',
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
    summary: 'Recover your account with the link sent to its former email address',
    description:
      'Ends all sessions, removes the password, and removes the sign-in methods added since the change. Access granted in the last 30 days is suspended; you have one day to keep the items that are yours (`/v1/me/recoveries`).',
    access: 'anyone',
    returns: StatusDto,
    refuses: { 400: ['INVALID_TOKEN'] },
  })
  async restoreAddress(@Body() { token }: RestoreAddress): Promise<StatusDto> {
    await this.changes.restore(token);
    return { status: true };
  }
}
