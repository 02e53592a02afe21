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
    summary: 'Begin to try the provider: what it says of a person, and what would follow',
    description:
      'Go to `url` in the same browser, which keeps a cookie for ten minutes. The provider sends it back to a page that shows what it said, what the settings make of it, and what would happen to the person: nobody is signed in or linked, and nothing is kept.',
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
