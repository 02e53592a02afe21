import { DAY_MS } from '#libs/dates';
import { TemporarilyUnavailable } from '#libs/errors';

const MAX_READS = 64;
const MAX_LARGE_READS = 4;
const MAX_PER_UNKNOWN_ADDRESS = 2;
/** How long a body is read before its room may go to another. GitHub is done long before. */
const MIN_READ_MS = 2_000;
const TRUSTED_FOR_MS = DAY_MS;
const MAX_TRUSTED = 10_000;

/** Room for one body that is being read. */
export interface ReadSlot {
  /** Aborted when the room has gone to another, with the refusal as its reason. */
  readonly revoked: AbortSignal;
  /** Asks for the room of a large one; false where too many of those are being read. `now` in milliseconds. */
  grow(now: number): boolean;
  /** Gives the room back; only the first call counts. */
  release(): void;
}

/** A body that is being read, as those see it who look for room. */
interface ActiveRead {
  address: string;
  organizationId: string;
  since: number;
  isLarge: boolean;
  take: AbortController;
}

/**
 * Room for bodies from anywhere: 64 at a time, four of them large. An address that has sent nothing rightly signed within a
 * day holds two at most, so that a stranger cannot take the room of those who are waited for. Nor can an organization, whose
 * people sign what they like: where there is no room, the body goes that is read longest, of the organization with most.
 */
export class ReadSlots {
  private readonly activeReads = new Set<ActiveRead>();
  private readonly trusted = new Map<string, number>();

  /** Undefined where this address, or everybody, holds as many as may be. `now` in milliseconds. */
  acquire(address: string, organizationId: string, now: number): ReadSlot | undefined {
    const held = this.readsWhere((read) => read.address === address).length;
    if (held >= MAX_PER_UNKNOWN_ADDRESS && !this.isTrusted(address, now)) return undefined;
    if (this.activeReads.size >= MAX_READS && !this.revokeOne([...this.activeReads], now)) return undefined;
    const read = { address, organizationId, since: now, isLarge: false, take: new AbortController() };
    this.activeReads.add(read);
    return {
      revoked: read.take.signal,
      grow: (then) => this.grow(read, then),
      release: () => void this.activeReads.delete(read),
    };
  }

  /** Remembers that this address sent what was rightly signed. */
  trust(address: string, now: number): void {
    this.trusted.delete(address);
    this.trusted.set(address, now);
    if (this.trusted.size > MAX_TRUSTED) this.trusted.delete(this.trusted.keys().next().value!);
  }

  private grow(read: ActiveRead, now: number): boolean {
    if (read.isLarge) return true;
    if (!this.activeReads.has(read)) return false;
    const large = this.readsWhere(({ isLarge }) => isLarge);
    if (large.length >= MAX_LARGE_READS && !this.revokeOne(large, now)) return false;
    return (read.isLarge = true);
  }

  /** Ends one of these; false where all of them have just begun. */
  private revokeOne(activeReads: readonly ActiveRead[], now: number): boolean {
    const heldBy = new Map<string, number>();
    for (const { organizationId } of activeReads) heldBy.set(organizationId, (heldBy.get(organizationId) ?? 0) + 1);
    const [last] = activeReads
      .filter(({ since }) => now - since >= MIN_READ_MS)
      .sort((a, b) => heldBy.get(b.organizationId)! - heldBy.get(a.organizationId)! || a.since - b.since);
    if (!last) return false;
    this.activeReads.delete(last);
    last.take.abort(new TemporarilyUnavailable());
    return true;
  }

  private readsWhere(matches: (read: ActiveRead) => boolean): ActiveRead[] {
    return [...this.activeReads].filter(matches);
  }

  private isTrusted(address: string, now: number): boolean {
    const at = this.trusted.get(address);
    return at !== undefined && now - at < TRUSTED_FOR_MS;
  }
}
