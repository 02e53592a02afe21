import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';

const INSTALLED = '/usr/lib/postgresql';
/** The root of another Debian, whose versions count as installed too: `mmdebstrap --include=postgresql-17 trixie <folder>`. */
const OTHER_ROOT = process.env['POSTGRES_ROOT'];
// PostgreSQL refuses to run as root; this is nobody.
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const versionsIn = (root: string): string[] =>
  existsSync(join(root, INSTALLED))
    ? readdirSync(join(root, INSTALLED)).filter((version) => existsSync(join(root, INSTALLED, version, 'bin/initdb')))
    : [];

/** The versions of PostgreSQL that Debian's packages have installed here, and in the other root. */
export const installedVersions = (): string[] => [
  ...new Set([...versionsIn('/'), ...(OTHER_ROOT ? versionsIn(OTHER_ROOT) : [])]),
];

/** A server of one of them, with an empty database for each name. */
export interface InstalledPostgres {
  newDatabase(name: string): string;
  remove(): void;
}

/** Runs a program as nobody where this is root, in the other root where there is one (which takes root). */
function runAs(root: string | undefined, cwd: string, program: string, args: string[]): void {
  if (!root) return void execFileSync(program, args, { ...ACCOUNT, cwd, stdio: 'ignore' });
  execFileSync('chroot', ['--userspec=65534:65534', root, program, ...args], { stdio: 'ignore' });
}

export async function startInstalledPostgres(version: string): Promise<InstalledPostgres> {
  const root = versionsIn('/').includes(version) ? undefined : OTHER_ROOT;
  const folder = mkdtempSync(join(root ?? '', root ? '/tmp' : tmpdir(), `curbcut-postgres-${version}-`));
  if (ACCOUNT.uid) chownSync(folder, ACCOUNT.uid, ACCOUNT.gid!);
  const run = (program: string, ...args: string[]): void =>
    runAs(root, folder, join(INSTALLED, version, 'bin', program), args);
  const data = join(folder.slice(root?.length ?? 0), 'data');
  run('initdb', '-D', data, '-U', 'curbcut', '-A', 'trust', '--no-sync', '--encoding=UTF8', '--locale=C');
  const port = await freePort();
  run(
    'pg_ctl',
    '-D',
    data,
    '-w',
    '-o',
    `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`,
    'start',
  );
  return {
    newDatabase: (name) => {
      run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'curbcut', '-T', 'template0', name);
      return `postgres://curbcut@127.0.0.1:${port}/${name}`;
    },
    remove: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
