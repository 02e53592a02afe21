import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Endpoint, Resource } from '../../platform/http/endpoint.js';
import { AddressChanges } from '../identity/addresses/address-changes.service.js';
import { InvalidToken } from '../identity/errors.js';
import { Throttled } from '../../platform/limits/throttled.js';
import { RestoreForm, RestoreLinkQuery } from './dto/pages.dto.js';
import { renderForm } from './form.js';
import { type HtmlPage, successPage } from './html-page.js';
import { html } from './html.js';
import { PageResponder } from './page-responder.js';

/** The page of the link that is mailed to the former address of an account. */
@Resource('pages')
@Controller('restore-address')
export class RestoreAddressController {
  constructor(
    private readonly changes: AddressChanges,
    private readonly responder: PageResponder,
  ) {}

  @Get()
  @Throttled('sign-in')
  @Endpoint({
    summary: 'The page for restoring the former email address of an account',
    access: 'anyone',
    produces: 'text/html',
    refuses: { 400: ['INVALID_TOKEN'] },
  })
  showRestoreAddress(
    @Query() { token }: RestoreLinkQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): string {
    if (!token) throw new InvalidToken();
    return this.responder.send(request, response, confirmationPage(token));
  }

  @Post()
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Restore the former email address of an account, on the page of the emailed link',
    access: 'anyone',
    body: 'form',
    produces: 'text/html',
    refuses: { 400: ['INVALID_TOKEN'], 403: ['origin_not_allowed'] },
  })
  async restoreAddress(
    @Body() { token }: RestoreForm,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    this.responder.requireOwnOrigin(request);
    if (!token) throw new InvalidToken();
    await this.changes.restore(token);
    return this.responder.send(request, response, RESTORED);
  }
}

const confirmationPage = (token: string): HtmlPage =>
  successPage(
    'Restore your email address',
    html`<p>
        The email address of your account was changed in a signed-in session. If you changed it, close this page.
      </p>
      <p>
        Otherwise, restore it: the account gets back the address that received this link. Its password, all its
        sessions, and the sign-in methods added since are removed.
      </p>
      ${renderForm({ hidden: { token }, button: 'Restore the email address' })}`,
  );

const RESTORED = successPage(
  'Your email address was restored',
  html`<p>
    All sessions of the account have ended, and its password was removed. Request a link to choose a new password where
    you usually sign in.
  </p>`,
);
