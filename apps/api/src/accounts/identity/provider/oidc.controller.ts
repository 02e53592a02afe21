import { Settings } from '#libs/config';
import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentSession } from '../../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { Session } from '../sessions/session.entity.js';
import { SessionTransport } from '../sign-in/session-transport.js';
import { isChallenged } from '../sign-in/sign-ins.service.js';
import { attemptCookie, attemptSecret } from './oidc-attempt.js';
import { CallbackQuery, SignInElsewhere, SignInSocial } from './oidc.dto.js';
import { OidcService } from './oidc.service.js';

/** Signing in with an OpenID provider. */
@SessionOnly()
@Resource('identity')
@Controller('api/auth')
export class OidcController {
  private readonly secure: boolean;

  constructor(
    private readonly oidc: OidcService,
    private readonly transport: SessionTransport,
    settings: Settings,
  ) {
    this.secure = settings.isSecure;
  }

  @Post('sign-in/social')
  @Throttled('sign-in')
  @Endpoint({
    whileReadOnly: true,
    summary: 'Start a sign-in at the OpenID Connect provider',
    description: 'Sets a cookie that is valid until the browser returns, for at most ten minutes.',
    access: 'anyone',
    returns: SignInElsewhere,
    refuses: { 403: ['SESSION_NOT_FRESH'], 404: ['PROVIDER_NOT_FOUND'], 503: ['provider_unavailable'] },
  })
  async signInWithProvider(
    @Body() body: SignInSocial,
    @CurrentSession() session: Session | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignInElsewhere> {
    const { url, secret } = await this.oidc.start(body, session);
    response.append('Set-Cookie', attemptCookie(secret, this.secure));
    return { url, redirect: !body.disableRedirect };
  }

  @Get('callback/oidc')
  @Throttled('sign-in')
  @Endpoint({
    whileReadOnly: true,
    summary: 'Redirect target of the OpenID Connect provider',
    description:
      'Redirects to the `callbackURL` of the sign-in, with a session. If the account has a second factor, adds `?twoFactorRedirect=true` and sets a challenge cookie instead. On failure, redirects to `errorCallbackURL` with `?error=<code>`; without that URL, answers with the error.',
    access: 'anyone',
    redirects: true,
    browsed: true,
    refuses: {
      403: [
        'state_mismatch',
        'access_denied',
        'provider_refused',
        'provider_refuses_client',
        'identity_not_proved',
        'auth_time_missing',
        'email_not_found',
        'account_not_linked',
        'ACCOUNT_DISABLED',
        'SIGN_UP_CLOSED',
      ],
      404: ['PROVIDER_NOT_FOUND'],
      409: ['already_exists'],
      503: ['provider_unavailable'],
    },
  })
  async returnFromProvider(
    @Query() query: CallbackQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const secret = attemptSecret(request.headers.cookie, this.secure);
    response.append('Set-Cookie', attemptCookie(undefined, this.secure)).setHeader('Cache-Control', 'no-store');
    const search = new URL(request.originalUrl, 'http://service').search.slice(1);
    const { location, signIn } = await this.oidc.finish(query, search, secret, this.transport.signInContextOf(request));
    if (signIn && isChallenged(signIn)) this.transport.issueChallenge(request, response, signIn.twoFactorToken);
    else if (signIn) this.transport.issue(request, response, signIn.token);
    response.setHeader('Location', location);
  }
}
