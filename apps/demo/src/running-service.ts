import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const START_WITHIN_MS = 60_000;

/** A running service, and how to release it. */
export interface RunningService {
  base: string;
  startedHere: boolean;
  release(): Promise<void>;
}

/** The service that runs at this URL, or a new one. */
export async function findOrStart(base: string): Promise<RunningService> {
  if (await answers(base)) return { base, startedHere: false, release: async () => {} };
  const main = fileURLToPath(new URL('../../api/src/app/main.js', import.meta.url));
  // The demo's webhook receiver runs on the same host.
  const env = { ...process.env, WEBHOOKS_ALLOW_PRIVATE: 'true' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const deadline = Date.now() + START_WITHIN_MS;
  while (!(await answers(base))) {
    if (child.exitCode !== null) throw new Error('The service ended before it answered.');
    if (Date.now() > deadline) throw new Error(`The service did not answer at ${base}.`);
    await delay(200);
  }
  return { base, startedHere: true, release: () => stop(child) };
}

async function answers(base: string): Promise<boolean> {
  try {
    return (await fetch(new URL('/health/ready', base))).ok;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}
