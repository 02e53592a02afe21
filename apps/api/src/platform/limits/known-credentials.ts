import { clock } from '#libs/clock';
import type { Sql } from '#libs/database';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { FORGET, IS_KNOWN, REMEMBER, TRIM_ADDRESS, TRIM_ALL } from './limits.sql.js';

const MINUTES_15 = 900_000;
const MAX_PER_ADDRESS = 1_000;
const MAX_TOTAL = 100_000;
/** How often a use is written to the shared table, and after how many writes the table is trimmed. */
const WRITE_EVERY_MS = 60_000;
const TRIM_EVERY = 1_000;

interface Use {
  at: number;
  /** When it was written into the shared table; 0 is never. */
  writtenAt: number;
}

/**
 * Hashes of credentials that were valid from an address within the last 15 minutes: the latest 1,000 per address and
 * 100,000 in total (the least recently used address is dropped first). With a pool they are shared between replicas.
 */
export class KnownCredentials {
  // Of an address a Map: a cache of the package takes 2 kB, and most addresses have one credential.
  private readonly uses = new LRUCache<string, Map<string, Use>>({ maxSize: MAX_TOTAL });
  private writes = 0;

  constructor(
    private readonly pool?: Pool,
    private readonly now: () => number = clock.millis,
  ) {}

  /** Whether this process knows the credential. */
  has(address: string, hash: string): boolean {
    const use = this.uses.peek(address)?.get(hash);
    return use !== undefined && use.at > this.now() - MINUTES_15;
  }

  /** Whether any replica knows the credential; needs a statement. */
  async isKnownToReplica(address: string, hash: string): Promise<boolean> {
    return (await this.send(IS_KNOWN, [keyOf(address, hash), this.now()])) === 1;
  }

  /** Remembers that the credential is valid now. */
  async remember(address: string, hash: string): Promise<void> {
    const ofAddress = this.uses.peek(address) ?? new Map<string, Use>();
    const use = ofAddress.get(hash) ?? { at: 0, writtenAt: 0 };
    // Deleted and added again: a Map is in the order of additions, and the package reads a size when it adds.
    ofAddress.delete(hash);
    ofAddress.set(hash, use);
    use.at = this.now();
    if (ofAddress.size > MAX_PER_ADDRESS) ofAddress.delete(ofAddress.keys().next().value!);
    this.uses.delete(address);
    this.uses.set(address, ofAddress, { size: ofAddress.size });
    if (!this.pool || use.writtenAt > use.at - WRITE_EVERY_MS) return;
    use.writtenAt = use.at;
    await this.write(address, hash);
  }

  /**
   * Removes a credential that is no longer valid, from the shared table too. Another replica that has it in memory
   * forgets it when it fails there.
   */
  async forget(address: string, hash: string): Promise<void> {
    this.uses.peek(address)?.delete(hash);
    await this.send(FORGET, [keyOf(address, hash)]);
  }

  private async write(address: string, hash: string): Promise<void> {
    await this.send(REMEMBER, [keyOf(address, hash), this.now() + MINUTES_15, address]);
    await this.send(TRIM_ADDRESS, [address, MAX_PER_ADDRESS]);
    this.writes += 1;
    if (this.writes % TRIM_EVERY === 0) await this.send(TRIM_ALL, [MAX_TOTAL]);
  }

  /** The number of rows; none without a pool. */
  private async send<Parameters extends readonly unknown[]>(
    { text }: Sql<Parameters, unknown>,
    parameters: Parameters,
  ): Promise<number | null | undefined> {
    return (await this.pool?.query(text, [...parameters]))?.rowCount;
  }
}

const keyOf = (address: string, hash: string): string => `valid:${address}:${hash}`;
