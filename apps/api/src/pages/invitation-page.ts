import type { Principal } from '#libs/access';
import { Unauthenticated } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import { AddressesService } from '../identity/addresses/addresses.service.js';
import { Session } from '../identity/sessions/session.entity.js';
import { User } from '../identity/user.entity.js';
import { invitationNotFound } from '../organizations/people-errors.js';
import { ReceivedInvitations } from '../organizations/invitations/received-invitations.service.js';
import type { InvitationForm, InvitationLinkQuery } from './dto/pages.dto.js';
import { html, quoted } from './html.js';
import { type InvitationLink, invitationPage, type Offer, type Way } from './invitation-view.js';
import { type Entered, PageSignIn } from './page-sign-in.js';
import { PageAnswer } from './page-answer.js';
import { done, type Page } from './page.js';
import { ProviderPage } from './provider-page.js';
import { sessionOfTicket, ticketOf } from './session-ticket.js';
import { missingOf, NOTHING, refusalOf, type Wrong, wrongName, wrongOf } from './troubles.js';

const PATH = '/accept-invitation';
/** What of a form a person can put right on the page. */
const FIELDS = ['email', 'name', 'password', 'code'];
const purposeOf = ({ id }: InvitationLink): string => `accept invitation ${id}`;

/** The page of an invitation: who holds its secret signs up or in and accepts with one form. */
@Injectable()
export class InvitationPage {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly invitations: ReceivedInvitations,
    private readonly addresses: AddressesService,
    private readonly signIn: PageSignIn,
    private readonly provider: ProviderPage,
    private readonly answer: PageAnswer,
  ) {}

  /** What the link leads to. A session is used to be looked at only: it makes accepting one click. */
  async show(query: InvitationLinkQuery, principal: Principal | undefined, request: Request): Promise<Page> {
    const link = linkIn(this.provider.linkOf(query, request));
    const offer = await this.offerOf(link);
    const challenge = query.twoFactorRedirect === undefined ? undefined : this.signIn.challengeOf(request);
    if (challenge !== undefined) return this.page(link, offer, { is: 'code', challenge });
    const user = principal?.user as User | undefined;
    if (user && (offer ? offer.email === user.email : user.emailVerified)) {
      const ticket = ticketOf(principal!.session as Session, purposeOf(link));
      const own = offer ?? (await this.invitations.read(user, named(link)));
      return this.page(link, own, { is: 'session', ticket });
    }
    return this.page(link, offer, await this.wayOf(offer), refusalOf(query));
  }

  /** Does what a posted form asks for. */
  async act(form: InvitationForm, request: Request, response: Response): Promise<Page> {
    const link = linkIn(form);
    if (form.do === 'provider') {
      const proof = { invitationId: link.id, invitationToken: link.token };
      return this.provider.begin(response, PATH, { ...link }, proof);
    }
    if (form.do === 'reject') return this.reject(link);
    if (form.do === 'reset') return this.reset(link);
    const entered = await this.enter(link, form, request, response);
    return 'user' in entered ? this.accept(link, entered, request) : entered;
  }

  /** Who accepts: by the session of a ticket, a code, a password or a new account; or the page that asks once more. */
  private async enter(
    link: InvitationLink,
    form: InvitationForm,
    request: Request,
    response: Response,
  ): Promise<Entered | Page> {
    if (form.ticket !== undefined) return this.byTicket(link, form.ticket);
    const offer = await this.offerOf(link);
    const way: Way = form.challenge ? { is: 'code', challenge: form.challenge } : await this.wayOf(offer);
    const typed = { name: form.name, email: form.email };
    const wrong = wrongIn(form, way, offer);
    if (wrong) return this.page(link, offer, way, wrong, typed);
    try {
      const entered = await this.enterBy(way, link, offer, form, request, response);
      return 'challenge' in entered ? this.page(link, offer, { is: 'code', challenge: entered.challenge }) : entered;
    } catch (error) {
      // An account may have been made meanwhile; the page then asks for its password.
      return this.page(link, offer, way.is === 'new' ? await this.wayOf(offer) : way, wrongOf(error, FIELDS), typed);
    }
  }

  private enterBy(
    way: Way,
    { id, token }: InvitationLink,
    offer: Offer | undefined,
    { name = '', email = '', password = '', code = '' }: InvitationForm,
    request: Request,
    response: Response,
  ): Promise<Entered | { challenge: string }> {
    if (way.is === 'code') return this.signIn.withCode(request, response, way.challenge, code);
    const address = offer?.email ?? email.trim().toLowerCase();
    if (way.is !== 'new') return this.signIn.withPassword(request, response, { email: address, password });
    const proof = { invitationId: id, invitationToken: token };
    return this.signIn.signUp(request, response, { name: name.trim(), email: address, password, ...proof });
  }

  private async byTicket(link: InvitationLink, ticket: string): Promise<Entered> {
    const tx = this.database.manager;
    const session = await sessionOfTicket(tx, ticket, purposeOf(link));
    const user = session && (await tx.findOneBy(User, { id: session.userId }));
    if (!session || !user) throw new Unauthenticated('UNAUTHORIZED', 'Your session has ended.');
    return { user, session };
  }

  private async accept(link: InvitationLink, { user, session }: Entered, request: Request): Promise<Page> {
    const offer = await this.invitations.read(user, named(link));
    await this.invitations.accept(user, session, named(link));
    return done(
      'You have joined',
      html`<p>You, <bdi>${user.email}</bdi>, are a member of ${quoted(offer.organizationName)} now, and signed in.</p>
        ${this.answer.onward(link.callbackURL, request)}`,
    );
  }

  private async reject(link: InvitationLink): Promise<Page> {
    await this.invitations.reject(undefined, named(link));
    return done('Declined', html`<p>The invitation is declined. You may close this page.</p>`);
  }

  private async reset(link: InvitationLink): Promise<Page> {
    const offer = await this.offerOf(link);
    if (!offer) throw invitationNotFound();
    await this.addresses.requestLink(offer.email, 'password_reset');
    const again = `?${new URLSearchParams(Object.entries(link).filter(([, value]) => value !== undefined))}`;
    return done(
      'Look at your mail',
      html`<p>
          A link is on its way to <bdi>${offer.email}</bdi>. Choose a new password with it; the invitation waits for you
          meanwhile.
        </p>
        <p><a href="${again}">Then go on with the invitation</a></p>`,
    );
  }

  private async wayOf(offer: Offer | undefined): Promise<Way> {
    return { is: offer ? await this.signIn.standingOf(offer.email) : 'password' };
  }

  /** What the secret of the link shows; undefined for a link without one, which shows nothing. */
  private async offerOf(link: InvitationLink): Promise<Offer | undefined> {
    if (!link.id) throw invitationNotFound();
    return link.token === undefined ? undefined : this.invitations.read(undefined, named(link));
  }

  private page(
    link: InvitationLink,
    offer: Offer | undefined,
    way: Way,
    wrong: Wrong = NOTHING,
    typed: { name?: string; email?: string } = {},
  ): Page {
    return invitationPage({ link, offer, way, provider: this.provider.button({ ...link }), wrong, typed });
  }
}

const linkIn = ({ id, token, callbackURL }: InvitationLink): InvitationLink => ({ id, token, callbackURL });

const named = ({ id = '', token }: InvitationLink) => ({ invitationId: id, token });

function wrongIn(form: InvitationForm, way: Way, offer: Offer | undefined): Wrong | undefined {
  if (way.is === 'code') return missingOf(form, { code: 'Type the code.' });
  const labels = {
    ...(offer ? {} : { email: 'Type your address.' }),
    ...(way.is === 'new' ? { name: 'Type your name.' } : {}),
    password: 'Type the password.',
  };
  return missingOf(form, labels) ?? (way.is === 'new' ? wrongName(form.name!) : undefined);
}
