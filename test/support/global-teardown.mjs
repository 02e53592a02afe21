import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Stops the PostgreSQL of the test run and removes its folder. */
export default async function teardown() {
  const folder = process.env.CURBCUT_TEST_DIR;
  if (!folder) return;
  delete process.env.CURBCUT_TEST_DIR;
  delete process.env.CURBCUT_TEST_SERVER;
  const pid = postmaster(folder);
  if (pid) {
    process.kill(pid, 'SIGQUIT');
    for (let i = 0; i < 100 && alive(pid); i += 1) await delay(50);
  }
  rmSync(folder, { recursive: true, force: true });
}

function postmaster(folder) {
  try {
    return Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

function alive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
