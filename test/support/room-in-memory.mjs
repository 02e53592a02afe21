import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 30;

/** The folder for the databases of a test run: in memory where there is room. */
export const folderInMemory = () => (isRoomInMemory() ? MEMORY : tmpdir());

function isRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    // A copy of PostgreSQL's programs may have to run from there.
    const mayRun = !/^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'));
    return mayRun && bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
