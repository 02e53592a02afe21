import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program in a process group of its own, so that what it has started ends with it. It speaks where this process
 * does.
 * @param {string} program @param {string[]} args @param {{ cwd?: string, env: NodeJS.ProcessEnv }} options
 * @returns {{ passed: Promise<boolean>, end: () => Promise<void> }} whether it ended with 0, and what ends it
 */
export function startGroup(program, args, options) {
  const child = spawn(program, args, { ...options, stdio: 'inherit', detached: true });
  const ended = once(child, 'exit');
  return {
    passed: ended.then(([code]) => code === 0),
    async end() {
      if (!child.pid || child.exitCode !== null || child.signalCode !== null) return;
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}
