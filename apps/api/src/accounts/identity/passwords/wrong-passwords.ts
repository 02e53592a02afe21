import { RateLimited, Unauthenticated } from '#libs/errors';
import { currentRequest } from '#libs/logging';
import { hashOf } from '#libs/secrets';
import type { Pool } from 'pg';
import { FailureCounter } from '../../../platform/limits/failures.js';
import { customerNetworksOf, networkOf } from '../../../platform/limits/network.js';

const QUARTER_S = 15 * 60;
const HOUR_S = 60 * 60;

/** Limits on wrong passwords. If one is reached, further passwords are rejected unchecked (429). No account is locked. */
const WRONG_PASSWORDS = {
  /** In one session, which then ends. */
  session: { limit: 10, seconds: QUARTER_S },
  /** For one account from one network. */
  pair: { limit: 10, seconds: QUARTER_S },
  /** For one account, over all networks in which it has not signed in lately. */
  foreign: { limit: 100, seconds: HOUR_S },
  /** For all accounts, from one IPv6 network (/56 or /48), which may belong to one customer of a provider. */
  by56: { limit: 30, seconds: QUARTER_S },
  by48: { limit: 100, seconds: QUARTER_S },
} as const;
type Counted = keyof typeof WRONG_PASSWORDS;

/** An attempt that counts as wrong until it is released. */
export interface PasswordAttempt {
  keys: readonly (readonly [Counted, string])[];
  /** Whether it is the last that its session has. */
  isLastOfSession: boolean;
}

/** Counts wrong passwords. Each attempt is counted before it is made, so that concurrent ones cannot exceed a limit. */
export class WrongPasswords {
  private readonly counters: Record<Counted, FailureCounter>;

  /** @param pool of the counters that replicas share; undefined: this process counts for itself */
  constructor(pool?: Pool) {
    const counters = Object.entries(WRONG_PASSWORDS).map(
      ([name, { limit, seconds }]) => [name, new FailureCounter(limit, seconds, pool)] as const,
    );
    this.counters = Object.fromEntries(counters) as Record<Counted, FailureCounter>;
  }

  /**
   * Counts an attempt for the account of an address.
   * @param isOwn whether the account has signed in from the caller's network lately
   * @throws RateLimited; Unauthenticated where the session has had too many
   */
  async count(email: string, isOwn: boolean, sessionId: string | undefined): Promise<PasswordAttempt> {
    const address = currentRequest().origin.address ?? '';
    const customer = customerNetworksOf(address);
    const wanted: (readonly [Counted, string])[] = [
      ...(sessionId === undefined ? [] : [['session', sessionId] as const]),
      ['pair', hashed(email, networkOf(address))],
      ...(isOwn ? [] : [['foreign', hashed(email)] as const]),
      ...(customer ? [['by56', customer.by56] as const, ['by48', customer.by48] as const] : []),
    ];
    const keys: (readonly [Counted, string])[] = [];
    let isLastOfSession = false;
    for (const key of wanted) {
      const [counted] = key;
      const { limit } = WRONG_PASSWORDS[counted];
      const { taken, secondsLeft } = await this.counters[counted].reserve(keyOf(key));
      // Of many concurrent attempts, those after the tenth see that the session has ended.
      if (counted === 'session' && taken > limit) throw new Unauthenticated();
      if (taken > limit) {
        await this.release({ keys });
        throw new RateLimited(secondsLeft);
      }
      if (counted === 'session') isLastOfSession = taken === limit;
      keys.push(key);
    }
    return { keys, isLastOfSession };
  }

  /** The password was right, or was not tried. */
  async release({ keys }: Pick<PasswordAttempt, 'keys'>): Promise<void> {
    for (const key of keys) await this.counters[key[0]].release(keyOf(key));
  }
}

const keyOf = ([counted, of]: readonly [Counted, string]): string => `wrong:${counted}:${of}`;
const hashed = (...of: string[]): string => hashOf(JSON.stringify(of)).toString('base64url');
