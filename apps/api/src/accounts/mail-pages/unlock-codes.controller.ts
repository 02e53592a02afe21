import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Endpoint, Resource } from '../../platform/http/endpoint.js';
import { InvalidToken } from '../identity/errors.js';
import { SecondFactorVerification } from '../identity/second-factor/second-factor-verification.service.js';
import { Throttled } from '../../platform/limits/throttled.js';
import { UnlockForm, UnlockLinkQuery } from './dto/pages.dto.js';
import { renderForm } from './form.js';
import { type HtmlPage, successPage } from './html-page.js';
import { html } from './html.js';
import { PageResponder } from './page-responder.js';

/** The page of the link that is mailed after too many wrong codes. */
@Resource('pages')
@Controller('unlock-codes')
export class UnlockCodesController {
  constructor(
    private readonly verification: SecondFactorVerification,
    private readonly responder: PageResponder,
  ) {}

  @Get()
  @Throttled('sign-in')
  @Endpoint({
    summary: 'The page for accepting second-factor codes again',
    access: 'anyone',
    produces: 'text/html',
    refuses: { 400: ['INVALID_TOKEN'] },
  })
  showUnlockCodes(
    @Query() { token }: UnlockLinkQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): string {
    if (!token) throw new InvalidToken();
    return this.responder.send(request, response, confirmationPage(token));
  }

  @Post()
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Accept second-factor codes again, on the page of the emailed link',
    access: 'anyone',
    body: 'form',
    produces: 'text/html',
    refuses: { 400: ['INVALID_TOKEN'], 403: ['origin_not_allowed'] },
  })
  async unlockCodes(
    @Body() { token }: UnlockForm,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    this.responder.requireOwnOrigin(request);
    if (!token) throw new InvalidToken();
    await this.verification.unlock(token);
    return this.responder.send(request, response, UNLOCKED);
  }
}

const confirmationPage = (token: string): HtmlPage =>
  successPage(
    'Sign in again',
    html`<p>After too many wrong codes, all codes are rejected, including correct ones.</p>
      <p>If you did not enter them, another person knows your password: change it after signing in.</p>
      ${renderForm({ hidden: { token }, button: 'Accept codes again' })}`,
  );

const UNLOCKED = successPage(
  'Codes are accepted again',
  html`<p>You can sign in now. If you did not enter the wrong codes, change your password.</p>`,
);
