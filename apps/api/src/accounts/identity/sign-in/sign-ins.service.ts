import { Injectable } from '@nestjs/common';
import type { EventType } from '../../../platform/events/event-types.js';
import type { FieldChange } from '../../../platform/lists/changed-fields.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { actAsPerson } from '../account-events/act-as-person.js';
import { personalEvent } from '../account-events/personal-events.js';
import { Account, CREDENTIAL } from '../account.entity.js';
import { accountDisabled, invalidEmailOrPassword } from '../errors.js';
import { MailedLinks } from '../mailed-links/mailed-links.js';
import { noteOwnNetwork } from '../networks/own-networks.js';
import { Passwords } from '../passwords/passwords.service.js';
import { personLock } from '../person-lock.js';
import { Challenges } from '../second-factor/challenges.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../user.entity.js';
import { NewDeviceMails } from './new-device-mails.service.js';

/** A user with the secret of the session that was just started. */
export interface SignedInUser {
  user: User;
  token: string;
}

/** A sign-in that waits for the second factor, with the secret of its challenge; valid for ten minutes. */
interface SecondFactorPending {
  twoFactorToken: string;
}

/** The result of the first factor: a session, or a second-factor challenge. */
export type SignInResult = SignedInUser | SecondFactorPending;

/** Whether the second factor is required before a session starts. */
export const isChallenged = (result: SignInResult): result is SecondFactorPending => 'twoFactorToken' in result;

/** How somebody showed who they are. */
type SignInMethod = 'password' | 'provider';

/** What a sign-in request already carries. */
export interface RequestCredentials {
  /** Whether the session cookie outlives the browser session; true by default. */
  rememberMe?: boolean;
  /** The session that the request came with; it ends when the new one starts. */
  former?: Session;
  /** The secret of the browser's former challenge, which is discarded. */
  formerChallenge?: string;
}

/** The provider of an organization, by which a sign-in came. */
interface OrganizationProvider {
  organizationId: string;
  /** When it asked who is there; null: it does not say. */
  provedAt?: Date | null;
  /** Whether it stands for the second factor of the account, in its organization. */
  countsAsFactor?: boolean;
}

/** The context of a sign-in. */
export interface SignInContext extends RequestCredentials {
  /** How the first step was passed; null: it is not known. */
  method: SignInMethod | null;
  /** When a provider asked who is there; null: it does not say. Absent: the person has just proved it. */
  provedAt?: Date | null;
  /** Absent: it did not come by the provider of an organization. */
  provider?: OrganizationProvider;
}

/** How somebody showed their second factor. */
type FactorMethod = 'totp' | 'backup';

/** What an event says of how somebody signed in. */
const methodsOf = (method: SignInMethod | null, factor: FactorMethod | null = null): FieldChange[] =>
  Object.entries({ method, factor }).flatMap(([field, to]) => (to === null ? [] : [{ field, from: null, to }]));

/** Signs in existing accounts: first factor (password or provider), then the second factor. */
@Injectable()
export class SignIns {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly challenges: Challenges,
    private readonly links: MailedLinks,
    private readonly newDevices: NewDeviceMails,
  ) {}

  /** @throws Unauthenticated `INVALID_EMAIL_OR_PASSWORD`, Forbidden `ACCOUNT_DISABLED`, RateLimited */
  async withPassword(
    { email, password }: { email: string; password: string },
    context: RequestCredentials = {},
  ): Promise<SignInResult> {
    const verified = await this.passwords.verify(email, password);
    if (!verified) throw invalidEmailOrPassword();
    const { user, passwordHash } = verified;
    return this.unitOfWork.run(async (change) => {
      await change.lock(personLock(user.id));
      // A password that was changed meanwhile must not start a session.
      const holds = await change.tx.existsBy(Account, { userId: user.id, provider: CREDENTIAL, passwordHash });
      if (!holds) throw invalidEmailOrPassword();
      return this.begin(change, user.id, { ...context, method: 'password' });
    });
  }

  /**
   * After the first step was right, in the unit that found it so: a session, or the question for the second factor.
   * @throws Forbidden `ACCOUNT_DISABLED`
   */
  async begin(change: ChangeContext, userId: string, context: SignInContext): Promise<SignInResult> {
    const { tx } = change;
    await change.lock(personLock(userId));
    const user = await tx.findOneByOrFail(User, { id: userId });
    if (user.disabledAt !== null) throw accountDisabled();
    if (!user.twoFactorEnabled || countsAsFactor(context, user))
      return { user, token: await this.startSession(change, user, context) };
    if (context.formerChallenge !== undefined) await this.challenges.end(tx, context.formerChallenge);
    return { twoFactorToken: await this.challenges.create(tx, userId, context) };
  }

  /** Starts the session of a fully authenticated person and returns its secret. */
  async startSession(
    change: ChangeContext,
    user: User,
    { rememberMe, former, formerChallenge, method, provedAt, provider }: SignInContext,
    { event = 'user.signed_in', factor }: { event?: EventType; factor?: FactorMethod } = {},
  ): Promise<string> {
    if (formerChallenge !== undefined) await this.challenges.end(change.tx, formerChallenge);
    if (former) await this.sessions.endOne(change, former.id);
    actAsPerson(user);
    change.record(personalEvent(event, user, methodsOf(method, factor)));
    const isNew = await noteOwnNetwork(change.tx, user.id);
    const token = await this.sessions.create(change, user.id, {
      remembered: rememberMe,
      factorPassed: factor !== undefined,
      provedAt: factor === undefined ? provedAt : undefined,
      providerOrganizationId: provider?.organizationId,
      providerProvedAt: provider?.provedAt,
      activeOrganizationId: provider?.organizationId,
    });
    if (isNew && event !== 'user.signed_up') await this.newDevices.order(change, user, token);
    return token;
  }

  /** The same for a new account; a verification mail is sent unless its address is verified. */
  async startFirstSession(change: ChangeContext, user: User, context: SignInContext): Promise<string> {
    const token = await this.startSession(change, user, context, { event: 'user.signed_up' });
    if (!user.emailVerified) await this.links.request(change, user.email, 'email');
    return token;
  }
}

/** Whether the provider stands for the factor that a person has set up: only where its organization manages the account. */
const countsAsFactor = ({ provider }: SignInContext, { managedBy }: User): boolean =>
  provider?.countsAsFactor === true && provider.organizationId === managedBy;
