import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { folderInMemory } from './room-in-memory.mjs';

/** A data folder for a built service with its database, in memory where there is room. */
export const embeddedFolder = (name: string): string => mkdtempSync(join(folderInMemory(), `curbcut-${name}-`));

/** Ends the database that a built service left running in its data folder, and removes the folder. */
export async function stopEmbedded(dataDir: string): Promise<void> {
  const pid = postmasterOf(dataDir);
  if (pid) process.kill(pid, 'SIGQUIT');
  // It takes its file away when it has ended.
  await eventually(() => postmasterOf(dataDir) === 0);
  rmSync(dataDir, { recursive: true, force: true });
}

/** The process of the database in a data folder; 0: there is none. */
export function postmasterOf(dataDir: string): number {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}
