import { DAY_MS } from '#libs/dates';
import { TemporarilyUnavailable } from '#libs/errors';

const ALL = 64;
const LARGE = 4;
const OF_A_STRANGER = 2;
/** How long a body is read before its room may go to another. GitHub is done long before. */
const UNDISTURBED_MS = 2_000;
const KNOWN_FOR_MS = DAY_MS;
const KNOWN_AT_MOST = 10_000;

/** Room for one body that is being read. */
export interface Place {
  /** Aborted when the room has gone to another, with the refusal as its reason. */
  readonly taken: AbortSignal;
  /** Asks for the room of a large one; false where too many of those are being read. `now` in milliseconds. */
  grow(now: number): boolean;
  /** Gives the room back; only the first call counts. */
  release(): void;
}

/** A body that is being read, as those see it who look for room. */
interface Reading {
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
export class Places {
  private readonly readings = new Set<Reading>();
  private readonly known = new Map<string, number>();

  /** Undefined where this address, or everybody, holds as many as may be. `now` in milliseconds. */
  take(address: string, organizationId: string, now: number): Place | undefined {
    const held = this.readingsThat((reading) => reading.address === address).length;
    if (held >= OF_A_STRANGER && !this.isKnown(address, now)) return undefined;
    if (this.readings.size >= ALL && !this.makeRoom([...this.readings], now)) return undefined;
    const reading = { address, organizationId, since: now, isLarge: false, take: new AbortController() };
    this.readings.add(reading);
    return {
      taken: reading.take.signal,
      grow: (then) => this.grow(reading, then),
      release: () => void this.readings.delete(reading),
    };
  }

  /** Remembers that this address sent what was rightly signed. */
  know(address: string, now: number): void {
    this.known.delete(address);
    this.known.set(address, now);
    if (this.known.size > KNOWN_AT_MOST) this.known.delete(this.known.keys().next().value!);
  }

  private grow(reading: Reading, now: number): boolean {
    if (reading.isLarge) return true;
    if (!this.readings.has(reading)) return false;
    const large = this.readingsThat(({ isLarge }) => isLarge);
    if (large.length >= LARGE && !this.makeRoom(large, now)) return false;
    return (reading.isLarge = true);
  }

  /** Ends one of these; false where all of them have just begun. */
  private makeRoom(readings: readonly Reading[], now: number): boolean {
    const heldBy = new Map<string, number>();
    for (const { organizationId } of readings) heldBy.set(organizationId, (heldBy.get(organizationId) ?? 0) + 1);
    const [last] = readings
      .filter(({ since }) => now - since >= UNDISTURBED_MS)
      .sort((a, b) => heldBy.get(b.organizationId)! - heldBy.get(a.organizationId)! || a.since - b.since);
    if (!last) return false;
    this.readings.delete(last);
    last.take.abort(new TemporarilyUnavailable());
    return true;
  }

  private readingsThat(matches: (reading: Reading) => boolean): Reading[] {
    return [...this.readings].filter(matches);
  }

  private isKnown(address: string, now: number): boolean {
    const at = this.known.get(address);
    return at !== undefined && now - at < KNOWN_FOR_MS;
  }
}
