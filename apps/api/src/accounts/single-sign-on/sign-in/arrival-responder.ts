import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SessionTransport } from '../../identity/sign-in/session-transport.js';
import { isChallenged } from '../../identity/sign-in/sign-ins.service.js';
import { PageResponder } from '../../mail-pages/page-responder.js';
import { LANGUAGES } from '../../identity/preferences/preferences.dto.js';
import { trialPage } from '../trial/trial-page.js';
import type { Arrived } from './organization-sign-ins.service.js';

/** Answers a browser that a provider has sent back: it goes on, with a session or a question, or is shown a page. */
@Injectable()
export class ArrivalResponder {
  constructor(
    private readonly transport: SessionTransport,
    private readonly pages: PageResponder,
  ) {}

  send(request: Request, response: Response, arrived: Arrived): string | undefined {
    if ('tried' in arrived) {
      const preferred = request.acceptsLanguages([...LANGUAGES]);
      const language = arrived.tried.language ?? LANGUAGES.find((one) => one === preferred) ?? 'en';
      return this.pages.send(request, response, trialPage(arrived.tried, language));
    }
    const { location, signIn } = arrived;
    if (signIn && isChallenged(signIn)) this.transport.issueChallenge(request, response, signIn.twoFactorToken);
    else if (signIn) this.transport.issue(request, response, signIn.token);
    response.setHeader('Location', location);
    return undefined;
  }
}
