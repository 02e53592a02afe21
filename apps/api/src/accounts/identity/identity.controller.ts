import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentSession, CurrentUser } from '../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../platform/http/endpoint.js';
import { Throttled } from '../../platform/limits/throttled.js';
import { IdentityService } from './identity.service.js';
import { ChangePassword } from './passwords/password.dto.js';
import { Passwords } from './passwords/passwords.service.js';
import { MadeAccessDto, PasswordChanged } from './recovery/recoveries.dto.js';
import { Session } from './sessions/session.entity.js';
import { SessionTransport } from './sign-in/session-transport.js';
import { SignInOptions } from './sign-in/sign-in-options.dto.js';
import { SecondFactorAsked, SignedIn, SignedUp, SignIn, SignUp } from './sign-in/sign-in.dto.js';
import { isChallenged, SignIns } from './sign-in/sign-ins.service.js';
import { OkDto, StatusDto } from './status.dto.js';
import { UpdateUser, UserDto } from './user.dto.js';
import { User } from './user.entity.js';

/** Sign-up, sign-in and passwords. */
@SessionOnly()
@Resource('identity')
@Controller('api/auth')
export class IdentityController {
  constructor(
    private readonly identity: IdentityService,
    private readonly signIns: SignIns,
    private readonly passwords: Passwords,
    private readonly transport: SessionTransport,
  ) {}

  @Get('ok')
  @Endpoint({ summary: 'Check the identity endpoints', access: 'anyone', returns: OkDto })
  ok(): OkDto {
    return { ok: true };
  }

  @Get('options')
  @Endpoint({
    summary: 'Read the sign-in options: sign-up, providers and languages',
    access: 'anyone',
    returns: SignInOptions,
  })
  options(): Promise<SignInOptions> {
    return this.identity.signInOptions();
  }

  @Post('sign-up/email')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Create an account and sign in',
    access: 'anyone',
    returns: SignedUp,
    beginsSession: true,
    refuses: {
      400: ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG', 'PASSWORD_COMPROMISED'],
      403: ['SIGN_UP_CLOSED'],
      409: ['already_exists'],
      422: ['USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'],
    },
  })
  async signUp(
    @Body() body: SignUp,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedUp> {
    const { user, token } = await this.identity.signUp(body, this.transport.signInContextOf(request, body.rememberMe));
    const shown = this.transport.begin(request, response, token, body.rememberMe);
    return { token: shown, user: UserDto.from(user) };
  }

  @Post('sign-in/email')
  @Throttled('sign-in')
  @Endpoint({
    whileReadOnly: true,
    summary: 'Sign in',
    description: 'If the second factor is on, no session begins yet; continue with `/api/auth/two-factor/verify-totp`.',
    access: 'anyone',
    returns: SignedIn,
    orReturns: SecondFactorAsked,
    beginsSession: true,
    refuses: { 401: ['INVALID_EMAIL_OR_PASSWORD'], 403: ['ACCOUNT_DISABLED', 'INVALID_CALLBACK_URL'] },
  })
  async signIn(
    @Body() body: SignIn,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedIn | SecondFactorAsked> {
    const callbackTarget = this.transport.callbackTarget(body.callbackURL);
    const result = await this.signIns.withPassword(body, this.transport.signInContextOf(request, body.rememberMe));
    if (isChallenged(result)) {
      this.transport.issueChallenge(request, response, result.twoFactorToken);
      const twoFactorToken = this.transport.shown(request, response, result.twoFactorToken);
      return { twoFactorRedirect: true, twoFactorMethods: ['totp'], twoFactorToken };
    }
    const token = this.transport.begin(request, response, result.token, body.rememberMe);
    return { ...callbackTarget, token, user: UserDto.from(result.user) };
  }

  @Post('update-user')
  @Endpoint({
    summary: 'Change your name or picture',
    access: 'signed-in',
    returns: StatusDto,
    refuses: { 400: ['EMAIL_CAN_NOT_BE_UPDATED'] },
  })
  async updateUser(
    @CurrentUser() user: User,
    @Body() body: UpdateUser,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StatusDto> {
    await this.identity.updateUser(user, body);
    this.transport.reissue(request, response);
    return { status: true };
  }

  @Post('change-password')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Change your password; ends all your sessions and starts a new one',
    access: 'signed-in',
    returns: PasswordChanged,
    refuses: { 400: ['INVALID_PASSWORD', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG', 'PASSWORD_COMPROMISED'] },
  })
  async changePassword(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: ChangePassword,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PasswordChanged> {
    const { token, made } = await this.passwords.change(user, session, body);
    const kept = this.transport.replace(request, response, token, session.remembered);
    return { token: kept, user: UserDto.from(user), made: made.map(MadeAccessDto.from) };
  }
}
