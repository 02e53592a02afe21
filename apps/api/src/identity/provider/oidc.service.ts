import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { DomainError, InvalidInput } from '#libs/errors';
import { newId } from '#libs/ids';
import { hashOf, randomToken, sameSecret } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../work/unit-of-work.service.js';
import { OIDC } from '../account.entity.js';
import { returnAddress, withError, withSecondFactor } from '../sign-in/return-address.js';
import { isChallenged, type SignInContext, type SignInResult, SignIns } from '../sign-in/sign-ins.service.js';
import { type InvitationProof, invitationProof } from '../sign-in/sign-up-policy.js';
import { ATTEMPT_LIFETIME_MS, deriveAttempt } from './oidc-attempt.js';
import { identityOfClaims } from './oidc-claims.js';
import { accessDenied, ProviderNotFound, providerRefused, ProviderUnavailable, stateMismatch } from './oidc-errors.js';
import { OidcProvider } from './oidc-provider.js';
import type { CallbackQuery, SignInSocial } from './oidc.dto.js';
import { ProviderAccounts } from './provider-accounts.service.js';
import { ProviderSignIn } from './provider-sign-in.entity.js';
import { PURGE_SIGN_INS, REDEEM } from './provider.sql.js';

/** Where the browser is redirected, and what the sign-in led to: a session, or a second-factor challenge. */
interface Finished {
  location: string;
  signIn?: SignInResult;
}

/** Signing in with the OpenID provider. */
@Injectable()
export class OidcService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
    private readonly provider: OidcProvider,
    private readonly signIns: SignIns,
    private readonly accounts: ProviderAccounts,
  ) {}

  /** Starts a sign-in; returns the authorization URL and the secret for the browser's cookie. */
  async start(body: SignInSocial): Promise<{ url: string; secret: string }> {
    if (body.provider !== OIDC || !this.settings.oidc) throw new ProviderNotFound();
    const addresses = this.callbackUrlsOf(body);
    const secret = randomToken();
    const url = await this.provider.authorizationUrl(deriveAttempt(secret));
    const tx = this.database.manager;
    await query(tx, PURGE_SIGN_INS, []);
    const expiresAt = new Date(Date.now() + ATTEMPT_LIFETIME_MS);
    const proof = invitationProof(body);
    const invitation = { invitationId: proof?.invitationId ?? null, invitationTokenHash: proof?.tokenHash ?? null };
    await tx.insert(ProviderSignIn, {
      id: newId(),
      secretHash: hashOf(secret),
      ...addresses,
      ...invitation,
      expiresAt,
    });
    return { url, secret };
  }

  /**
   * Completes a sign-in, once. Errors are redirected to the `errorCallbackURL` of the start, if there is one. `search`
   * is the query exactly as received.
   */
  async finish(
    query: CallbackQuery,
    search: string,
    secret: string | undefined,
    context: SignInContext,
  ): Promise<Finished> {
    if (!this.settings.oidc) throw new ProviderNotFound();
    const { callbackUrl, errorCallbackUrl, proof } = await this.redeem(query.state, secret);
    try {
      throwProviderError(query.error);
      const person = identityOfClaims(await this.provider.claims(search, deriveAttempt(secret!)));
      const signIn = await this.unitOfWork.run(
        async (change): Promise<SignInResult> => {
          const { user, isNew } = await this.accounts.userOf(change, person, proof);
          if (!isNew) return this.signIns.begin(change, user.id, context);
          return { user, token: await this.signIns.startFirstSession(change, user, context) };
        },
        ['uq_users_email', 'uq_accounts_provider_subject'],
      );
      return { location: isChallenged(signIn) ? withSecondFactor(callbackUrl) : callbackUrl, signIn };
    } catch (error) {
      if (!(error instanceof DomainError) || errorCallbackUrl === null) throw error;
      return { location: withError(errorCallbackUrl, error.code) };
    }
  }

  private callbackUrlsOf({ callbackURL = '/', errorCallbackURL }: SignInSocial) {
    const check = (value: string) => returnAddress(value, this.settings);
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
  ): Promise<Pick<ProviderSignIn, 'callbackUrl' | 'errorCallbackUrl'> & { proof?: InvitationProof }> {
    if (secret === undefined || !sameSecret(state ?? '', deriveAttempt(secret).state)) throw stateMismatch();
    const [begun] = await query(this.database, REDEEM, [hashOf(secret)]);
    if (!begun) throw stateMismatch();
    const { callbackUrl, errorCallbackUrl, invitationId, tokenHash } = begun;
    return {
      callbackUrl,
      errorCallbackUrl,
      proof: invitationId && tokenHash ? { invitationId, tokenHash } : undefined,
    };
  }
}

const TRANSIENT_ERRORS = ['server_error', 'temporarily_unavailable'];

function throwProviderError(error: string | undefined): void {
  if (error === undefined) return;
  if (error === 'access_denied') throw accessDenied();
  throw TRANSIENT_ERRORS.includes(error) ? new ProviderUnavailable() : providerRefused();
}
