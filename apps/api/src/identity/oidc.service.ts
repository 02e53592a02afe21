import { Settings } from '#libs/config';
import { inTransaction } from '#libs/database';
import { DomainError, InvalidInput } from '#libs/errors';
import { newId } from '#libs/ids';
import { hashOf, randomToken, sameSecret } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Account, OIDC } from './account.entity.js';
import type { CallbackQuery, SignInSocial } from './dto/oidc.dto.js';
import { MailedLinks } from './mailed-links.js';
import { ATTEMPT_LIFETIME_MS, attemptOf } from './oidc-attempt.js';
import { type ProvidedPerson, personOf } from './oidc-claims.js';
import {
  accessDenied,
  accountNotLinked,
  emailNotFound,
  ProviderNotFound,
  providerRefused,
  ProviderUnavailable,
  stateMismatch,
} from './oidc-errors.js';
import { OidcProvider } from './oidc-provider.js';
import { ProviderSignIn } from './provider-sign-in.entity.js';
import { returnAddress, withError } from './return-address.js';
import { type Device, SessionsService } from './sessions.service.js';
import { recordPersonal } from './record-personal.js';
import { requireOpenFor } from './sign-up-door.js';
import { User } from './user.entity.js';

/** Where a browser goes on, and the session it has from then on, if any. */
export interface WayOn {
  location: string;
  token?: string;
}

/** Signing in with the OpenID provider. */
@Injectable()
export class OidcService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly provider: OidcProvider,
    private readonly sessions: SessionsService,
    private readonly links: MailedLinks,
  ) {}

  /** Begins a sign-in: where to go, and the secret that the browser keeps meanwhile. */
  async begin(body: SignInSocial): Promise<{ url: string; secret: string }> {
    if (body.provider !== OIDC || !this.settings.oidc) throw new ProviderNotFound();
    const addresses = this.addressesOf(body);
    const secret = randomToken();
    const url = await this.provider.signInAddress(attemptOf(secret));
    const tx = this.database.manager;
    await tx.query('DELETE FROM provider_sign_ins WHERE expires_at <= now()');
    const expiresAt = new Date(Date.now() + ATTEMPT_LIFETIME_MS);
    await tx.insert(ProviderSignIn, { id: newId(), secretHash: hashOf(secret), ...addresses, expiresAt });
    return { url, secret };
  }

  /** Ends a sign-in, once: a refusal goes where its beginner wished. `search` is the query as the provider wrote it. */
  async finish(query: CallbackQuery, search: string, secret: string | undefined, device: Device): Promise<WayOn> {
    if (!this.settings.oidc) throw new ProviderNotFound();
    const { callbackUrl, errorCallbackUrl } = await this.redeem(query.state, secret);
    try {
      refuseError(query.error);
      const person = personOf(await this.provider.claims(search, attemptOf(secret!)));
      const token = await inTransaction(
        this.database,
        async (tx) => this.sessions.begin(tx, await this.userOf(tx, person), device),
        ['uq_users_email', 'uq_accounts_provider_subject'],
      );
      return { location: callbackUrl, token };
    } catch (error) {
      if (!(error instanceof DomainError) || errorCallbackUrl === null) throw error;
      return { location: withError(errorCallbackUrl, error.code) };
    }
  }

  private addressesOf({ callbackURL = '/', errorCallbackURL }: SignInSocial) {
    const base = new URL(this.settings.publicUrl);
    const check = (value: string) => returnAddress(value, base.origin, this.settings.ownOrigins);
    const callbackUrl = check(callbackURL);
    const errorCallbackUrl = errorCallbackURL === undefined ? null : check(errorCallbackURL);
    const foreign = [
      ...(callbackUrl === undefined ? ['callbackURL'] : []),
      ...(errorCallbackUrl === undefined ? ['errorCallbackURL'] : []),
    ];
    if (callbackUrl === undefined || errorCallbackUrl === undefined) {
      const message = 'Must be a path, or an address on one of the origins of this service.';
      throw new InvalidInput(foreign.map((field) => ({ path: `/${field}`, code: 'not_allowed', message })));
    }
    return { callbackUrl, errorCallbackUrl };
  }

  private async redeem(
    state: string | undefined,
    secret: string | undefined,
  ): Promise<Pick<ProviderSignIn, 'callbackUrl' | 'errorCallbackUrl'>> {
    if (secret === undefined || !sameSecret(state ?? '', attemptOf(secret).state)) throw stateMismatch();
    const [[begun]] = await this.database.query<[{ callbackUrl: string; errorCallbackUrl: string | null }[], number]>(
      `DELETE FROM provider_sign_ins WHERE secret_hash = $1 AND expires_at > now()
       RETURNING callback_url AS "callbackUrl", error_callback_url AS "errorCallbackUrl"`,
      [hashOf(secret)],
    );
    if (!begun) throw stateMismatch();
    return begun;
  }

  /** The user of this person: known by the account, linked by an address that both sides have proved, or new. */
  private async userOf(tx: EntityManager, person: ProvidedPerson): Promise<string> {
    const { subject, email, emailVerified, name, image } = person;
    const account = await tx.findOneBy(Account, { provider: OIDC, subject });
    if (account) {
      await recordPersonal(tx, 'user.signed_in', { id: account.userId, name });
      return account.userId;
    }
    if (email === undefined) throw emailNotFound();
    const existing = await tx.findOneBy(User, { email });
    if (existing && !(emailVerified && existing.emailVerified)) throw accountNotLinked();
    const userId = existing?.id ?? newId();
    if (!existing) {
      await requireOpenFor(tx, this.settings, email);
      await tx.insert(User, { id: userId, name, email, emailVerified, image });
      if (!emailVerified) await this.links.request(tx, email, 'email');
    }
    await tx.insert(Account, { id: newId(), userId, provider: OIDC, subject, passwordHash: null });
    await recordPersonal(tx, existing ? 'user.signed_in' : 'user.signed_up', { id: userId, name });
    return userId;
  }
}

const PASSING = ['server_error', 'temporarily_unavailable'];

function refuseError(error: string | undefined): void {
  if (error === undefined) return;
  if (error === 'access_denied') throw accessDenied();
  throw PASSING.includes(error) ? new ProviderUnavailable() : providerRefused();
}
