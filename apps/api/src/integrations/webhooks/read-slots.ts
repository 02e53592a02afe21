import { DAY_MS } from '#libs/dates';
import { TemporarilyUnavailable } from '#libs/errors';

const MAX_READS = 64;
const MAX_LARGE_READS = 4;
const MAX_PER_UNKNOWN_ADDRESS = 2;
/** How long a body may be read before its slot can be given to another. GitHub needs far less. */
const MIN_READ_MS = 2_000;
const TRUSTED_FOR_MS = DAY_MS;
const MAX_TRUSTED = 10_000;

/** A slot for one body that is being read. */
export interface ReadSlot {
  /** Aborted when the slot was given to another body, with the error as its reason. */
  readonly revoked: AbortSignal;
  /** Requests a slot for a large body; false if too many large bodies are being read. `now` in milliseconds. */
  grow(now: number): boolean;
  /** Releases the slot; further calls have no effect. */
  release(): void;
}

/** A body that is being read. */
interface ActiveRead {
  address: string;
  organizationId: string;
  since: number;
  isLarge: boolean;
  take: AbortController;
}

/**
 * Limits concurrent reads of delivery bodies: 64 in total, four of them large. An address without a validly signed
 * delivery within the last day may hold two, so that attackers cannot block GitHub. An organization, whose members know
 * the secret, cannot block others either: if all slots are taken, the longest read of the organization with most reads
 * is aborted.
 */
export class ReadSlots {
  private readonly activeReads = new Set<ActiveRead>();
  private readonly trusted = new Map<string, number>();

  /** Undefined if no slot is available for this address. `now` in milliseconds. */
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

  /** Remembers that this address sent a validly signed delivery. */
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

  /** Aborts one of these; false if all of them have just started. */
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
