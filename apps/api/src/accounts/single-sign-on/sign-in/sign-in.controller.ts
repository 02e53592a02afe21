import { Settings } from '#libs/config';
import { isId } from '#libs/ids';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentSession } from '../../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { deriveAttempt } from '../../identity/provider/oidc-attempt.js';
import { ProviderNotFound } from '../../identity/provider/oidc-errors.js';
import { CallbackQuery } from '../../identity/provider/oidc.dto.js';
import { throwProviderError } from '../../identity/provider/provider-error.js';
import { Session } from '../../identity/sessions/session.entity.js';
import { SessionTransport } from '../../identity/sign-in/session-transport.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { ArrivalResponder } from './arrival-responder.js';
import { attemptCookie, attemptSecret } from './attempt-cookie.js';
import { OpenIdClients } from './open-id-clients.service.js';
import { type Begun, OrganizationSignIns } from './organization-sign-ins.service.js';
import { SignInAtOrganization, SignInSso, StartQuery } from './sign-in.dto.js';

/** How somebody is refused whom the provider of an organization has sent back. */
export const REFUSED_ARRIVALS = [
  'state_mismatch',
  'identity_not_proved',
  'auth_time_missing',
  'email_not_found',
  'account_not_linked',
  'sso_address_unverified',
  'sso_domain_unproved',
  'sso_role_missing',
  'sso_deactivated',
  'sso_other_person',
  'organization_suspended',
  'ACCOUNT_DISABLED',
];

/** What the page means that the browser may be shown in place of going on. */
export const SHOWN_TRIAL = 'The outcome of a test of the provider.';

/** Signing in by the provider of an organization. */
@SessionOnly()
@Resource('signIn')
@Controller('api/auth')
export class OrganizationSignInController {
  private readonly secure: boolean;

  constructor(
    private readonly signIns: OrganizationSignIns,
    private readonly clients: OpenIdClients,
    private readonly transport: SessionTransport,
    private readonly responder: ArrivalResponder,
    settings: Settings,
  ) {
    this.secure = settings.isSecure;
  }

  @Post('sign-in/sso')
  @Throttled('sign-in')
  @Endpoint({
    whileReadOnly: true,
    summary: 'Start a sign-in at the provider of an organization',
    description:
      'The answer does not reveal whether the domain, the organization or its provider exists. Sets a cookie that is valid until the browser returns, for at most ten minutes.',
    access: 'anyone',
    returns: SignInAtOrganization,
    refuses: {
      401: ['UNAUTHORIZED'],
      403: ['SESSION_NOT_FRESH'],
      404: ['PROVIDER_NOT_FOUND'],
      503: ['provider_unavailable'],
    },
  })
  @HttpCode(200)
  async begin(
    @Body() body: SignInSso,
    @CurrentSession() session: Session | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignInAtOrganization> {
    const { purpose = 'sign_in', callbackURL, errorCallbackURL } = body;
    const organizationId = await this.signIns.named(body);
    const begun = await this.signIns.start(organizationId, { purpose, callbackURL, errorCallbackURL }, session);
    this.keep(response, begun);
    return { url: begun.url, redirect: true };
  }

  @Get('sso/start/:orgId')
  @Throttled('sign-in')
  @Endpoint({
    whileReadOnly: true,
    secretPath: false,
    summary: 'Redirect to the sign-in provider of an organization',
    description: 'For links and bookmarks; errors about a required provider link to it.',
    access: 'anyone',
    redirects: true,
    browsed: true,
    refuses: { 404: ['PROVIDER_NOT_FOUND'], 503: ['provider_unavailable'] },
  })
  async start(
    @Param('orgId') orgId: string,
    @Query() { callbackURL }: StartQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const begun = await this.signIns.start(requireId(orgId), { purpose: 'sign_in', callbackURL }, undefined);
    this.keep(response, begun);
    response.setHeader('Cache-Control', 'no-store').setHeader('Location', begun.url);
  }

  @Get('sso/callback/:orgId')
  @Throttled('sign-in')
  @Endpoint({
    whileReadOnly: true,
    secretPath: false,
    summary: 'Redirect target of the OpenID Connect provider of an organization',
    description:
      'Redirects to the `callbackURL` of the start, with a session. If the account has a second factor, adds `?twoFactorRedirect=true` and sets a challenge cookie instead. On failure, redirects to `errorCallbackURL` with `?error=<code>`; without that URL, answers with the error.',
    access: 'anyone',
    redirects: true,
    browsed: true,
    orPage: SHOWN_TRIAL,
    refuses: {
      401: ['UNAUTHORIZED'],
      403: [...REFUSED_ARRIVALS, 'access_denied', 'provider_refused', 'provider_refuses_client'],
      404: ['PROVIDER_NOT_FOUND'],
      409: ['already_exists', 'limit_reached'],
      503: ['provider_unavailable'],
    },
  })
  async callback(
    @Param('orgId') orgId: string,
    @Query() query: CallbackQuery,
    @CurrentSession() session: Session | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    const organizationId = requireId(orgId);
    const presented = { secret: attemptSecret(request.headers.cookie, this.secure), state: query.state, session };
    response.append('Set-Cookie', attemptCookie(undefined, this.secure, 'oidc')).setHeader('Cache-Control', 'no-store');
    const search = new URL(request.originalUrl, 'http://service').search.slice(1);
    const arrived = await this.signIns.finish(
      organizationId,
      presented,
      ({ provider }, _attempt, secret) => {
        throwProviderError(query.error);
        if (provider.kind !== 'oidc') throw new ProviderNotFound();
        return this.clients.person(provider, search, deriveAttempt(secret));
      },
      this.transport.signInContextOf(request),
    );
    return this.responder.send(request, response, arrived);
  }

  private keep(response: Response, { secret, kind }: Begun): void {
    response.append('Set-Cookie', attemptCookie(secret, this.secure, kind));
  }
}

/** @throws ProviderNotFound, as where there is no such organization */
export function requireId(orgId: string): string {
  if (!isId(orgId)) throw new ProviderNotFound();
  return orgId.toLowerCase();
}
