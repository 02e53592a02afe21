import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.mjs';
import { folderInMemory } from '../support/room-in-memory.mjs';
import { fill } from './records.js';

/**
 * Starts the built service with a database of its own and some records, for all tests; the function that it answers
 * stops it.
 */
export default async function startService(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(folderInMemory(), 'curbcut-console-'));
  const port = String(await freePort());
  const base = `http://127.0.0.1:${port}`;
  const { PATH = '', HOME = '' } = process.env;
  const limits = [
    'RATE_LIMIT_PER_MINUTE',
    'ADDRESS_LIMIT_PER_MINUTE',
    'SIGN_IN_LIMIT_PER_MINUTE',
    'INGEST_LIMIT_PER_MINUTE',
  ];
  const child = spawn(process.execPath, ['dist/service/main.js'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'ignore',
    env: {
      PATH,
      HOME,
      PORT: port,
      DATA_DIR: dataDir,
      SECRET_KEY: 'a key that only tests are encrypted with',
      // What stands in for trackers and providers is on this machine.
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      ...Object.fromEntries(limits.map((name) => [name, '0'])),
    },
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await Promise.race([getsReady(base), ended]);
    if (child.exitCode !== null) throw new Error('The built service ended before it was ready: was it built?');
    process.env['CONSOLE_BASE'] = base;
    process.env['CONSOLE_MAIL'] = join(dataDir, 'mail');
    process.env['CONSOLE_RECORDS'] = JSON.stringify(await fill(base));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function getsReady(base: string): Promise<void> {
  await eventually(async () => (await fetch(`${base}/health/ready`).catch(() => undefined))?.ok);
}
