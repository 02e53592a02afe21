import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { CiEnvironment } from './ci-run.js';

const LONGEST = 60_000;

/** Those of this process. */
export const ciEnvironment: CiEnvironment = {
  env: process.env,
  readJson(path) {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as unknown;
    } catch {
      return undefined;
    }
  },
  git(...words) {
    const { status, stdout } = spawnSync('git', words, {
      ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: LONGEST },
      // Nobody is there to be asked for a password.
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
    });
    return status === 0 ? stdout.trim() : undefined;
  },
};
