import { clock } from '#libs/clock';
import { MINUTE_MS } from '#libs/dates';
import { Unauthenticated } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Role } from '../../../platform/http/policy.js';
import { personalEvent } from '../../identity/account-events/personal-events.js';
import { authTimeMissing, identityNotProved } from '../../identity/provider/oidc-errors.js';
import { lockSession } from '../../identity/sessions/lock-session.js';
import { markProvided } from '../../identity/sessions/mark-provided.js';
import type { User } from '../../identity/user.entity.js';
import { FRESH_MS, isFresh } from '../../identity/sessions/session-lifetime.js';
import { Session } from '../../identity/sessions/session.entity.js';
import { type RequestCredentials, type SignInResult, SignIns } from '../../identity/sign-in/sign-ins.service.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { Member } from '../../organizations/members/member.entity.js';
import { Team } from '../../organizations/teams/team.entity.js';
import { providerRulesOf } from '../../organizations/provider-rules.js';
import { otherPerson } from './errors.js';
import { type AccountOrigin, type Entrance, ProvidedAccounts } from './provided-accounts.service.js';
import type { ProvidedPerson } from './provided-person.js';
import type { SignInAttempt } from './sign-in-attempt.entity.js';

/** What would follow if somebody came: whose account they would have, and what they would be in the organization. */
export interface Foreseen {
  origin: AccountOrigin;
  /** Whether they would become a member; else they are one, and stay as they are. */
  joins: boolean;
  role: Role;
  team: string | null;
}

/** Ends a unit, so that nothing stays of it but what would have followed. */
class Undone extends Error {
  constructor(readonly foreseen: Foreseen) {
    super('This was only tried.');
  }
}

/** What follows when the provider of an organization has said who somebody is. */
@Injectable()
export class Arrivals {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly signIns: SignIns,
    private readonly accounts: ProvidedAccounts,
  ) {}

  /** A session or the question for the second factor; undefined: the session goes on in which it began. */
  async arrive(
    entrance: Entrance,
    person: ProvidedPerson,
    { purpose, sessionId }: Pick<SignInAttempt, 'purpose' | 'sessionId'>,
    context: RequestCredentials,
  ): Promise<SignInResult | undefined> {
    switch (purpose) {
      case 'sign_in':
        return this.signIn(entrance, person, context);
      case 'prove':
      case 'link': {
        const session = await this.database.manager.findOneBy(Session, { id: sessionId! });
        if (!session) throw new Unauthenticated('UNAUTHORIZED');
        const act = purpose === 'prove' ? this.prove.bind(this) : this.link.bind(this);
        await this.unitOfWork.run((change) => act(change, entrance, person, session), RACES);
        return undefined;
      }
      default:
        // Nobody comes in by a purpose that is not named here.
        throw new Error(`There is no sign-in for the purpose ${purpose}.`);
    }
  }

  /** What would follow if this person came to sign in now: it is done, and undone. @throws Forbidden, LimitReached */
  async foresee(entrance: Entrance, person: ProvidedPerson): Promise<Foreseen> {
    const undone = await this.unitOfWork
      .run(async (change): Promise<never> => {
        const { user, origin, joins } = await this.accounts.userOf(change, entrance, person);
        const where = { organizationId: entrance.organization.id, userId: user.id };
        const { role, teamId } = await change.tx.findOneByOrFail(Member, where);
        const team = teamId === null ? null : await change.tx.findOneBy(Team, { id: teamId });
        throw new Undone({ origin, joins, role, team: team?.name ?? null });
      }, RACES)
      .catch((error: unknown) => error);
    if (undone instanceof Undone) return undone.foreseen;
    throw undone;
  }

  private signIn(entrance: Entrance, person: ProvidedPerson, context: RequestCredentials): Promise<SignInResult> {
    const { id: organizationId } = entrance.organization;
    const provedAt = provedAtOf(person);
    return this.unitOfWork.run(async (change): Promise<SignInResult> => {
      const { user, origin } = await this.accounts.userOf(change, entrance, person);
      const { countsAsFactor } = await providerRulesOf(change.tx, organizationId);
      const provesAll = provesEverywhere(user, organizationId);
      const signedIn = {
        ...context,
        method: 'provider' as const,
        provedAt: provesAll ? provedAt : null,
        provider: { organizationId, provedAt, countsAsFactor },
      };
      if (origin !== 'new') return this.signIns.begin(change, user.id, signedIn);
      return { user, token: await this.signIns.startFirstSession(change, user, signedIn) };
    }, RACES);
  }

  private async prove(change: ChangeContext, entrance: Entrance, person: ProvidedPerson, session: Session) {
    const user = await this.accounts.linkedTo(change, entrance, person);
    if (user?.id !== session.userId) throw otherPerson();
    await lockSession(change, session);
    await markProvided(change.tx, session.id, {
      organizationId: entrance.organization.id,
      at: requireProof(person),
      isManaged: provesEverywhere(user, entrance.organization.id),
    });
    change.record(personalEvent('session.proved', user));
  }

  private async link(change: ChangeContext, entrance: Entrance, person: ProvidedPerson, session: Session) {
    const living = await lockSession(change, session);
    // Fresh when it began, and until ten minutes are over.
    if (!isFresh(living, clock.millis() - FRESH_MS)) throw identityNotProved();
    const user = await this.accounts.link(change, entrance, person, living);
    const at = provedAtOf(person);
    await markProvided(change.tx, session.id, { organizationId: entrance.organization.id, at, isManaged: false });
    change.record(personalEvent('session.proved', user));
  }
}

const RACES = ['uq_users_email', 'uq_accounts_provider_subject', 'uq_members_organization_user'];

/**
 * Whether the provider of an organization proves who is there elsewhere too: where the organization manages the
 * account, and no second factor of its person is asked as well.
 */
const provesEverywhere = ({ managedBy, twoFactorEnabled }: User, organizationId: string): boolean =>
  managedBy === organizationId && !twoFactorEnabled;

/** When the provider asked who is there, if that was within ten minutes; its clock may be ahead of ours by one. */
function provedAtOf({ authenticatedAt }: ProvidedPerson): Date | null {
  const age = authenticatedAt === null ? Infinity : clock.millis() - authenticatedAt.getTime();
  return age < FRESH_MS && age > -MINUTE_MS ? new Date(Math.min(authenticatedAt!.getTime(), clock.millis())) : null;
}

function requireProof(person: ProvidedPerson): Date {
  if (person.authenticatedAt === null) throw authTimeMissing();
  const at = provedAtOf(person);
  if (at === null) throw identityNotProved();
  return at;
}
