import { Unauthenticated } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Principal } from '../../platform/http/current.js';
import { AddressesService, type LinkDescription } from '../identity/addresses/addresses.service.js';
import { InvalidToken } from '../identity/errors.js';
import type { User } from '../identity/user.entity.js';
import type { VerificationForm, VerificationLinkQuery } from './dto/pages.dto.js';
import { addressField, CODE_FIELD, passwordField } from './fields.js';
import {
  type FormErrors,
  formErrorsOf,
  missingFields,
  NO_ERRORS,
  providerErrors,
  withinFields,
} from './form-errors.js';
import { type Field, renderForm } from './form.js';
import { type HtmlPage, successPage } from './html-page.js';
import { html, type Html, quotedHtml } from './html.js';
import { PageResponder } from './page-responder.js';
import { PageSignIn } from './page-sign-in.js';
import { ProviderPage } from './provider-page.js';
import { wantsPage } from './refusal-page.js';

const PATH = '/api/auth/verify-email';

interface VerificationLink {
  token?: string;
  callbackURL?: string;
}

/** The result of opening a verification link: the address is verified, or a page asks for what is missing. */
type VerificationResult = { proved: true; page: HtmlPage } | { proved: false; page: HtmlPage };

/** The page of the link that verifies an address: it needs a session of the account, or the account's password. */
@Injectable()
export class VerificationPage {
  constructor(
    private readonly addresses: AddressesService,
    private readonly signIn: PageSignIn,
    private readonly provider: ProviderPage,
    private readonly responder: PageResponder,
  ) {}

  /**
   * Verifies the address in a session of its account. Otherwise returns the page, if the request wants one; also for
   * HEAD requests, because mail gateways open links before people do.
   * @throws Unauthenticated `UNAUTHORIZED`, InvalidToken
   */
  async open(
    query: VerificationLinkQuery,
    principal: Principal | undefined,
    request: Request,
  ): Promise<VerificationResult> {
    const link = pickLink(this.provider.linkOf(query, request));
    const user = request.method === 'HEAD' ? undefined : (principal?.user as User | undefined);
    if (link.token && (await this.addresses.verifyOwn(user, link.token)))
      return { proved: true, page: this.proved(link, request) };
    if (!wantsPage(request)) throw new Unauthenticated('UNAUTHORIZED', 'Open the link in a session of its account.');
    const challenge = query.twoFactorRedirect === undefined ? undefined : this.signIn.challengeOf(request);
    return { proved: false, page: await this.confirmationPage(link, challenge, providerErrors(query)) };
  }

  /** Handles a posted form. */
  async submit(form: VerificationForm, request: Request, response: Response): Promise<HtmlPage> {
    const link = pickLink(form);
    if (!link.token) throw new InvalidToken();
    if (form.do === 'provider') return this.provider.begin(response, PATH, { ...link });
    const formErrors = form.challenge
      ? missingFields(form, { code: 'Enter the code.' })
      : missingFields(form, { password: 'Enter the password.' });
    if (formErrors) return this.confirmationPage(link, form.challenge, formErrors);
    try {
      if (form.challenge) {
        const { user } = await this.signIn.withCode(request, response, form.challenge, form.code!);
        if (!(await this.addresses.verifyOwn(user, link.token))) throw new InvalidToken();
      } else await this.addresses.verifyByPassword(link.token, form.password!);
    } catch (error) {
      return this.confirmationPage(link, form.challenge, formErrorsOf(error, ['password', 'code']));
    }
    return this.proved(link, request);
  }

  private proved({ callbackURL }: VerificationLink, request: Request): HtmlPage {
    return successPage(
      'Your email address is confirmed',
      html`<p>Thank you.</p>
        ${this.responder.continueLink(callbackURL, request)}`,
    );
  }

  private async confirmationPage(
    link: VerificationLink,
    challenge: string | undefined,
    formErrors: FormErrors = NO_ERRORS,
  ): Promise<HtmlPage> {
    if (!link.token) throw new InvalidToken();
    const description = await this.addresses.describeLink(link.token);
    const hidden = { ...link, challenge };
    const fields = challenge ? [CODE_FIELD] : description.hasPassword ? passwordFields(description) : [];
    const { status, errors } = withinFields(
      formErrors,
      fields.map(({ name }) => name),
    );
    const form = renderForm({ hidden, fields, button: 'Confirm the address', errors });
    return {
      status,
      title: 'Confirm your email address',
      errors,
      body: html`${introText(description)}
      ${
        description.hasPassword || challenge
          ? form
          : html`<p>The account has no password: open the link in the email in a browser that is signed in to it.</p>`
      }
      ${!challenge && this.provider.button({ ...link })}`,
    };
  }
}

const pickLink = ({ token, callbackURL }: VerificationLink): VerificationLink => ({ token, callbackURL });

const introText = ({ name, email, purpose }: LinkDescription): Html =>
  html`<p>
      ${purpose === 'email' ? 'The account of' : 'From now on the account of'} ${quotedHtml(name)} at Curbcut
      ${purpose === 'email' ? 'has' : 'will have'} the email address <bdi>${email}</bdi>. Confirm that this address is
      yours.
    </p>
    <p>If this is not your account, close this page: nothing changes without its password.</p>`;

function passwordFields({ email, purpose }: LinkDescription): Field[] {
  const password = passwordField('Password of the account');
  return purpose === 'email' ? [addressField(email, true), password] : [password];
}
