// Runs the tests on a cluster of its own: three PostgreSQL by Patroni, PgBouncer and HAProxy on loopback, which end
// with it. Run as root: npm run proof:cluster [-- --short] It takes the Debian 13 of `CLUSTER_ROOT`, or makes one in a
// temporary folder.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderInMemory } from '../test/support/room-in-memory.mjs';
import { primaryForTests, startCluster, stopCluster } from './cluster/machines.mjs';
import { makeRoot } from './cluster/root.mjs';
import { startGroup } from './program-group.mjs';

const isShort = process.argv.includes('--short');

const folder = mkdtempSync(join(folderInMemory(), 'curbcut-cluster-'));
/**
 * What is made on disk: the Debian, and what tests write. Servers of theirs, which run as somebody else, find their way
 * through it.
 */
const made = mkdtempSync(join(tmpdir(), 'curbcut-cluster-root-'));
chmodSync(made, 0o711);
/** @type {ReturnType<typeof startGroup> | undefined} */
let running;
/** @type {Promise<void> | undefined} */
let ending;
// Whatever comes while it ends, it ends once.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => (ending ??= end(130)));

/** Proofs of the service that are run behind the pooler, in their short form. */
const BEHIND_POOLER = isShort
  ? ['test/proof/(races-numbers|isolation-ids)']
  : ['test/proof/(races-|isolation|hostile.test)'];

let failed = 0;
try {
  let root = process.env['CLUSTER_ROOT'];
  if (!root) makeRoot((root = join(made, 'debian')));
  const cluster = await startCluster(root, folder);
  const length = { PROOF: isShort ? 'short' : 'full' };
  failed += await jest(['cluster'], { ...length, CLUSTER: JSON.stringify(cluster) });
  const server = ending ? '' : await primaryForTests(cluster);
  const behind = { DATABASE_URL: server, BEHIND_POOLER: `127.0.0.1:${cluster.pooler}` };
  if (!ending) failed += await jest(['proof', '--', ...BEHIND_POOLER], behind);
} catch (error) {
  if (!ending) console.error(error);
  failed = 1;
}
await (ending ??= end(failed > 0 ? 1 : 0));

/** @param {string[]} run @param {NodeJS.ProcessEnv} environment @returns {Promise<number>} 1 if a test failed */
async function jest([project = '', ...args], environment) {
  const env = { ...process.env, TMPDIR: made, ...environment };
  running = startGroup('npx', ['jest', '--selectProjects', project, '--runInBand', ...args], { env });
  return (await running.passed) ? 0 : 1;
}

/** @param {number} code */
async function end(code) {
  await running?.end();
  await stopCluster();
  for (const path of [folder, made]) rmSync(path, { recursive: true, force: true });
  process.exit(code);
}
