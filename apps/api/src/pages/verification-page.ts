import type { Principal } from '#libs/access';
import { Unauthenticated } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AddressesService, type SeenLink } from '../identity/addresses/addresses.service.js';
import { InvalidToken } from '../identity/errors.js';
import type { User } from '../identity/user.entity.js';
import type { VerificationForm, VerificationLinkQuery } from './dto/pages.dto.js';
import { addressField, CODE, passwordField } from './fields.js';
import { type Field, formOf } from './form.js';
import { html, type Html, quoted } from './html.js';
import { PageAnswer } from './page-answer.js';
import { PageSignIn } from './page-sign-in.js';
import { done, type Page } from './page.js';
import { ProviderPage } from './provider-page.js';
import { wantsPage } from './refusal-page.js';
import { missingOf, NOTHING, onFields, refusalOf, type Wrong, wrongOf } from './troubles.js';

const PATH = '/api/auth/verify-email';

interface VerificationLink {
  token?: string;
  callbackURL?: string;
}

/** What a proof of an address comes to: it is proved, or a page asks for what is missing. */
type Verified = { proved: true; page: Page } | { proved: false; page: Page };

/** The link that proves an address: it is used up by whoever is signed in to its account, or types the account's password. */
@Injectable()
export class VerificationPage {
  constructor(
    private readonly addresses: AddressesService,
    private readonly signIn: PageSignIn,
    private readonly provider: ProviderPage,
    private readonly answer: PageAnswer,
  ) {}

  /**
   * Proves the address in a session of its account. Everybody else gets the page, if they want one, and so does whoever
   * only looks: mail gateways open links before people do.
   * @throws Unauthenticated `UNAUTHORIZED`, InvalidToken
   */
  async open(query: VerificationLinkQuery, principal: Principal | undefined, request: Request): Promise<Verified> {
    const link = linkIn(this.provider.linkOf(query, request));
    const user = request.method === 'HEAD' ? undefined : (principal?.user as User | undefined);
    if (link.token && (await this.addresses.verifyOwn(user, link.token)))
      return { proved: true, page: this.proved(link, request) };
    if (!wantsPage(request)) throw new Unauthenticated('UNAUTHORIZED', 'Open the link signed in to its account.');
    const challenge = query.twoFactorRedirect === undefined ? undefined : this.signIn.challengeOf(request);
    return { proved: false, page: await this.ask(link, challenge, refusalOf(query)) };
  }

  /** Does what a posted form asks for. */
  async act(form: VerificationForm, request: Request, response: Response): Promise<Page> {
    const link = linkIn(form);
    if (!link.token) throw new InvalidToken();
    if (form.do === 'provider') return this.provider.begin(response, PATH, { ...link });
    const missing = form.challenge
      ? missingOf(form, { code: 'Type the code.' })
      : missingOf(form, { password: 'Type the password.' });
    if (missing) return this.ask(link, form.challenge, missing);
    try {
      if (form.challenge) {
        const { user } = await this.signIn.withCode(request, response, form.challenge, form.code!);
        if (!(await this.addresses.verifyOwn(user, link.token))) throw new InvalidToken();
      } else await this.addresses.verifyByPassword(link.token, form.password!);
    } catch (error) {
      return this.ask(link, form.challenge, wrongOf(error, ['password', 'code']));
    }
    return this.proved(link, request);
  }

  private proved({ callbackURL }: VerificationLink, request: Request): Page {
    return done(
      'Your address is confirmed',
      html`<p>Thank you.</p>
        ${this.answer.onward(callbackURL, request)}`,
    );
  }

  private async ask(link: VerificationLink, challenge: string | undefined, wrong: Wrong = NOTHING): Promise<Page> {
    if (!link.token) throw new InvalidToken();
    const seen = await this.addresses.look(link.token);
    const hidden = { ...link, challenge };
    const fields = challenge ? [CODE] : seen.hasPassword ? passwordFields(seen) : [];
    const { status, troubles } = onFields(
      wrong,
      fields.map(({ name }) => name),
    );
    const form = formOf({ hidden, fields, button: 'Confirm the address', troubles });
    return {
      status,
      title: 'Confirm your address',
      troubles,
      body: html`${wordsOf(seen)}
      ${
        seen.hasPassword || challenge
          ? form
          : html`<p>The account has no password: open the link of the mail where you are signed in to it.</p>`
      }
      ${!challenge && this.provider.button({ ...link })}`,
    };
  }
}

const linkIn = ({ token, callbackURL }: VerificationLink): VerificationLink => ({ token, callbackURL });

const wordsOf = ({ name, email, purpose }: SeenLink): Html =>
  html`<p>
      ${purpose === 'email' ? 'The account of' : 'From now on the account of'} ${quoted(name)} at Curbcut
      ${purpose === 'email' ? 'has' : 'is to have'} the address <bdi>${email}</bdi>. Confirm that it is yours.
    </p>
    <p>If this is not your account, leave it alone and close this page: without its password nothing happens.</p>`;

function passwordFields({ email, purpose }: SeenLink): Field[] {
  const password = passwordField('Password of the account');
  return purpose === 'email' ? [addressField(email, true), password] : [password];
}
