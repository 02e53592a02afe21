import type { Pool } from 'pg';

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
  private readonly uses = new Map<string, Map<string, Use>>();
  private size = 0;
  private writes = 0;

  constructor(
    private readonly pool?: Pool,
    private readonly now: () => number = Date.now,
  ) {}

  /** Whether this process knows the credential. */
  has(address: string, hash: string): boolean {
    const use = this.uses.get(address)?.get(hash);
    return use !== undefined && use.at > this.now() - MINUTES_15;
  }

  /** Whether any replica knows the credential; needs a statement. */
  async isKnownToReplica(address: string, hash: string): Promise<boolean> {
    if (!this.pool) return false;
    const { rowCount } = await this.pool.query('SELECT 1 FROM rate_limits WHERE key = $1 AND expire > $2', [
      keyOf(address, hash),
      this.now(),
    ]);
    return rowCount === 1;
  }

  /** Remembers that the credential is valid now. */
  async remember(address: string, hash: string): Promise<void> {
    const ofAddress = this.uses.get(address) ?? new Map<string, Use>();
    const use = ofAddress.get(hash) ?? { at: 0, writtenAt: 0 };
    // Deleted and added again: both maps are ordered by the last use.
    this.size += ofAddress.delete(hash) ? 0 : 1;
    this.uses.delete(address);
    this.uses.set(address, ofAddress.set(hash, use));
    use.at = this.now();
    if (ofAddress.size > MAX_PER_ADDRESS) this.dropFirst(ofAddress);
    if (this.size > MAX_TOTAL) this.dropOldestAddress();
    if (!this.pool || use.writtenAt > use.at - WRITE_EVERY_MS) return;
    use.writtenAt = use.at;
    await this.write(this.pool, address, hash);
  }

  /** Removes a credential that is no longer valid. */
  async forget(address: string, hash: string): Promise<void> {
    if (this.uses.get(address)?.delete(hash)) this.size -= 1;
    await this.pool?.query('DELETE FROM rate_limits WHERE key = $1', [keyOf(address, hash)]);
  }

  private dropFirst(ofAddress: Map<string, Use>): void {
    const [first] = ofAddress.keys();
    if (ofAddress.delete(first!)) this.size -= 1;
  }

  private dropOldestAddress(): void {
    const [oldest] = this.uses.keys();
    const ofAddress = this.uses.get(oldest!)!;
    this.dropFirst(ofAddress);
    if (ofAddress.size === 0) this.uses.delete(oldest!);
  }

  private async write(pool: Pool, address: string, hash: string): Promise<void> {
    await pool.query(
      `INSERT INTO rate_limits (key, points, expire, address) VALUES ($1, 0, $2, $3)
       ON CONFLICT (key) DO UPDATE SET expire = excluded.expire`,
      [keyOf(address, hash), this.now() + MINUTES_15, address],
    );
    await pool.query(
      'DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE address = $1 ORDER BY expire DESC OFFSET $2)',
      [address, MAX_PER_ADDRESS],
    );
    this.writes += 1;
    if (this.writes % TRIM_EVERY !== 0) return;
    await pool.query(
      'DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE address IS NOT NULL ORDER BY expire DESC OFFSET $1)',
      [MAX_TOTAL],
    );
  }
}

const keyOf = (address: string, hash: string): string => `valid:${address}:${hash}`;
