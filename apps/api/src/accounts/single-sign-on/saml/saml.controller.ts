import { Settings } from '#libs/config';
import { Lenient, Text } from '#libs/fields';
import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Endpoint, Resource } from '../../../platform/http/endpoint.js';
import { ProviderNotFound } from '../../identity/provider/oidc-errors.js';
import { SessionTransport } from '../../identity/sign-in/session-transport.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { ArrivalResponder } from '../sign-in/arrival-responder.js';
import { attemptCookie, attemptSecret } from '../sign-in/attempt-cookie.js';
import { OrganizationSignIns } from '../sign-in/organization-sign-ins.service.js';
import type { Entrance } from '../sign-in/provided-accounts.service.js';
import { REFUSED_ARRIVALS, requireId, SHOWN_TRIAL } from '../sign-in/sign-in.controller.js';
import { SamlProviders } from './saml-providers.service.js';
import { SAML_REFUSALS } from './saml-refusals.js';

// In base64, of 256 kB of XML; what is larger is told so, up to this.
const LARGEST_FORM = 600_000;

/** What a provider posts by the browser. */
@Lenient()
class SamlAnswer {
  @Text({ max: LARGEST_FORM, description: 'The response, in base64.' })
  SAMLResponse: string;
  @Text({ optional: true, max: 500, description: 'The relay state of the sign-in request.' })
  RelayState?: string;
}

/** Signing in by a provider of SAML. */
@Resource('signIn')
@Controller('api/auth/sso/saml2')
export class SamlController {
  private readonly secure: boolean;

  constructor(
    private readonly signIns: OrganizationSignIns,
    private readonly saml: SamlProviders,
    private readonly transport: SessionTransport,
    private readonly responder: ArrivalResponder,
    settings: Settings,
  ) {
    this.secure = settings.isSecure;
  }

  @Post('acs/:orgId')
  @Throttled('sign-in')
  @Endpoint({
    whileReadOnly: true,
    secretPath: false,
    summary: 'Assertion consumer service of an organization',
    description:
      'Continues like `GET /api/auth/sso/callback/{orgId}`. Sign-ins started at the provider are accepted if the settings allow them.',
    access: 'anyone',
    body: 'form',
    bodyLimit: LARGEST_FORM,
    redirects: true,
    browsed: true,
    orPage: SHOWN_TRIAL,
    refuses: {
      401: ['UNAUTHORIZED'],
      403: [...REFUSED_ARRIVALS, ...Object.keys(SAML_REFUSALS)],
      404: ['PROVIDER_NOT_FOUND'],
      409: ['already_exists', 'limit_reached'],
    },
  })
  @HttpCode(302)
  async acceptAnswer(
    @Param('orgId') orgId: string,
    @Body() { SAMLResponse: answer, RelayState: state }: SamlAnswer,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    const presented = { secret: attemptSecret(request.headers.cookie, this.secure), state };
    response.append('Set-Cookie', attemptCookie(undefined, this.secure, 'saml')).setHeader('Cache-Control', 'no-store');
    const context = this.transport.signInContextOf(request);
    const person = ({ provider }: Entrance, requestId: string | null) => {
      if (provider.kind !== 'saml') throw new ProviderNotFound();
      return this.saml.person(provider, answer, requestId);
    };
    // Who comes without a request of ours has begun at the provider.
    const arrived = await (presented.secret === undefined
      ? this.signIns.finishUnsolicited(requireId(orgId), (entrance) => person(entrance, null), context)
      : this.signIns.finish(
          requireId(orgId),
          presented,
          (entrance, { requestId }) => person(entrance, requestId),
          context,
        ));
    return this.responder.send(request, response, arrived);
  }

  @Get('metadata/:orgId')
  @Throttled('sign-in')
  @Endpoint({
    secretPath: false,
    summary: 'SAML metadata of this service for the provider of an organization',
    access: 'anyone',
    produces: 'application/samlmetadata+xml',
    refuses: { 404: ['PROVIDER_NOT_FOUND'] },
  })
  async readMetadata(@Param('orgId') orgId: string, @Res({ passthrough: true }) response: Response): Promise<string> {
    const { provider } = await this.signIns.entrance(requireId(orgId));
    if (provider.kind !== 'saml') throw new ProviderNotFound();
    response.setHeader('Content-Type', 'application/samlmetadata+xml');
    return this.saml.metadata(provider.organizationId);
  }
}
