// Runs the tests of the interface of the previous release on a database with the schema of this tree: during an upgrade, processes of that release
// go on beside those of this one. Run:
// npm run proof:previous [-- <commit> [<tests>]]
// Without a commit it takes the newest tag v… before this one; where there is none, or the schema is still the same, one line says so.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import pg from 'pg';
import { onEnd, run } from '../bench/lifetime.mjs';
import { folderInMemory } from '../test/support/room-in-memory.mjs';
import { startGroup } from './program-group.mjs';

const MIGRATIONS = 'apps/api/src/migrations';
/** Tests copy the database of this name for each file, and make it only where it is missing (test/support/database.ts). */
const TEMPLATE = 'curbcut_template';
/** As in test/support/database.ts. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' };

const [named, ...tests] = process.argv.slice(2);

await run(async () => {
  const previous = named ?? newestTag();
  if (!previous) return told('There is no release before this tree, so none that must run on its schema.');
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

/** @returns {string | undefined} of a release before this tree; undefined also where the sources are no clone, or one without tags */
function newestTag() {
  if (!existsSync('.git')) return undefined;
  const asked = ['tag', '--list', 'v[0-9]*', '--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-version:refname'];
  return execFileSync('git', asked, { encoding: 'utf8' }).split('\n').find(Boolean);
}

/** @param {string} commit */
function isSchemaOf(commit) {
  return spawnSync('git', ['diff', '--quiet', commit, '--', MIGRATIONS]).status === 0;
}

/** @param {string} commit @returns {Promise<boolean>} whether all passed */
async function prove(commit) {
  const folder = mkdtempSync(join(folderInMemory(), 'curbcut-previous-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const { url, stop } = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), settings: FAST });
  onEnd(stop);
  await makeTemplate(url);
  const tree = join(folder, 'tree');
  mkdirSync(tree);
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, tree]);
  // LATER_SCHEMA leaves out what judges the start (test/support/later-schema.ts).
  const env = { ...process.env, DATABASE_URL: url, LATER_SCHEMA: 'true' };
  return (
    (await succeeds('npm', ['ci', '--no-audit', '--no-fund', '--silent'], tree, env)) &&
    (await succeeds('npx', ['jest', '--selectProjects', 'e2e', '-w', '2', '--', ...tests], tree, env))
  );
}

/** @param {string} url of the server */
async function makeTemplate(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE template0`);
  await client.end();
  const made = new URL(url);
  made.pathname = `/${TEMPLATE}`;
  const migrate = ['dist/service/admin.js', 'migrate'];
  execFileSync('node', migrate, { env: { ...process.env, DATABASE_URL: made.href }, stdio: 'ignore' });
}

/** @param {string} program @param {string[]} args @param {string} cwd @param {NodeJS.ProcessEnv} env */
function succeeds(program, args, cwd, env) {
  const { passed, end } = startGroup(program, args, { cwd, env });
  onEnd(end);
  return passed;
}
