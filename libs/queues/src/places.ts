import { TemporarilyUnavailable } from '#libs/errors';
import { Turns } from './turns.js';

/** How a resource is shared. */
export interface Sharing {
  places: number;
  /** How many of them one account may hold. */
  most?: number;
  longestWaitMs?: number;
  /** How much may wait, of one account and of all. */
  room?: { ofOne: number; ofAll: number };
  /**
   * Whether the process has more to do than its event loop takes, for an account and for others: then the account keeps
   * one place, and where it used the resource more than the other lately it rests after each work as long as that took.
   */
  isCrowded?: (account: string) => boolean;
  onRefused?: () => void;
}

/** Who asks for a place. */
export interface Asker {
  account: string;
  /** Within an account these take turns. */
  organization?: string;
  /** What only one can work on at a time: while others wait, nobody holds a place to wait for it. */
  lock?: string;
  /** How much of that room it takes while it waits. */
  size?: number;
  /** Calls this when whoever asks is gone; returns how to take that back. */
  onGone?: (leave: () => void) => () => void;
}

/** What an account has of a resource, and had lately. */
interface Account {
  name: string;
  held: number;
  /** The sum of the moments at which those that it holds began. */
  begun: number;
  /** Milliseconds of ended use, halved every ten seconds. */
  used: number;
  usedAt: number;
  requestedAt: number;
  /** It begins nothing for a while. */
  isResting: boolean;
  waiting: Turns<Waiting>;
  waitingSize: number;
}

interface Waiting extends Asker {
  begin: () => void;
}

const HALF_LIFE_MS = 10_000;
/** For how long a place is kept free for whoever else has asked. */
const REMEMBERED_MS = 60_000;
const LONGEST_WAIT_MS = 10_000;
/** How long an account has used the resource lately that rests, and how long it rests at most. */
const REST = { fromMs: 1_000, mostMs: 2_000 };
// How much the newest duration counts for the usual one.
const WEIGHT = 1 / 8;
const RETRY_S = { least: 2, most: 60 };

/**
 * Shares the places of a resource between accounts, in time and not in number: next is who used it least lately. While
 * another waits, an account holds at most half of the places; the last free one is for an account that holds none, if
 * another has asked within a minute. Where the process is crowded, each has one, and who used more rests in between. An
 * account that is alone loses nothing.
 */
export class Places {
  /** Who asked last stands last. */
  private readonly accounts = new Map<string, Account>();
  private readonly waitingAccounts = new Set<Account>();
  private readonly locked = new Map<string, number>();
  /** The last two that have asked. */
  private lately: [last?: Account, before?: Account] = [];
  private free: number;
  private usualMs = 0;
  private waitingSize = 0;
  waiting = 0;

  /** @param now milliseconds of a clock that does not jump */
  constructor(
    private readonly sharing: Sharing,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.free = sharing.places;
  }

  get used(): number {
    return this.sharing.places - this.free;
  }

  /**
   * Does work of an account when it has a place.
   * @throws TemporarilyUnavailable where it got none in time, or would get none as far as former durations tell, or is
   *   gone
   */
  async run<T>(requester: Asker, work: () => Promise<T>): Promise<T> {
    const account = this.accountOf(requester.account);
    if (this.mayBegin(account, requester)) this.take(account, requester);
    else await this.turn(account, requester);
    return this.use(account, requester, work);
  }

  /** The same at once, or not at all: undefined where there is no place now. */
  tryRun<T>(requester: Asker, work: () => Promise<T>): Promise<T> | undefined {
    const account = this.accountOf(requester.account);
    if (!this.mayBegin(account, requester)) return undefined;
    this.take(account, requester);
    return this.use(account, requester, work);
  }

  private take(account: Account, { lock }: Asker): void {
    this.free -= 1;
    account.held += 1;
    account.begun += this.now();
    if (lock !== undefined) this.locked.set(lock, (this.locked.get(lock) ?? 0) + 1);
  }

  private async use<T>(account: Account, requester: Asker, work: () => Promise<T>): Promise<T> {
    const began = this.now();
    try {
      return await work();
    } finally {
      const ms = this.now() - began;
      this.usualMs += (ms - this.usualMs) * WEIGHT;
      this.leave(account, requester, ms);
      this.letRest(account, ms);
      this.give();
    }
  }

  private leave(account: Account, { lock }: Asker, ms: number): void {
    const now = this.now();
    account.used = decayed(account, now) + ms;
    account.usedAt = now;
    account.held -= 1;
    account.begun = account.held === 0 ? 0 : account.begun - (now - ms);
    this.free += 1;
    if (lock === undefined) return;
    const others = this.locked.get(lock)! - 1;
    if (others > 0) this.locked.set(lock, others);
    else this.locked.delete(lock);
  }

  /** After work that took this long. */
  private letRest(account: Account, ms: number): void {
    const now = this.now();
    const other = this.lately.find((one) => one !== undefined && one !== account);
    const used = decayed(account, now);
    if (!other || used < Math.max(REST.fromMs, decayed(other, now)) || !this.sharing.isCrowded?.(account.name)) return;
    account.isResting = true;
    setTimeout(
      () => {
        account.isResting = false;
        this.give();
      },
      Math.min(ms, REST.mostMs),
    ).unref();
  }

  private accountOf(name: string): Account {
    const now = this.now();
    const known = this.accounts.get(name);
    const account = known ?? newAccount(name, now);
    account.requestedAt = now;
    if (this.lately[0] !== account) this.lately = [account, this.lately[0]];
    if (known) this.accounts.delete(name);
    else this.forget(now);
    this.accounts.set(name, account);
    return account;
  }

  /** Waits for a place, which `give` hands over. */
  private turn(account: Account, requester: Asker): Promise<void> {
    const { longestWaitMs = LONGEST_WAIT_MS } = this.sharing;
    const expectedMs = this.expectedWait(account);
    if (expectedMs > longestWaitMs || !this.hasRoom(account, requester)) {
      this.sharing.onRefused?.();
      return Promise.reject(refusal(expectedMs));
    }
    return new Promise((resolve, reject) => {
      const give = (): void => {
        clearTimeout(patience);
        stay?.();
        resolve();
      };
      const waiting: Waiting = { ...requester, begin: give };
      const leave = (): void => {
        clearTimeout(patience);
        account.waiting.remove(keyOf(requester), waiting);
        this.noteWaiting(account, requester, -1);
        reject(refusal(this.expectedWait(account)));
        this.give();
      };
      const patience = setTimeout(() => {
        stay?.();
        this.sharing.onRefused?.();
        leave();
      }, longestWaitMs).unref();
      const stay = requester.onGone?.(leave);
      account.waiting.add(keyOf(requester), waiting);
      this.noteWaiting(account, requester, 1);
    });
  }

  private noteWaiting(account: Account, { size = 0 }: Asker, sign: 1 | -1): void {
    this.waiting += sign;
    this.waitingSize += sign * size;
    account.waitingSize += sign * size;
    if (account.waiting.size > 0) this.waitingAccounts.add(account);
    else this.waitingAccounts.delete(account);
  }

  private hasRoom(account: Account, { size = 0 }: Asker): boolean {
    const { ofOne, ofAll } = this.sharing.room ?? { ofOne: Infinity, ofAll: Infinity };
    return account.waitingSize + size <= ofOne && this.waitingSize + size <= ofAll;
  }

  /** Gives free places to those who may have one. */
  private give(): void {
    while (this.free > 0 && this.waitingAccounts.size > 0) {
      const account = this.next();
      const next = account?.waiting.take((waiting) => this.mayBegin(account, waiting));
      if (!next) return;
      this.noteWaiting(account!, next, -1);
      this.take(account!, next);
      next.begin();
    }
  }

  /** Of those that may begin something, who used the resource least lately. */
  private next(): Account | undefined {
    const now = this.now();
    const able = [...this.waitingAccounts].filter((account) =>
      account.waiting.some((waiting) => this.mayBegin(account, waiting)),
    );
    return able.sort((a, b) => usedBy(a, now) - usedBy(b, now))[0];
  }

  private mayBegin(account: Account, { lock }: Asker): boolean {
    const { places, most = places } = this.sharing;
    if (this.free === 0 || account.held >= most || account.isResting) return false;
    const isWanted = this.waitingAccounts.size > (this.waitingAccounts.has(account) ? 1 : 0);
    if (isWanted && lock !== undefined && this.locked.has(lock)) return false;
    if (account.held === 0 || places === 1) return true;
    if (this.sharing.isCrowded?.(account.name)) return false;
    if (isWanted && account.held >= Math.max(1, Math.floor(places / 2))) return false;
    return this.free > 1 || !this.hasAnotherRequested(account);
  }

  private hasAnotherRequested(account: Account): boolean {
    const other = this.lately.find((one) => one !== undefined && one !== account);
    return other !== undefined && this.now() - other.requestedAt <= REMEMBERED_MS;
  }

  /**
   * How long the next of an account would wait, in milliseconds: until its turn comes, each of the others has had as
   * many.
   */
  private expectedWait(account: Account): number {
    const waitingCount = account.waiting.size;
    let before = 0;
    for (const { waiting } of this.waitingAccounts) before += Math.min(waiting.size, waitingCount + 1);
    return ((before + 1) / this.sharing.places) * this.usualMs;
  }

  /** Forgets who has not asked for so long that nothing follows from it. */
  private forget(now: number): void {
    for (const [name, { held, waiting, requestedAt }] of this.accounts) {
      if (now - requestedAt <= REMEMBERED_MS) return;
      if (held === 0 && waiting.size === 0) this.accounts.delete(name);
    }
  }
}

const newAccount = (name: string, now: number): Account => ({
  name,
  held: 0,
  begun: 0,
  used: 0,
  usedAt: now,
  requestedAt: now,
  isResting: false,
  waiting: new Turns(),
  waitingSize: 0,
});

const keyOf = ({ account, organization = account }: Asker): string => organization;

const decayed = ({ used, usedAt }: Account, now: number): number => used * 0.5 ** ((now - usedAt) / HALF_LIFE_MS);

/** What is under way counts too, or who begins something long would be taken for who does nothing. */
const usedBy = (account: Account, now: number): number => decayed(account, now) + account.held * now - account.begun;

const refusal = (expectedMs: number): TemporarilyUnavailable =>
  new TemporarilyUnavailable(undefined, Math.min(RETRY_S.most, Math.max(RETRY_S.least, Math.ceil(expectedMs / 1_000))));
