import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onConnection } from '../on-connection.js';

/** A server of the cluster that `npm run proof:citus` started. */
export interface Machine {
  /** As Citus names it. */
  port: number;
  data: string;
}

export const machineOf = (url: string): Promise<Machine> =>
  onConnection(url, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    return { port: Number(new URL(url).port), data: rows[0]!.data_directory };
  });

/** Kills the server with all its processes, as when the power fails. */
export function kill({ data }: Machine): void {
  const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean);
  for (const pid of [postmaster, ...children.map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

/** Starts it again as it was started, and waits until it answers. */
export async function startAgain({ data }: Machine, url: string): Promise<void> {
  const program = readFileSync(join(data, 'postmaster.opts'), 'utf8').split(' ')[0]!;
  const { uid, gid } = statSync(data);
  const folder = dirname(data);
  const log = openSync(`${data}.log`, 'a');
  for (let tries = 0; tries < 100; tries += 1) {
    const child = spawn(program, ['-D', data], {
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
      cwd: data,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', PGPASSFILE: join(folder, 'passwords') },
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    // What a killed server has left is in the way for a moment.
    while (child.exitCode === null) {
      await delay(100);
      const answers = await onConnection(url, async () => true).catch(() => false);
      if (answers && existsSync(join(data, 'postmaster.pid'))) {
        closeSync(log);
        return;
      }
    }
  }
  throw new Error(`The server in ${data} does not start again.`);
}
