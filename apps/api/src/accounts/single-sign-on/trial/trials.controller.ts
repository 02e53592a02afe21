import { Settings } from '#libs/config';
import { Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentOrganization, CurrentSession } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { Session } from '../../identity/sessions/session.entity.js';
import { Organization } from '../../organizations/organization.entity.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { attemptCookie } from '../sign-in/attempt-cookie.js';
import { OrganizationSignIns } from '../sign-in/organization-sign-ins.service.js';
import { TrialAtProvider } from './trial.dto.js';

/** Trying the provider of an organization before people need it. */
@SessionOnly()
@RequireModule('organizations')
@Resource('signIn')
@Controller('v1/organizations/:orgId/settings/sign-in')
export class TrialsController {
  private readonly secure: boolean;

  constructor(
    private readonly signIns: OrganizationSignIns,
    settings: Settings,
  ) {
    this.secure = settings.isSecure;
  }

  @Post('try')
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Start a test of the provider',
    description:
      'Open `url` in the same browser; a cookie is kept for ten minutes. The provider redirects to a page that shows its data, their evaluation by the settings, and the resulting membership. No account is signed in, linked or changed.',
    freshProof: 'always',
    access: 'owner',
    whileReadOnly: true,
    returns: TrialAtProvider,
    refuses: { 404: ['PROVIDER_NOT_FOUND'], 503: ['provider_unavailable'] },
  })
  @HttpCode(200)
  async beginTrial(
    @CurrentOrganization() { id }: Organization,
    @CurrentSession() session: Session,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TrialAtProvider> {
    const { url, secret, kind } = await this.signIns.start(id, { purpose: 'try' }, session);
    response.append('Set-Cookie', attemptCookie(secret, this.secure, kind));
    return { url };
  }
}
