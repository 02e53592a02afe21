import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { MINUTE_MS } from '#libs/dates';
import { DomainError, InvalidInput, Unauthenticated } from '#libs/errors';
import { newId } from '#libs/ids';
import { hashOf, randomToken, sameSecret } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { personalEvent } from '../account-events/personal-events.js';
import { Account, OIDC } from '../account.entity.js';
import { FreshProofRequired, proofWaysOf } from '../proof/proof-ways.js';
import { MARK_PROVED } from '../proof/proof.sql.js';
import { FRESH_MS } from '../sessions/session-lifetime.js';
import { Session } from '../sessions/session.entity.js';
import { returnAddress, withError, withSecondFactor } from '../sign-in/return-address.js';
import { isChallenged, type RequestCredentials, type SignInResult, SignIns } from '../sign-in/sign-ins.service.js';
import { type InvitationProof, invitationProof } from '../sign-in/sign-up-policy.js';
import { ATTEMPT_LIFETIME_MS, deriveAttempt } from './oidc-attempt.js';
import { identityOfClaims, type ProviderIdentity } from './oidc-claims.js';
import { authTimeMissing, identityNotProved, ProviderNotFound, stateMismatch } from './oidc-errors.js';
import { throwProviderError } from './provider-error.js';
import { OidcProvider } from './oidc-provider.js';
import type { CallbackQuery, SignInSocial } from './oidc.dto.js';
import { User } from '../user.entity.js';
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
  async start(body: SignInSocial, session: Session | undefined): Promise<{ url: string; secret: string }> {
    if (body.provider !== OIDC || !this.settings.oidc) throw new ProviderNotFound();
    if (body.prove) await this.requireProvable(session);
    const addresses = this.callbackUrlsOf(body);
    const secret = randomToken();
    const url = await this.provider.authorizationUrl(deriveAttempt(secret), body.prove);
    const tx = this.database.manager;
    await query(tx, PURGE_SIGN_INS, []);
    const expiresAt = clock.in(ATTEMPT_LIFETIME_MS);
    const proof = invitationProof(body);
    const invitation = { invitationId: proof?.invitationId ?? null, invitationTokenHash: proof?.tokenHash ?? null };
    await tx.insert(ProviderSignIn, {
      id: newId(),
      secretHash: hashOf(secret),
      ...addresses,
      ...invitation,
      provesSessionId: body.prove ? session!.id : null,
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
    context: RequestCredentials,
  ): Promise<Finished> {
    if (!this.settings.oidc) throw new ProviderNotFound();
    const { callbackUrl, errorCallbackUrl, proof, provesSessionId } = await this.redeem(query.state, secret);
    try {
      throwProviderError(query.error);
      const person = identityOfClaims(await this.provider.claims(search, deriveAttempt(secret!)));
      if (provesSessionId !== null) {
        await this.prove(provesSessionId, person);
        return { location: callbackUrl };
      }
      const signedIn = { ...context, method: 'provider' } as const;
      const signIn = await this.unitOfWork.run(
        async (change): Promise<SignInResult> => {
          const { user, isNew } = await this.accounts.userOf(change, person, proof);
          if (!isNew) return this.signIns.begin(change, user.id, { ...signedIn, provedAt: provedAtOf(person) });
          return { user, token: await this.signIns.startFirstSession(change, user, signedIn) };
        },
        ['uq_users_email', 'uq_accounts_provider_subject'],
      );
      return { location: isChallenged(signIn) ? withSecondFactor(callbackUrl) : callbackUrl, signIn };
    } catch (error) {
      if (!(error instanceof DomainError) || errorCallbackUrl === null) throw error;
      return { location: withError(errorCallbackUrl, error.code) };
    }
  }

  /**
   * @throws Unauthenticated without a session; FreshProofRequired where the account proves who is there by other ways
   */
  private async requireProvable(session: Session | undefined): Promise<void> {
    if (!session) throw new Unauthenticated();
    const ways = await proofWaysOf(this.database.manager, this.settings, session.userId);
    if (!ways.includes('provider')) throw new FreshProofRequired(ways);
  }

  /**
   * Makes a session fresh whose person the provider has just asked. @throws Forbidden for another person, or an answer
   * of before
   */
  private async prove(sessionId: string, person: ProviderIdentity): Promise<void> {
    const tx = this.database.manager;
    const session = await tx.findOneBy(Session, { id: sessionId });
    const { issuer, subject } = person;
    const linked =
      session &&
      (await tx.findOneBy(Account, { userId: session.userId, provider: OIDC, issuer, subject, suspendedBy: IsNull() }));
    if (!linked) throw identityNotProved();
    if (person.authTime === null) {
      await tx.update(Account, { id: linked.id }, { tellsAuthTime: false });
      throw authTimeMissing();
    }
    const provedAt = provedAtOf(person);
    if (provedAt === null) throw identityNotProved();
    const user = await tx.findOneByOrFail(User, { id: linked.userId });
    await this.unitOfWork.run(async (change) => {
      await query(change.tx, MARK_PROVED, [sessionId, provedAt]);
      change.record(personalEvent('session.proved', user));
    });
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
      const message = 'Must be a path, or a URL on an origin of this service.';
      throw new InvalidInput(foreign.map((field) => ({ path: `/${field}`, code: 'not_allowed', message })));
    }
    return { callbackUrl, errorCallbackUrl };
  }

  private async redeem(
    state: string | undefined,
    secret: string | undefined,
  ): Promise<
    Pick<ProviderSignIn, 'callbackUrl' | 'errorCallbackUrl' | 'provesSessionId'> & { proof?: InvitationProof }
  > {
    if (secret === undefined || !sameSecret(state ?? '', deriveAttempt(secret).state)) throw stateMismatch();
    const [begun] = await query(this.database, REDEEM, [hashOf(secret)]);
    if (!begun) throw stateMismatch();
    const { callbackUrl, errorCallbackUrl, invitationId, tokenHash, provesSessionId } = begun;
    return {
      provesSessionId,
      callbackUrl,
      errorCallbackUrl,
      proof: invitationId && tokenHash ? { invitationId, tokenHash } : undefined,
    };
  }
}

/** When the provider asked who is there, if that was within ten minutes; its clock may be ahead of ours by one. */
function provedAtOf({ authTime }: ProviderIdentity): Date | null {
  const age = authTime === null ? Infinity : clock.millis() - authTime.getTime();
  return age < FRESH_MS && age > -MINUTE_MS ? new Date(Math.min(authTime!.getTime(), clock.millis())) : null;
}
