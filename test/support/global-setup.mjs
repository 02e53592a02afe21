import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 30;

/**
 * A folder for the test run's own PostgreSQL; the first test that needs it starts it. It lies in memory where there is room,
 * but for proofs, which store more: each test file gets a database, which is seven hundred files, and a disk takes ten times as long to make them.
 */
export default function setup(_, { displayName }) {
  if (process.env.CURBCUT_TEST_DIR) return;
  const parent = displayName.name !== 'proof' && isRoomInMemory() ? MEMORY : tmpdir();
  process.env.CURBCUT_TEST_DIR = mkdtempSync(join(parent, 'curbcut-test-'));
  chmodSync(process.env.CURBCUT_TEST_DIR, 0o711);
}

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
