import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { folderInMemory } from './room-in-memory.mjs';

const ROOT = join(import.meta.dirname, '../..');

// The data of tests may be lost in a power cut. They may lie in memory, which the write-ahead log must not fill.
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '128MB',
  max_connections: '400',
};

/**
 * Starts the PostgreSQL of the test run once, before the workers, and passes its address on in `CURBCUT_TEST_SERVER`.
 * Its data lie in memory where there is room. Those of proofs lie on disk, because proofs store more.
 */
export default async function setup(_, { displayName }) {
  if (process.env.CURBCUT_TEST_DIR) return;
  const parent = displayName.name === 'proof' ? tmpdir() : folderInMemory();
  const folder = mkdtempSync(join(parent, 'curbcut-test-'));
  chmodSync(folder, 0o711);
  process.env.CURBCUT_TEST_DIR = folder;
  if (process.env.DATABASE_URL) return;
  const { startEmbeddedPostgres } = await embeddedPostgres();
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), settings: FAST, asSuperuser: true });
  process.env.CURBCUT_TEST_SERVER = server.url;
}

/** Jest compiles no TypeScript for its global setup. */
async function embeddedPostgres() {
  const outfile = join(ROOT, 'node_modules/.cache/curbcut/embedded-postgres.mjs');
  await build({
    entryPoints: [join(ROOT, 'libs/embedded-postgres/src/index.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  return import(pathToFileURL(outfile).href);
}
