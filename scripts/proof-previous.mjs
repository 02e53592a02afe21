// Runs the tests of the interface of the previous release on a database that it has made and this tree has upgraded:
// during an upgrade, processes of that release go on beside those of this one. Run: npm run proof:previous [-- <commit>
// [<tests>]] Without a commit it takes the newest tag v… before this one, in a clone without tags v0.1.0; where the
// schema is still the same, one line says so.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import pg from 'pg';
import { onEnd, run } from '../bench/lifetime.mjs';
import { folderInMemory } from '../test/support/room-in-memory.mjs';
import { previousRelease } from './previous-release.mjs';
import { startGroup } from './program-group.mjs';

/** Tried twice, as it depends on the network. */
const INSTALL = ['ci', '--no-audit', '--no-fund', '--silent'];
const MIGRATIONS = 'apps/api/src/platform/migrations';
/**
 * Tests copy the database of this name for each file, and make it only where it is missing (test/support/database.ts).
 */
const TEMPLATE = 'curbcut_template';
/** As in test/support/global-setup.mjs. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' };

/**
 * Tests of v0.1.0 that fail by chance or by what is meant to change, with what mends them: a column keeps milliseconds,
 * and may be half a one ahead; EN 301 549 has more requirements; and v0.1.0, which is stopped before the upgrade
 * (CHANGELOG.md), knows French names of the RGAA 4.1 alone.
 * @type {[file: string, from: string, to: string][]}
 */
const MENDED = [
  ['test/e2e/standards.test.ts', "['en-301-549', 268, 92]", "['en-301-549', 296, 94]"],
  ['test/e2e/conformance-exports.test.ts', "test('RGAA has its own statement", "test.skip('RGAA has its own statement"],
  [
    'test/e2e/account-events.test.ts',
    'SET kept_until = now() WHERE',
    "SET kept_until = now() - interval '1 second' WHERE",
  ],
];

const [named, ...tests] = process.argv.slice(2);

await run(async () => {
  const previous = named ?? previousRelease();
  if (!previous) return told('There is no release before this tree here, so none that could run on its schema.');
  if (!named && isSchemaOf(previous))
    return told(`The schema is still that of ${previous}: there is nothing to prove.`);
  const passed = await prove(previous);
  console.log(
    `${previous} ${passed ? 'runs' : 'DOES NOT run'} on the schema of this tree, by its tests of the interface.`,
  );
  return passed ? 0 : 1;
});

/** @param {string} words */
function told(words) {
  console.log(words);
  return 0;
}

/** @param {string} commit */
function isSchemaOf(commit) {
  return spawnSync('git', ['diff', '--quiet', commit, '--', MIGRATIONS]).status === 0;
}

/** @param {string} commit @returns {Promise<boolean>} whether all passed */
async function prove(commit) {
  const folder = mkdtempSync(join(folderInMemory(), 'curbcut-previous-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const { url, stop } = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    settings: FAST,
    asSuperuser: true,
  });
  onEnd(stop);
  const tree = join(folder, 'tree');
  mkdirSync(tree);
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, tree]);
  // LATER_SCHEMA leaves out what judges the start (test/support/later-schema.ts).
  const env = { ...process.env, DATABASE_URL: url, LATER_SCHEMA: 'true' };
  mendTests(tree);
  const jest = ['jest', '--selectProjects', 'e2e', '-w', '2'];
  return (
    ((await succeeds('npm', INSTALL, tree, env)) || (await succeeds('npm', INSTALL, tree, env))) &&
    (await succeeds('npm', ['run', '--silent', 'build'], tree, env)) &&
    (await makeTemplate(url, tree)) &&
    // Its tests can't be made steadier any more: what the schema breaks fails again.
    ((await succeeds('npx', [...jest, '--', ...tests], tree, env)) ||
      (await succeeds('npx', [...jest, '--onlyFailures', '--', ...tests], tree, env)))
  );
}

/** @param {string} tree */
function mendTests(tree) {
  for (const [file, from, to] of MENDED) {
    const path = join(tree, file);
    if (existsSync(path)) writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  }
}

/**
 * Makes the database by the other tree, and upgrades it by this one.
 * @param {string} url of the server @param {string} tree
 */
async function makeTemplate(url, tree) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE template0`);
  await client.end();
  const made = new URL(url);
  made.pathname = `/${TEMPLATE}`;
  const migrate = ['dist/service/admin.js', 'migrate'];
  for (const cwd of [tree, process.cwd()])
    execFileSync('node', migrate, { cwd, env: { ...process.env, DATABASE_URL: made.href }, stdio: 'ignore' });
  return true;
}

/** @param {string} program @param {string[]} args @param {string} cwd @param {NodeJS.ProcessEnv} env */
function succeeds(program, args, cwd, env) {
  const { passed, end } = startGroup(program, args, { cwd, env });
  onEnd(end);
  return passed;
}
