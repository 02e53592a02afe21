import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { DomainError, InvalidInput, Unauthenticated } from '#libs/errors';
import { newId } from '#libs/ids';
import { hashOf, randomToken, sameSecret } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ATTEMPT_LIFETIME_MS, deriveAttempt } from '../../identity/provider/oidc-attempt.js';
import { ProviderNotFound, stateMismatch } from '../../identity/provider/oidc-errors.js';
import { FreshProofRequired, proofWaysOf } from '../../identity/proof/proof-ways.js';
import { isFresh } from '../../identity/sessions/session-lifetime.js';
import type { Session } from '../../identity/sessions/session.entity.js';
import { returnAddress, withError, withSecondFactor } from '../../identity/sign-in/return-address.js';
import { isChallenged, type RequestCredentials, type SignInResult } from '../../identity/sign-in/sign-ins.service.js';
import { organizationOfPath } from '../../organizations/organization-of-path.js';
import { domainFault, domainOfAddress } from '../domains/domain-name.js';
import { HOLDER } from '../domains/sign-in-domains.sql.js';
import { OrganizationSignIn } from '../settings/organization-sign-in.entity.js';
import { type Tried, Trials } from '../trial/trials.service.js';
import { SamlProviders } from '../saml/saml-providers.service.js';
import { Arrivals } from './arrivals.service.js';
import { OpenIdClients } from './open-id-clients.service.js';
import type { Entrance } from './provided-accounts.service.js';
import type { ProvidedPerson } from './provided-person.js';
import { type AttemptPurpose, SignInAttempt } from './sign-in-attempt.entity.js';
import { ENTERED, PURGE_ATTEMPTS, REDEEM } from './sign-in.sql.js';

/** What somebody goes to a provider for, and where they go afterwards. */
export interface Going {
  purpose: AttemptPurpose;
  callbackURL?: string;
  errorCallbackURL?: string;
}

/** Where the browser goes, with the secret for its cookie. */
export interface Begun {
  url: string;
  secret: string;
  kind: OrganizationSignIn['kind'];
}

/** Where the browser is redirected, and what the sign-in led to: a session, or a second-factor challenge. */
interface Returned {
  location: string;
  signIn?: SignInResult;
}

/** What is shown of a sign-in that was only tried, to the session that began it. */
interface Shown {
  tried: Tried;
}

export type Arrived = Returned | Shown;

type Redeemed = Pick<SignInAttempt, 'purpose' | 'sessionId' | 'requestId' | 'callbackUrl' | 'errorCallbackUrl'>;

/** Signing in by the providers of organizations. */
@Injectable()
export class OrganizationSignIns {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly clients: OpenIdClients,
    private readonly saml: SamlProviders,
    private readonly arrivals: Arrivals,
    private readonly trials: Trials,
  ) {}

  /**
   * The organization by whose provider an address, or whoever names its slug, comes in.
   * @throws ProviderNotFound, the same whatever is not there
   */
  async named({ email, organizationSlug }: { email?: string; organizationSlug?: string }): Promise<string> {
    const id =
      email === undefined ? await organizationOfPath(this.database, organizationSlug!) : await this.holder(email);
    if (id === undefined) throw new ProviderNotFound();
    return id;
  }

  /** Begins to sign in, or to prove, link or try something in a session. @throws ProviderNotFound, Forbidden */
  async start(organizationId: string, going: Going, session: Session | undefined): Promise<Begun> {
    const addresses = this.addressesOf(going);
    const entrance = await this.entrance(organizationId);
    const { purpose } = going;
    if (purpose !== 'sign_in') await this.requireSession(going, session, organizationId);
    const secret = randomToken();
    const forcesLogin = purpose === 'prove' || purpose === 'link';
    const { url, requestId } = await this.urlOf(entrance, secret, forcesLogin);
    const tx = this.database.manager;
    await query(tx, PURGE_ATTEMPTS, []);
    await tx.insert(SignInAttempt, {
      id: newId(),
      organizationId,
      secretHash: hashOf(secret),
      purpose,
      sessionId: purpose === 'sign_in' ? null : session!.id,
      requestId,
      ...addresses,
      expiresAt: clock.in(ATTEMPT_LIFETIME_MS),
    });
    return { url, secret, kind: entrance.provider.kind };
  }

  /**
   * Completes an attempt, once. Refusals are redirected to the `errorCallbackURL` of the start, if there is one.
   * @param state what the provider has brought back
   * @param session of the browser, where it sends one
   * @param person of whom the provider speaks
   */
  async finish(
    organizationId: string,
    { secret, state, session }: { secret: string | undefined; state: string | undefined; session?: Session },
    person: (entrance: Entrance, attempt: Redeemed, secret: string) => Promise<ProvidedPerson>,
    context: RequestCredentials,
  ): Promise<Arrived> {
    if (secret === undefined || !sameSecret(state ?? '', deriveAttempt(secret).state)) throw stateMismatch();
    const [attempt] = await query(this.database, REDEEM, [hashOf(secret), organizationId]);
    if (!attempt) throw stateMismatch();
    if (attempt.purpose === 'try') {
      if (session && session.id !== attempt.sessionId) throw stateMismatch();
      const entrance = await this.entrance(organizationId);
      return { tried: await this.trials.try(entrance, attempt.sessionId!, () => person(entrance, attempt, secret)) };
    }
    try {
      const entrance = await this.entrance(organizationId);
      const signIn = await this.arrivals.arrive(entrance, await person(entrance, attempt, secret), attempt, context);
      const { callbackUrl } = attempt;
      return { location: signIn && isChallenged(signIn) ? withSecondFactor(callbackUrl) : callbackUrl, signIn };
    } catch (error) {
      if (!(error instanceof DomainError) || attempt.errorCallbackUrl === null) throw error;
      return { location: withError(attempt.errorCallbackUrl, error.code) };
    }
  }

  /**
   * Lets in somebody who has begun at the provider, where the settings allow that.
   * @throws Forbidden `state_mismatch` where they do not
   */
  async finishUnsolicited(
    organizationId: string,
    person: (entrance: Entrance) => Promise<ProvidedPerson>,
    context: RequestCredentials,
  ): Promise<Arrived> {
    const entrance = await this.entrance(organizationId);
    if (!entrance.provider.idpInitiated) throw stateMismatch();
    const { callbackUrl } = this.addressesOf({ purpose: 'sign_in' });
    const attempt = { purpose: 'sign_in', sessionId: null } as const;
    const signIn = await this.arrivals.arrive(entrance, await person(entrance), attempt, context);
    return { location: signIn && isChallenged(signIn) ? withSecondFactor(callbackUrl) : callbackUrl, signIn };
  }

  /** @throws ProviderNotFound where the organization is none, is deleted, or has no provider */
  async entrance(organizationId: string): Promise<Entrance> {
    const tx = this.database.manager;
    const [organization] = await query(tx, ENTERED, [organizationId]);
    const provider = organization && (await tx.findOneBy(OrganizationSignIn, { organizationId }));
    if (!provider || provider.suspendedBy !== null) throw new ProviderNotFound();
    return { organization, provider };
  }

  private async holder(email: string): Promise<string | undefined> {
    const domain = domainOfAddress(email);
    if (domainFault(domain)) return undefined;
    const [holder] = await query(this.database, HOLDER, [domain]);
    return holder?.organizationId;
  }

  private async urlOf(
    { provider }: Entrance,
    secret: string,
    forcesLogin: boolean,
  ): Promise<{ url: string; requestId: string | null }> {
    const attempt = deriveAttempt(secret);
    if (provider.kind === 'saml') return this.saml.signInUrl(provider, attempt.state, forcesLogin);
    return { url: await this.clients.authorizationUrl(provider, attempt, forcesLogin), requestId: null };
  }

  /**
   * A proof is of a session that the provider has begun; what is linked stays, so that the person proves themselves
   * first by what they had before.
   */
  private async requireSession(
    { purpose }: Going,
    session: Session | undefined,
    organizationId: string,
  ): Promise<void> {
    if (!session) throw new Unauthenticated();
    if (purpose === 'prove' && session.providerOrganizationId !== organizationId) throw new ProviderNotFound();
    if (purpose === 'link' && !isFresh(session, clock.millis()))
      throw new FreshProofRequired(await proofWaysOf(this.database.manager, this.settings, session.userId));
  }

  private addressesOf({ callbackURL = '/', errorCallbackURL }: Going) {
    const check = (value: string) => returnAddress(value, this.settings);
    const callbackUrl = check(callbackURL);
    const errorCallbackUrl = errorCallbackURL === undefined ? null : check(errorCallbackURL);
    if (callbackUrl !== undefined && errorCallbackUrl !== undefined) return { callbackUrl, errorCallbackUrl };
    const message = 'Must be a path, or a URL on an origin of this service.';
    const foreign = Object.entries({ callbackURL: callbackUrl, errorCallbackURL: errorCallbackUrl });
    throw new InvalidInput(
      foreign.flatMap(([name, value]) =>
        value === undefined ? [{ path: `/${name}`, code: 'not_allowed', message }] : [],
      ),
    );
  }
}
