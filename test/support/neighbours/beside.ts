import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { eventually } from '../eventually.js';
import type { Load } from './loads.js';
import { MESSAGE, together, usualP95, type UsualTimes, type UsualWork } from './usual-work.js';

/** What must hold for the usual work of others, and for the process, while one account does its worst. */
const LIMITS = {
  /** Of what the usual work takes alone in this run, at the 95th percentile. */
  ratio: 4,
  /** What is quicker alone counts as this, since a machine with other work adds some milliseconds to any answer. */
  leastAloneMs: 10,
  messageMs: 2_000,
  refused: 0,
  rssMb: 600,
  loopHoldMs: 50,
};

/** What was seen beside one load. */
export interface Seen {
  load: string;
  /** How many answers the noisy account got, by status. */
  noisy: Record<string, number>;
  /** The kind of usual work that became slowest, and by how much. */
  slowest: { kind: string; aloneMs: number; besideMs: number; ratio: number };
  messageMs: number;
  refused: number;
  failed: string[];
  /** The most that the process had before the load, and during it. */
  rssBeforeMb: number;
  rssMb: number;
  loopHoldMs: number;
}

const ALONE_MS = 1_500;
const BESIDE_MS = 5_000;
/** What seemed too slow is looked at for so many times as long: of few answers the slowest are a matter of chance. */
const IN_DOUBT = 3;
const BEGINS_MS = 300;
// Addresses of one network: a tester had as many.
const ADDRESSES = Array.from({ length: 10 }, (_, index) => `127.0.9.${index + 1}`);
/** After this, what a load left behind is part of what the next one meets. */
const QUIET_WITHIN_MS = 30_000;

/** A process that does not grow by more has its memory from before. */
const GROWS_MB = 10;

/** Drives loads beside usual work, and measures. */
export class Beside {
  private alone: UsualTimes = { ms: new Map(), refused: 0, failed: [] };

  constructor(
    private readonly service: { base: string; pid: number; holdsFile: string },
    private readonly database: Client,
    private readonly usual: UsualWork,
  ) {}

  /**
   * The usual work alone and then beside this load, close to each other: the machine may have other work at another
   * time.
   */
  async drive(load: Load, times = 1): Promise<Seen> {
    await this.quiet();
    this.alone = together(this.alone, await this.usual.during(times * ALONE_MS));
    await load.before?.();
    const noise = fork('test/support/neighbours/noise.mjs', { execArgv: [], serialization: 'advanced' });
    try {
      return await this.measure(load, noise, times * BESIDE_MS);
    } finally {
      noise.kill('SIGKILL');
      await load.after?.();
    }
  }

  /** Drives it once more, and for longer. */
  driveInDoubt(load: Load): Promise<Seen> {
    return this.drive(load, IN_DOUBT);
  }

  private async measure(load: Load, noise: ChildProcess, forMs: number): Promise<Seen> {
    const { before: _, after: __, ...sent } = load;
    const answered = once(noise, 'message') as Promise<[Record<string, number>]>;
    noise.send({ ...sent, base: this.service.base, addresses: ADDRESSES, forMs: BEGINS_MS + forMs });
    const begun = Date.now();
    const rssBeforeMb = this.rssMb();
    let rssMb = rssBeforeMb;
    const sampling = setInterval(() => (rssMb = Math.max(rssMb, this.rssMb())), 100);
    await delay(BEGINS_MS);
    const beside = await this.usual.during(forMs).finally(() => clearInterval(sampling));
    const [noisy] = await answered;
    const p95 = usualP95(beside);
    const alone = usualP95(this.alone);
    const kinds = [...p95].filter(([kind]) => kind !== MESSAGE);
    const compared = kinds.map(([kind, besideMs]) => {
      const aloneMs = Math.max(LIMITS.leastAloneMs, alone.get(kind) ?? 0);
      return { kind, aloneMs, besideMs, ratio: besideMs / aloneMs };
    });
    return {
      load: load.name,
      noisy,
      slowest: compared.sort((a, b) => b.ratio - a.ratio)[0]!,
      messageMs: p95.get(MESSAGE) ?? 0,
      refused: beside.refused,
      failed: beside.failed,
      rssBeforeMb,
      rssMb,
      loopHoldMs: this.longestHold(begun),
    };
  }

  /** Waits until the database works for nobody. */
  private async quiet(): Promise<void> {
    const active = async (): Promise<number> => {
      const { rows } = await this.database.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity
         WHERE application_name LIKE 'curbcut%' AND state <> 'idle' AND query_start < now() - interval '200 milliseconds'`,
      );
      return rows[0]!.n;
    };
    await eventually(active, (n) => n === 0, AbortSignal.timeout(QUIET_WITHIN_MS)).catch(() => undefined);
  }

  private rssMb(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.service.pid}/status`, 'utf8'))![1]) / 1_024;
  }

  private longestHold(since: number): number {
    const lines = readFileSync(this.service.holdsFile, 'utf8').trim().split('\n');
    const holds = lines.map((line) => line.split(' ').map(Number)).filter(([at]) => at! >= since);
    return Math.max(0, ...holds.map(([, ms]) => ms!));
  }
}

/** What of it is beyond a limit, each with its load, figure and limit; empty: all holds. */
export function faultsOf(seen: Seen): string[] {
  const { load, slowest, messageMs, refused, failed, rssBeforeMb, rssMb, loopHoldMs } = seen;
  const ms = (value: number): string => `${Math.round(value)} ms`;
  const faults: [boolean, string][] = [
    [
      slowest.ratio > LIMITS.ratio,
      `${slowest.kind} ${ms(slowest.besideMs)} at p95, ${slowest.ratio.toFixed(1)} × ${ms(slowest.aloneMs)}, limit ${LIMITS.ratio} ×`,
    ],
    [messageMs > LIMITS.messageMs, `message ${ms(messageMs)} at p95, limit ${ms(LIMITS.messageMs)}`],
    [refused > LIMITS.refused, `503 for the other: ${refused}, limit ${LIMITS.refused}`],
    [failed.length > 0, `failed for the other: ${[...new Set(failed)].join(', ')} (${failed.length})`],
    [
      // What an earlier load took is not given back to the machine at once.
      rssMb > LIMITS.rssMb && rssMb > rssBeforeMb + GROWS_MB,
      `memory ${Math.round(rssMb)} MB, limit ${LIMITS.rssMb} MB`,
    ],
    [loopHoldMs > LIMITS.loopHoldMs, `event loop held for ${ms(loopHoldMs)}, limit ${ms(LIMITS.loopHoldMs)}`],
  ];
  return faults.filter(([isBeyond]) => isBeyond).map(([, what]) => `${load}: ${what}`);
}

/** What was seen twice beside one load: the machine may be slow for once, but memory that was taken was taken. */
export const again = (first: Seen, second: Seen): Seen => ({
  ...second,
  rssBeforeMb: Math.min(first.rssBeforeMb, second.rssBeforeMb),
  rssMb: Math.max(first.rssMb, second.rssMb),
});
