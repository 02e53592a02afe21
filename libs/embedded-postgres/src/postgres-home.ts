import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

/** The superuser of an embedded server, who may log in until the role of the service is made. */
export const SUPERUSER = 'curbcut';

/** The role of the service: it owns the database, and nothing else. */
export const SERVICE_ROLE = 'curbcut_service';

/** The database of the service. */
export const DATABASE = 'curbcut';

/** The environment of the server's programs: no secret of the service, one language and time zone everywhere. */
export const SERVER_ENV: NodeJS.ProcessEnv = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

// By convention nobody's; no such user needs to exist.
const NOBODY = { uid: 65_534, gid: 65_534 };
const DRAFT_MAX_AGE_MS = 600_000;

/** The folder of an embedded server: its data, its log and, where needed, a copy of its binaries. */
export interface Home {
  folder: string;
  data: string;
  /** Whom the server runs as; undefined for ourselves. */
  account: { uid: number; gid: number } | undefined;
  /** Whether that account can enter the folder by its path. */
  reachable: boolean;
}

/** The port of the server, and as whom we work on it; stored in the data folder, readable only by its account. */
export interface ConnectionDetails {
  port: number;
  /** Absent: the superuser, as in former installations. */
  user?: string;
  password: string;
  /** The password that the role of the service gets; there while that is being made. */
  servicePassword?: string;
}

/**
 * Makes the folder ready for the account of the server: ourselves, or, when we are root, which PostgreSQL refuses to
 * be, the owner of the data that is there, else nobody.
 * @throws Error when the folder belongs to another account
 */
export function prepareHome(dataDir: string): Home {
  try {
    mkdirSync(dataDir, { recursive: true });
    const folder = realpathSync(dataDir);
    const data = join(folder, 'data');
    const account = process.getuid?.() === 0 ? (ownerOf(data) ?? NOBODY) : undefined;
    chmodSync(folder, 0o700);
    if (account) {
      chownSync(folder, account.uid, account.gid);
      // Data that root put there, such as a restored backup.
      if (existsSync(data) && statSync(data).uid === 0)
        spawnSync('chown', ['-hR', `${account.uid}:${account.gid}`, data]);
    }
    const reachable =
      account === undefined ||
      spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0;
    if (!reachable && !existsSync('/proc/self/cwd')) {
      throw new Error(
        `Only root can enter ${folder}, and PostgreSQL cannot run as root: set DATA_DIR to another folder, or DATABASE_URL.`,
      );
    }
    removeOldDrafts(folder);
    return { folder, data, account, reachable };
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new Error(
      `The folder ${dataDir} of the embedded PostgreSQL belongs to another account (possibly because of an earlier start as root): change its owner, or set DATA_DIR or DATABASE_URL.`,
      { cause: error },
    );
  }
}

/**
 * The path of the data folder for the server's programs, which are started in it: `.` works even if their account may
 * not read a parent folder that belongs to root.
 */
export const pathForServer = ({ reachable }: Home, data: string): string => (reachable ? data : '/proc/self/cwd');

/**
 * Initializes the data in a temporary folder and renames it, so that an interrupted start leaves nothing incomplete.
 */
export async function initializeData(binaries: string, home: Home): Promise<void> {
  const { account, data } = home;
  const draft = draftPath(home);
  const access: ConnectionDetails = { port: 0, password: newPassword(), servicePassword: newPassword() };
  mkdirSync(draft, { mode: 0o700 });
  if (account) chownSync(draft, account.uid, account.gid);
  const passwordFile = writePrivateFile(home, access.password);
  try {
    await promisify(execFile)(
      join(binaries, 'bin', 'initdb'),
      [
        '-D',
        pathForServer(home, draft),
        '-U',
        SUPERUSER,
        '-A',
        'scram-sha-256',
        '--locale=C',
        '--encoding=UTF8',
        // Sorted as C, but with letters of all scripts: `ILIKE` of C knows the case of ASCII only.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        `--pwfile=../${basename(passwordFile)}`,
      ],
      { ...account, cwd: draft, env: SERVER_ENV },
    );
    writeConnectionDetails({ ...home, data: draft }, access);
    renameSync(draft, data);
  } catch (error) {
    // Another service was quicker on this folder; what it made is complete.
    if (!isInitialized(home)) throw error;
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** A password for a role of the server. */
export const newPassword = (): string => randomBytes(24).toString('base64url');

/** Whether the folder holds a database. */
export const isInitialized = ({ data }: Home): boolean => existsSync(join(data, 'PG_VERSION'));

/** The stored port and password of this folder's server. */
export const readConnectionDetails = ({ data }: Home): ConnectionDetails =>
  JSON.parse(readFileSync(connectionDetailsFile(data), 'utf8')) as ConnectionDetails;

/** Stores the port and password of this folder's server. */
export const writeConnectionDetails = (home: Home, access: ConnectionDetails): void =>
  renameSync(writePrivateFile(home, JSON.stringify(access)), connectionDetailsFile(home.data));

/** Stores the port alone: another process may have stored the role of the service since we read the rest. */
export const writePort = (home: Home, port: number): void =>
  writeConnectionDetails(home, { ...readConnectionDetails(home), port });

const connectionDetailsFile = (data: string): string => join(data, 'curbcut.json');

const draftPath = ({ folder }: Home): string => join(folder, `data.${randomBytes(8).toString('hex')}`);

/** Writes a new file, never through a link: the folder belongs to a weaker account than ours when we are root. */
function writePrivateFile(home: Home, text: string): string {
  const path = draftPath(home);
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  if (home.account) lchownSync(path, home.account.uid, home.account.gid);
  return path;
}

function removeOldDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith('data.')) continue;
    const path = join(folder, name);
    const draft = lstatSync(path, { throwIfNoEntry: false });
    // A younger one may be another service's at work.
    if (draft && Date.now() - draft.mtimeMs > DRAFT_MAX_AGE_MS) rmSync(path, { recursive: true, force: true });
  }
}

function ownerOf(data: string): Home['account'] {
  if (!existsSync(data)) return undefined;
  const { uid, gid } = statSync(data);
  return uid === 0 ? undefined : { uid, gid };
}
