import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/**
 * @typedef {{ bin: string, libraries: string, data: string }} Folders Where a PostgreSQL has its programs, its
 *   libraries and its other files.
 */

/**
 * The folder of the programs of a PostgreSQL with Citus: that of `PG_CONFIG` (otherwise of the `pg_config` on the
 * path), or a copy of it in `folder` with Citus built from the sources in `CITUS_SOURCES`, an unpacked folder or an
 * archive. Undefined where there is neither.
 * @param {string} folder
 * @returns {string | undefined}
 */
export function findCitus(folder) {
  const pgConfig = process.env['PG_CONFIG'] ?? 'pg_config';
  const found = foldersOf(pgConfig);
  if (!found) return undefined;
  if (existsSync(join(found.libraries, 'citus.so'))) return found.bin;
  const sources = process.env['CITUS_SOURCES'];
  return sources ? build(folder, pgConfig, found, sources) : undefined;
}

/** @param {string} pgConfig @returns {Folders | undefined} */
function foldersOf(pgConfig) {
  const { status, stdout } = spawnSync(pgConfig, ['--bindir', '--pkglibdir', '--sharedir'], { encoding: 'utf8' });
  const [bin, libraries, data] = (stdout ?? '').split('\n');
  return status === 0 && bin && libraries && data ? { bin, libraries, data } : undefined;
}

/**
 * PostgreSQL looks for its files from where its programs lie, so a copy needs no rights over the installed one.
 * @param {string} folder @param {string} pgConfig @param {Folders} installed @param {string} sources
 */
function build(folder, pgConfig, installed, sources) {
  const [tree, root] = [join(folder, 'sources'), join(folder, 'installed')];
  for (const path of [tree, root]) mkdirSync(path);
  if (/\.tar\.\w+$/.test(sources)) run('tar', ['-xf', sources, '-C', tree, '--strip-components=1']);
  else run('cp', ['-R', `${sources}/.`, tree]);
  for (const path of Object.values(installed)) {
    mkdirSync(join(root, path), { recursive: true });
    run('cp', ['-R', `${path}/.`, join(root, path)]);
  }
  console.log(`building Citus from ${sources}`);
  run('./configure', [`PG_CONFIG=${pgConfig}`, '--without-security-flags'], tree);
  run('make', [`-j${availableParallelism()}`, '-s', 'extension'], tree);
  run('make', ['-s', 'install-extension', `DESTDIR=${root}`], tree);
  return join(root, installed.bin);
}

/** @param {string} program @param {string[]} args @param {string} [cwd] */
function run(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${program} failed:\n${error ?? `${stdout}${stderr}`.slice(-4_000)}`);
}
