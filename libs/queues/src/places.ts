import { TemporarilyUnavailable } from '#libs/errors';

/** What an account has of a resource, and had lately. */
interface Account {
  held: number;
  /** Milliseconds of use, halved every ten seconds. */
  used: number;
  usedAt: number;
  askedAt: number;
  waiting: Waiting[];
}

interface Waiting {
  begin: () => void;
  patience: NodeJS.Timeout;
}

const HALF_LIFE_MS = 10_000;
/** For how long a place is kept free for whoever else has asked. */
const REMEMBERED_MS = 60_000;
const PATIENCE_MS = 10_000;

/**
 * Shares the places of a resource between accounts, in time and not in number: next is who used it least lately. While another waits, an account holds at most half of
 * the places; the last free one is for an account that holds none, if another has asked within a minute. An account that is alone loses nothing.
 */
export class Places {
  private readonly accounts = new Map<string, Account>();
  private free: number;

  constructor(
    private readonly places: number,
    private readonly most = places,
    private readonly now: () => number = () => performance.now(),
    private readonly patienceMs = PATIENCE_MS,
  ) {
    this.free = places;
  }

  /**
   * Does work of an account when it has a place.
   * @throws TemporarilyUnavailable where it got none within ten seconds
   */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const account = this.accountOf(name);
    await this.take(account);
    const began = this.now();
    try {
      return await work();
    } finally {
      account.used = this.usedBy(account) + this.now() - began;
      account.usedAt = this.now();
      account.held -= 1;
      this.free += 1;
      this.give();
    }
  }

  private accountOf(name: string): Account {
    this.forget();
    const now = this.now();
    const account = this.accounts.get(name) ?? { held: 0, used: 0, usedAt: now, askedAt: now, waiting: [] };
    this.accounts.set(name, account);
    account.askedAt = now;
    return account;
  }

  private take(account: Account): Promise<void> {
    return new Promise((begin, refuse) => {
      const patience = setTimeout(() => {
        account.waiting.splice(account.waiting.indexOf(waiting), 1);
        refuse(new TemporarilyUnavailable());
      }, this.patienceMs);
      const waiting = { begin, patience };
      account.waiting.push(waiting);
      this.give();
    });
  }

  /** Gives free places to those who may have one. */
  private give(): void {
    for (let next = this.next(); next; next = this.next()) {
      const { begin, patience } = next.waiting.shift()!;
      clearTimeout(patience);
      next.held += 1;
      this.free -= 1;
      begin();
    }
  }

  private next(): Account | undefined {
    const able = [...this.accounts.values()].filter((account) => account.waiting.length > 0 && this.mayTake(account));
    return able.sort((a, b) => this.usedBy(a) - this.usedBy(b))[0];
  }

  private mayTake(account: Account): boolean {
    if (this.free === 0 || account.held >= this.most) return false;
    if (account.held === 0 || this.places === 1) return true;
    const others = [...this.accounts.values()].filter((other) => other !== account);
    const share = Math.max(1, Math.floor(this.places / 2));
    if (account.held >= share && others.some(({ waiting }) => waiting.length > 0)) return false;
    return this.free > 1 || others.every(({ askedAt }) => this.now() - askedAt > REMEMBERED_MS);
  }

  private usedBy({ used, usedAt }: Account): number {
    return used * 0.5 ** ((this.now() - usedAt) / HALF_LIFE_MS);
  }

  private forget(): void {
    for (const [name, { held, waiting, askedAt }] of this.accounts)
      if (held === 0 && waiting.length === 0 && this.now() - askedAt > REMEMBERED_MS) this.accounts.delete(name);
  }
}
