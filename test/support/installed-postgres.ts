import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './built-service.js';

const INSTALLED = '/usr/lib/postgresql';
// PostgreSQL refuses to run as root; this is nobody.
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The versions of PostgreSQL that Debian's packages have installed here. */
export const installedVersions = (): string[] =>
  existsSync(INSTALLED)
    ? readdirSync(INSTALLED).filter((version) => existsSync(join(INSTALLED, version, 'bin/initdb')))
    : [];

/** A server of one of them, with an empty database for each name. */
export interface InstalledPostgres {
  newDatabase(name: string): string;
  remove(): void;
}

export async function startInstalledPostgres(version: string): Promise<InstalledPostgres> {
  const folder = mkdtempSync(join(tmpdir(), `curbcut-postgres-${version}-`));
  if (ACCOUNT.uid) chownSync(folder, ACCOUNT.uid, ACCOUNT.gid!);
  const run = (program: string, ...args: string[]): void =>
    void execFileSync(join(INSTALLED, version, 'bin', program), args, { ...ACCOUNT, cwd: folder, stdio: 'ignore' });
  const [data, port] = [join(folder, 'data'), await freePort()];
  run('initdb', '-D', data, '-U', 'curbcut', '-A', 'trust', '--no-sync', '--encoding=UTF8', '--locale=C');
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
