import { CurrentSession, CurrentUser, Endpoint, ForPeople } from '#libs/access';
import { Throttled } from '#libs/throttling';
import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  ChangePassword,
  OkDto,
  RequestByMail,
  ResetPassword,
  SignedIn,
  SignedUp,
  SignIn,
  SignUp,
  StatusDto,
  UpdateUser,
  UserDto,
  VerifyEmailQuery,
} from './dto/identity.dto.js';
import { IdentityService } from './identity.service.js';
import { Session } from './session.entity.js';
import { deviceOf, SignInAnswer } from './sign-in-answer.js';
import { User } from './user.entity.js';

const MAILED = 'If there is an account with this address, a link is on its way to it.';

/** Signing up and in, and passwords. */
@ForPeople()
@Controller('api/auth')
export class IdentityController {
  constructor(
    private readonly identity: IdentityService,
    private readonly answer: SignInAnswer,
  ) {}

  @Get('ok')
  @Endpoint({ summary: 'Whether the identity endpoints answer', roles: 'anyone', returns: OkDto })
  ok(): OkDto {
    return { ok: true };
  }

  @Post('sign-up/email')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Make an account and sign in',
    roles: 'anyone',
    returns: SignedUp,
    refuses: {
      400: ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG'],
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
    const { user, token } = await this.identity.signUp(body, deviceOf(request));
    this.answer.give(response, token, body.rememberMe);
    return { token, user: UserDto.from(user) };
  }

  @Post('sign-in/email')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Sign in',
    roles: 'anyone',
    returns: SignedIn,
    refuses: { 401: ['INVALID_EMAIL_OR_PASSWORD'], 403: ['INVALID_CALLBACK_URL'] },
  })
  async signIn(
    @Body() body: SignIn,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedIn> {
    const landing = this.answer.landing(body.callbackURL);
    const { user, token } = await this.identity.signIn(body, deviceOf(request));
    this.answer.give(response, token, body.rememberMe);
    return { ...landing, token, user: UserDto.from(user) };
  }

  @Post('update-user')
  @Endpoint({
    summary: 'Change your name or picture',
    roles: 'signed-in',
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
    this.answer.repeat(request, response);
    return { status: true };
  }

  @Post('change-password')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Change your password; ends all your other sessions',
    roles: 'signed-in',
    returns: SignedUp,
    refuses: { 400: ['INVALID_PASSWORD', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG'] },
  })
  async changePassword(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: ChangePassword,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedUp> {
    await this.identity.changePassword(user, session, body);
    const token = body.revokeOtherSessions ? this.answer.repeat(request, response) : null;
    return { token, user: UserDto.from(user) };
  }

  @Post('request-password-reset')
  @Throttled('sign-in')
  @Endpoint({ summary: 'Have a link mailed with which to choose a new password', roles: 'anyone', returns: StatusDto })
  async requestPasswordReset(@Body() { email }: RequestByMail): Promise<StatusDto> {
    await this.identity.requestLink(email, 'password_reset');
    return { status: true, message: MAILED };
  }

  @Post('reset-password')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Choose a new password; ends all your sessions',
    roles: 'anyone',
    returns: StatusDto,
    refuses: { 400: ['INVALID_TOKEN', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG'] },
  })
  async resetPassword(@Body() body: ResetPassword): Promise<StatusDto> {
    await this.identity.resetPassword(body);
    return { status: true };
  }

  @Post('send-verification-email')
  @Throttled('sign-in')
  @Endpoint({ summary: 'Have a link mailed with which to confirm your address', roles: 'anyone', returns: StatusDto })
  async sendVerificationEmail(@Body() { email }: RequestByMail): Promise<StatusDto> {
    await this.identity.requestLink(email, 'email');
    return { status: true };
  }

  @Get('verify-email')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Confirm your address',
    roles: 'anyone',
    returns: StatusDto,
    refuses: { 400: ['INVALID_TOKEN'] },
  })
  async verifyEmail(@Query() { token }: VerifyEmailQuery): Promise<StatusDto> {
    await this.identity.verifyEmail(token);
    return { status: true };
  }
}
