import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { BuiltService, RunningProgram } from './built-service.js';
import { printFigures } from './figures.js';

const LOOP_HOLDS = pathToFileURL('test/support/neighbours/loop-holds.mjs').href;

/** What something costs a service while it lasts. */
export type Costs = {
  /** How long it holds the event loop at once. */
  heldMs: number;
  /** How much memory the process has. */
  megabytes: number;
  tookMs: number;
};

/** The settings of a service that tells into a file of this folder for how long its event loop is held. */
export function tellingHolds(folder: string): Record<string, string> {
  writeFileSync(holdsFile(folder), '');
  return { NODE_OPTIONS: `--import=${LOOP_HOLDS}`, LOOP_HOLDS: holdsFile(folder) };
}

const holdsFile = (folder: string): string => join(folder, 'holds');

/** How long this holds the event loop of such a service at once, and how much memory the service has meanwhile. */
export async function costsOf(
  { child }: Pick<RunningProgram, 'child'>,
  folder: string,
  work: () => Promise<unknown>,
): Promise<Costs> {
  const rss = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1_024;
  const begun = Date.now();
  let megabytes = rss();
  const sampling = setInterval(() => (megabytes = Math.max(megabytes, rss())), 50);
  await work().finally(() => clearInterval(sampling));
  const tookMs = Date.now() - begun;
  await delay(50);
  const holds = readFileSync(holdsFile(folder), 'utf8')
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  const heldMs = Math.max(0, ...holds.filter(([at]) => at! >= begun).map(([, ms]) => ms!));
  return { heldMs: Math.round(heldMs), megabytes: Math.round(megabytes), tookMs };
}

/** What a hold of the event loop, and the memory of the process, may be. */
export const MOST = { heldMs: 50, megabytes: 600 };
/** Another program on the machine holds this one at times, which is not its doing: the least of some tries. */
export const MOST_TRIES = 4;

/**
 * Sends a request of this person that must succeed, and reads its answer. Whoever waits too long for a place comes
 * again when told to.
 */
export const sending =
  ({ base }: Pick<BuiltService, 'base'>, token: string) =>
  async (method: string, path: string, body?: string | Buffer): Promise<Uint8Array> => {
    for (;;) {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
      const answer = await fetch(`${base}${path}`, { method, headers, body });
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      if (answer.status !== 503) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      await delay(1_000 * Number(answer.headers.get('retry-after')));
    }
  };

/**
 * The least that work holds the event loop of a service in some tries, the first of which compiles what it runs; in
 * each the process must keep to its memory.
 */
export const leastHold =
  (service: Pick<RunningProgram, 'child'>, folder: string) =>
  async (about: string, work: (attempt: number) => Promise<unknown>): Promise<number> => {
    let least = Infinity;
    for (let attempt = 0; attempt < MOST_TRIES && (attempt < 2 || least > MOST.heldMs); attempt += 1) {
      const costs = await costsOf(service, folder, () => work(attempt));
      printFigures(about, costs);
      if (costs.megabytes > MOST.megabytes) throw new Error(`${about}: ${costs.megabytes} MB`);
      least = Math.min(least, costs.heldMs);
    }
    return least;
  };
