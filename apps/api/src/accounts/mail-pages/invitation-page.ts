import { Unauthenticated } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import type { Principal } from '../../platform/http/current.js';
import { accountStateOf } from '../identity/account-state.js';
import { AddressesService } from '../identity/addresses/addresses.service.js';
import { Session } from '../identity/sessions/session.entity.js';
import { User } from '../identity/user.entity.js';
import { ReceivedInvitations } from '../organizations/invitations/received-invitations.service.js';
import { invitationNotFound } from '../organizations/people-errors.js';
import type { InvitationForm, InvitationLinkQuery } from './dto/pages.dto.js';
import { type FormErrors, formErrorsOf, missingFields, nameErrors, NO_ERRORS, providerErrors } from './form-errors.js';
import { type HtmlPage, successPage } from './html-page.js';
import { html, quotedHtml } from './html.js';
import { type AcceptanceStep, type InvitationLink, type InvitationOffer, invitationPage } from './invitation-view.js';
import { PageResponder } from './page-responder.js';
import { type PageSession, PageSignIn } from './page-sign-in.js';
import { ProviderPage } from './provider-page.js';
import { sessionOfTicket, ticketOf } from './session-ticket.js';

const PATH = '/accept-invitation';
/** The fields whose errors can be corrected on the page. */
const FIELDS = ['email', 'name', 'password', 'code'];
const purposeOf = ({ id }: InvitationLink): string => `accept invitation ${id}`;

/** The page of an invitation: with the secret of its link a person signs up or in and accepts with one form. */
@Injectable()
export class InvitationPage {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly invitations: ReceivedInvitations,
    private readonly addresses: AddressesService,
    private readonly signIn: PageSignIn,
    private readonly provider: ProviderPage,
    private readonly responder: PageResponder,
  ) {}

  /** Shows the page of a link. A session is only read here: it makes accepting one click. */
  async show(query: InvitationLinkQuery, principal: Principal | undefined, request: Request): Promise<HtmlPage> {
    const link = pickLink(this.provider.linkOf(query, request));
    const offer = await this.readOffer(link);
    const challenge = query.twoFactorRedirect === undefined ? undefined : this.signIn.challengeOf(request);
    if (challenge !== undefined) return this.page(link, offer, { is: 'code', challenge });
    const user = principal?.user as User | undefined;
    if (user && (offer ? offer.email === user.email : user.emailVerified)) {
      const ticket = ticketOf(principal!.session as Session, purposeOf(link));
      const own = offer ?? (await this.invitations.read(user, credentialOf(link)));
      return this.page(link, own, { is: 'session', ticket });
    }
    return this.page(link, offer, await this.stepFor(offer), providerErrors(query));
  }

  /** Handles a posted form. */
  async submit(form: InvitationForm, request: Request, response: Response): Promise<HtmlPage> {
    const link = pickLink(form);
    if (form.do === 'provider') {
      const proof = { invitationId: link.id, invitationToken: link.token };
      return this.provider.begin(response, PATH, { ...link }, proof);
    }
    if (form.do === 'reject') return this.reject(link);
    if (form.do === 'reset') return this.reset(link);
    const authenticated = await this.authenticate(link, form, request, response);
    return 'user' in authenticated ? this.accept(link, authenticated, request) : authenticated;
  }

  /**
   * Authenticates the recipient by a ticket, a code, a password or a new account; or returns the page with the next
   * question or the errors.
   */
  private async authenticate(
    link: InvitationLink,
    form: InvitationForm,
    request: Request,
    response: Response,
  ): Promise<PageSession | HtmlPage> {
    if (form.ticket !== undefined) return this.byTicket(link, form.ticket);
    const offer = await this.readOffer(link);
    const step: AcceptanceStep = form.challenge ? { is: 'code', challenge: form.challenge } : await this.stepFor(offer);
    const typed = { name: form.name, email: form.email };
    const formErrors = validateForm(form, step, offer);
    if (formErrors) return this.page(link, offer, step, formErrors, typed);
    try {
      const authenticated = await this.authenticateBy(step, link, offer, form, request, response);
      return 'challenge' in authenticated
        ? this.page(link, offer, { is: 'code', challenge: authenticated.challenge })
        : authenticated;
    } catch (error) {
      // An account may have been created meanwhile; then the page asks for its password.
      return this.page(
        link,
        offer,
        step.is === 'new' ? await this.stepFor(offer) : step,
        formErrorsOf(error, FIELDS),
        typed,
      );
    }
  }

  private authenticateBy(
    step: AcceptanceStep,
    { id, token }: InvitationLink,
    offer: InvitationOffer | undefined,
    { name = '', email = '', password = '', code = '' }: InvitationForm,
    request: Request,
    response: Response,
  ): Promise<PageSession | { challenge: string }> {
    if (step.is === 'code') return this.signIn.withCode(request, response, step.challenge, code);
    const address = offer?.email ?? email.trim().toLowerCase();
    if (step.is !== 'new') return this.signIn.withPassword(request, response, { email: address, password });
    const proof = { invitationId: id, invitationToken: token };
    return this.signIn.signUp(request, response, { name: name.trim(), email: address, password, ...proof });
  }

  private async byTicket(link: InvitationLink, ticket: string): Promise<PageSession> {
    const tx = this.database.manager;
    const session = await sessionOfTicket(tx, ticket, purposeOf(link));
    const user = session && (await tx.findOneBy(User, { id: session.userId }));
    if (!session || !user) throw new Unauthenticated('UNAUTHORIZED', 'Your session has ended.');
    return { user, session };
  }

  private async accept(link: InvitationLink, { user, session }: PageSession, request: Request): Promise<HtmlPage> {
    const offer = await this.invitations.read(user, credentialOf(link));
    await this.invitations.accept(user, session, credentialOf(link));
    return successPage(
      'You have joined the organization',
      html`<p>
          You are signed in as <bdi>${user.email}</bdi> and are now a member of ${quotedHtml(offer.organizationName)}.
        </p>
        ${this.responder.continueLink(link.callbackURL, request)}`,
    );
  }

  private async reject(link: InvitationLink): Promise<HtmlPage> {
    await this.invitations.reject(undefined, credentialOf(link));
    return successPage('Declined', html`<p>You have declined the invitation. You can close this page.</p>`);
  }

  private async reset(link: InvitationLink): Promise<HtmlPage> {
    const offer = await this.readOffer(link);
    if (!offer) throw invitationNotFound();
    await this.addresses.requestLink(offer.email, 'password_reset');
    const again = `?${new URLSearchParams(Object.entries(link).filter(([, value]) => value !== undefined))}`;
    return successPage(
      'Check your email',
      html`<p>
          A link was sent to <bdi>${offer.email}</bdi>. Use it to choose a new password; the invitation remains valid.
        </p>
        <p><a href="${again}">Then continue with the invitation</a></p>`,
    );
  }

  private async stepFor(offer: InvitationOffer | undefined): Promise<AcceptanceStep> {
    return { is: offer ? await accountStateOf(this.database.manager, offer.email) : 'password' };
  }

  /** The invitation of a link with a secret; undefined for a link without one. */
  private async readOffer(link: InvitationLink): Promise<InvitationOffer | undefined> {
    if (!link.id) throw invitationNotFound();
    return link.token === undefined ? undefined : this.invitations.read(undefined, credentialOf(link));
  }

  private page(
    link: InvitationLink,
    offer: InvitationOffer | undefined,
    step: AcceptanceStep,
    formErrors: FormErrors = NO_ERRORS,
    typed: { name?: string; email?: string } = {},
  ): HtmlPage {
    return invitationPage({ link, offer, step, provider: this.provider.button({ ...link }), formErrors, typed });
  }
}

const pickLink = ({ id, token, callbackURL }: InvitationLink): InvitationLink => ({ id, token, callbackURL });

const credentialOf = ({ id = '', token }: InvitationLink) => ({ invitationId: id, token });

function validateForm(
  form: InvitationForm,
  step: AcceptanceStep,
  offer: InvitationOffer | undefined,
): FormErrors | undefined {
  if (step.is === 'code') return missingFields(form, { code: 'Enter the code.' });
  const labels = {
    ...(offer ? {} : { email: 'Enter your email address.' }),
    ...(step.is === 'new' ? { name: 'Enter your name.' } : {}),
    password: 'Enter the password.',
  };
  return missingFields(form, labels) ?? (step.is === 'new' ? nameErrors(form.name!) : undefined);
}
