import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type AdmittedRequest, CurrentSession, CurrentUser } from '../../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { Session } from '../sessions/session.entity.js';
import { SessionTransport } from '../sign-in/session-transport.js';
import { SignedUp } from '../sign-in/sign-in.dto.js';
import { StatusDto } from '../status.dto.js';
import { UserDto } from '../user.dto.js';
import { User } from '../user.entity.js';
import { type PresentedCode, SecondFactorVerification } from './second-factor-verification.service.js';
import {
  ConfirmPassword,
  EnableSecondFactor,
  PreparedFactor,
  RenewedCodes,
  ShowBackupCode,
  ShowCode,
  TotpUri,
  UnlockCodes,
} from './second-factor.dto.js';
import { SecondFactors } from './second-factors.service.js';

const SHOWN =
  'Applies to the sign-in of the `twoFactorToken`, otherwise to that of the cookie, otherwise to the session. After five wrong codes the sign-in ends. After ten wrong codes within 15 minutes, or thirty within a day, all codes of the account are rejected.';

/** The second factor: an authenticator (TOTP) and backup codes. */
@SessionOnly()
@Resource('secondFactor')
@Controller('api/auth/two-factor')
export class SecondFactorController {
  constructor(
    private readonly factors: SecondFactors,
    private readonly verification: SecondFactorVerification,
    private readonly transport: SessionTransport,
  ) {}

  @Post('enable')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Set up a second factor',
    description: 'The new second factor is active after its first correct code; the former one works until then.',
    access: 'signed-in',
    returns: PreparedFactor,
    refuses: { 400: ['INVALID_PASSWORD'], 403: ['SESSION_NOT_FRESH'], 409: ['secret_key_missing'] },
  })
  async enable(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: EnableSecondFactor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PreparedFactor> {
    const prepared = await this.factors.enable(user, session, body, this.transport.challengeIn(request));
    this.transport.clearChallenge(request, response);
    return prepared;
  }

  @Post('get-totp-uri')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Show the second factor again, to set up another authenticator app',
    access: 'signed-in',
    returns: TotpUri,
    refuses: { 400: ['INVALID_PASSWORD', 'TOTP_NOT_ENABLED'], 403: ['SESSION_NOT_FRESH'] },
  })
  async readUri(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() { password }: ConfirmPassword,
  ): Promise<TotpUri> {
    return { totpURI: await this.factors.uri(user, session, password) };
  }

  @Post('verify-totp')
  @Throttled('sign-in')
  @Endpoint({
    whileReadOnly: true,
    summary: 'Verify a code, to complete a sign-in or to activate the second factor',
    description: SHOWN,
    access: 'anyone',
    returns: SignedUp,
    beginsSession: true,
    refuses: {
      400: ['TOTP_NOT_ENABLED', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'],
      401: ['INVALID_CODE', 'INVALID_TWO_FACTOR_COOKIE'],
      429: ['ACCOUNT_TEMPORARILY_LOCKED'],
    },
  })
  async verify(
    @Body() { code, twoFactorToken }: ShowCode,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedUp> {
    return this.show({ kind: 'totp', code, twoFactorToken }, request, response);
  }

  @Post('verify-backup-code')
  @Throttled('sign-in')
  @Endpoint({
    whileReadOnly: true,
    summary: 'Verify a backup code instead of a code',
    description: SHOWN,
    access: 'anyone',
    returns: SignedUp,
    beginsSession: true,
    refuses: {
      400: ['TOTP_NOT_ENABLED', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'],
      401: ['INVALID_BACKUP_CODE', 'INVALID_TWO_FACTOR_COOKIE'],
      429: ['ACCOUNT_TEMPORARILY_LOCKED'],
    },
  })
  async verifyBackupCode(
    @Body() { code, twoFactorToken, disableSession }: ShowBackupCode,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedUp> {
    return this.show({ kind: 'backup', code, twoFactorToken, disableSession }, request, response);
  }

  @Post('generate-backup-codes')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Generate new backup codes and invalidate the old ones',
    access: 'signed-in',
    returns: RenewedCodes,
    refuses: { 400: ['INVALID_PASSWORD', 'TWO_FACTOR_NOT_ENABLED'], 403: ['SESSION_NOT_FRESH'] },
  })
  async renewBackupCodes(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() { password }: ConfirmPassword,
  ): Promise<RenewedCodes> {
    return { status: true, backupCodes: await this.factors.renewCodes(user, session, password) };
  }

  @Post('disable')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Turn off the second factor',
    access: 'signed-in',
    returns: StatusDto,
    refuses: { 400: ['INVALID_PASSWORD'], 403: ['SESSION_NOT_FRESH'], 409: ['recovery_owner_needed'] },
  })
  async disable(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() { password }: ConfirmPassword,
  ): Promise<StatusDto> {
    await this.factors.disable(user, session, password);
    return { status: true };
  }

  private async show(
    shown: PresentedCode,
    request: Request & Partial<AdmittedRequest>,
    response: Response,
  ): Promise<SignedUp> {
    const session = request.admission?.principal?.session as Session | undefined;
    const passed = await this.verification.verify({ ...shown, session, cookie: this.transport.challengeIn(request) });
    const user = UserDto.from(passed.user);
    // Who sends the secret of the challenge itself keeps that of the session itself too, unless it is left to the
    // cookie.
    const isOfCookie = shown.twoFactorToken === undefined && this.transport.usesCookie(request);
    const isHidden = isOfCookie || this.transport.prefersCookie(request);
    let token: string | null;
    if (passed.token !== null) {
      token = passed.token;
      this.transport.issue(request, response, token, passed.remembered);
    } else {
      this.transport.clearChallenge(request, response);
      token = session ? this.transport.reissue(request, response) : null;
    }
    return { token: isHidden ? this.transport.hide(request, response) : token, user };
  }

  @Post('unlock')
  @Throttled('sign-in')
  @Endpoint({
    whileReadOnly: true,
    summary: 'Accept codes again, with the link sent after thirty wrong codes within a day',
    access: 'anyone',
    returns: StatusDto,
    refuses: { 400: ['INVALID_TOKEN'] },
  })
  async unlock(@Body() { token }: UnlockCodes): Promise<StatusDto> {
    await this.verification.unlock(token);
    return { status: true };
  }
}
