import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AgentService } from './service.js';

const NAMES = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];

/** Whether a browser is installed here; `.ci/run` brings one. */
export const hasBrowser =
  existsSync(process.env['CHROME_PATH'] ?? '/nowhere') || NAMES.some((name) => spawnSync('which', [name]).status === 0);

/** An agent of the built command line, a process of its own. */
export interface Agent {
  pid: number;
  said(): string;
  /** Ends it, and answers its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  ended: Promise<number | null>;
}

/** Starts an agent that may look at this machine. @param through a command that runs it, with its arguments */
export function startAgent(
  { url, token }: Pick<AgentService, 'url' | 'token'>,
  env: Record<string, string> = {},
  through: readonly string[] = [],
): Agent {
  const { PATH, HOME, CHROME_PATH } = process.env;
  const [command, ...args] = [...through, process.execPath, resolve('dist/cli/curbcut.js'), 'agent'];
  const child = spawn(command!, args, {
    env: {
      ...{ PATH, HOME, ...(CHROME_PATH ? { CHROME_PATH } : {}) },
      ...{ CURBCUT_URL: url, CURBCUT_AGENT_TOKEN: token, AGENT_ALLOW: '127.0.0.0/8,[::1]' },
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid!,
    said: () => said,
    ended,
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
