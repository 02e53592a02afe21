import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Endpoint, Resource } from '../../platform/http/endpoint.js';
import { AddressesService } from '../identity/addresses/addresses.service.js';
import { InvalidToken } from '../identity/errors.js';
import type { MadeAccess } from '../identity/recovery/made-access.js';
import { Throttled } from '../../platform/limits/throttled.js';
import { NewPasswordForm, NewPasswordLinkQuery } from './dto/pages.dto.js';
import { newPasswordField } from './fields.js';
import { type FormErrors, formErrorsOf, missingFields, NO_ERRORS } from './form-errors.js';
import { type Box, renderForm } from './form.js';
import { type HtmlPage, successPage } from './html-page.js';
import { html, quotedHtml } from './html.js';
import { PageResponder } from './page-responder.js';

/** The page of the link that is mailed to reset a password. */
@Resource('pages')
@Controller('reset-password')
export class ResetPasswordController {
  constructor(
    private readonly addresses: AddressesService,
    private readonly responder: PageResponder,
  ) {}

  @Get()
  @Throttled('sign-in')
  @Endpoint({
    summary: 'The page for choosing a new password',
    access: 'anyone',
    produces: 'text/html',
    refuses: { 400: ['INVALID_TOKEN'] },
  })
  async showResetPassword(
    @Query() query: NewPasswordLinkQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    if (!query.token) throw new InvalidToken();
    return this.responder.send(request, response, await this.formPage(query));
  }

  @Post()
  @Throttled('sign-in')
  @Endpoint({
    summary: 'Set a new password on the page of an emailed link; ends all your sessions',
    access: 'anyone',
    body: 'form',
    produces: 'text/html',
    refuses: {
      400: ['INVALID_TOKEN', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG', 'PASSWORD_COMPROMISED'],
      403: ['origin_not_allowed'],
    },
  })
  async resetPassword(
    @Body() form: NewPasswordForm,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    this.responder.requireOwnOrigin(request);
    if (!form.token) throw new InvalidToken();
    return this.responder.send(request, response, await this.resetTo(form, request));
  }

  private async resetTo(form: NewPasswordForm, request: Request): Promise<HtmlPage> {
    const formErrors = missingFields(form, { password: 'Enter the new password.' });
    if (formErrors) return this.formPage(form, formErrors);
    try {
      const somebodyElse = form.somebodyElse !== undefined;
      await this.addresses.resetPassword({ token: form.token!, newPassword: form.password!, somebodyElse });
    } catch (error) {
      return this.formPage(form, formErrorsOf(error, ['password']));
    }
    return successPage(
      'Your password was changed',
      html`<p>All your sessions have ended. Sign in with the new password.</p>
        ${this.responder.continueLink(form.redirectTo, request)}`,
    );
  }

  private async formPage(
    { token, redirectTo }: NewPasswordLinkQuery | NewPasswordForm,
    { status, errors }: FormErrors = NO_ERRORS,
  ): Promise<HtmlPage> {
    const made = await this.addresses.madeBefore(token!);
    return {
      status,
      title: 'Choose a new password',
      errors,
      body: renderForm({
        hidden: { token, redirectTo },
        fields: [newPasswordField('New password')],
        box: made.length > 0 ? somebodyElseBox(made) : undefined,
        button: 'Change the password',
        errors,
      }),
    };
  }
}

/** What can be said of a password that was not only forgotten, with the list of what somebody else could have made. */
const somebodyElseBox = (made: readonly MadeAccess[]): Box => ({
  name: 'somebodyElse',
  label: 'Another person had access to my account',
  hint: html`If you select this, the following items created in the last 30 days stop working. You have one day to keep
    the items that are yours.
    <ul>
      ${made.map(({ kind, title }) => html`<li>${kind.replaceAll('_', ' ')} ${quotedHtml(title)}</li>`)}
    </ul>`,
});
