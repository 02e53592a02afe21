// Runs the tests on a Citus of its own: a coordinator and two workers on loopback, which end with it. Run: npm run
// proof:citus [-- --short | --where-possible] It takes the Citus of `PG_CONFIG` or of the `pg_config` on the path, or
// builds one from `CITUS_SOURCES` in a temporary folder. Where there is none, it fails without an argument.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { folderInMemory } from '../test/support/room-in-memory.mjs';
import { startCluster, stopCluster } from './citus/cluster.mjs';
import { findCitus } from './citus/installation.mjs';
import { startGroup } from './program-group.mjs';

const isShort = process.argv.includes('--short');
const mayBeMissing = isShort || process.argv.includes('--where-possible');

// Three of the kinds of callers: all of them take longer than the step may.
const FEW_CALLERS = '^(a member|an owner of another organization|a key of another organization) gets';

/** What jest is asked to run, one after the other; the last kills machines and measures, and so runs alone. */
const RUNS = isShort
  ? [
      ['e2e', '-w', '2', '--shard=1/5'],
      ['proof', '-w', '2', '-t', FEW_CALLERS, '--', 'test/proof/isolation.test'],
    ]
  : [
      ['e2e', '-w', '2'],
      ['proof', '-w', '2', '--', 'test/proof/(isolation|races|hostile)'],
      ['citus', '-w', '1'],
    ];

const folder = mkdtempSync(join(folderInMemory(), 'curbcut-citus-'));
/** @type {ReturnType<typeof startGroup> | undefined} */
let running;
let failed = 0;
/** @type {Promise<void> | undefined} */
let ending;
// Whatever comes while it ends, it ends once.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => (ending ??= end(130)));

try {
  const bin = findCitus(folder);
  if (bin) {
    const nodes = await startCluster(bin, folder);
    const environment = { ...process.env, CITUS_NODES: nodes.join(',') };
    for (const run of RUNS) if (!ending) failed += await jest(run, environment);
  } else {
    console.log('There is no Citus here, and CITUS_SOURCES names no sources of one: nothing was proved on it.');
    if (!mayBeMissing) failed = 1;
  }
} catch (error) {
  if (!ending) console.error(error);
  failed = 1;
}
await (ending ??= end(failed > 0 ? 1 : 0));

/** @param {string[]} run @param {NodeJS.ProcessEnv} env @returns {Promise<number>} 1 if a test failed */
async function jest([project = '', ...args], env) {
  running = startGroup('npx', ['jest', '--selectProjects', project, ...args], { env });
  return (await running.passed) ? 0 : 1;
}

/** @param {number} code */
async function end(code) {
  await running?.end();
  await stopCluster(folder);
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}
