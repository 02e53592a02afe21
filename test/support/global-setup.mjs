import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderInMemory } from './room-in-memory.mjs';

/**
 * A folder for the test run's own PostgreSQL; the first test that needs it starts it. It lies in memory where there is
 * room, but for proofs, which store more: each test file gets a database, which is seven hundred files, and a disk
 * takes ten times as long to make them.
 */
export default function setup(_, { displayName }) {
  if (process.env.CURBCUT_TEST_DIR) return;
  const parent = displayName.name === 'proof' ? tmpdir() : folderInMemory();
  process.env.CURBCUT_TEST_DIR = mkdtempSync(join(parent, 'curbcut-test-'));
  chmodSync(process.env.CURBCUT_TEST_DIR, 0o711);
}
