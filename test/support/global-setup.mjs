import { mkdtempSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the test run's own PostgreSQL; the first test that needs it starts it. */
export default function setup() {
  if (process.env.CURBCUT_TEST_DIR) return;
  process.env.CURBCUT_TEST_DIR = mkdtempSync(join(tmpdir(), 'curbcut-test-'));
  chmodSync(process.env.CURBCUT_TEST_DIR, 0o711);
}
