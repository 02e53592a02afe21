import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  chownSync,
} from 'node:fs';
import { spawnSync, execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PASSWORD } from '../support/authenticator.js';
import { errorsOf, runBuilt, startBuilt, stopAllBuilt, stopBuilt } from '../support/built-service.js';
import { builtWorld, unlimited } from '../support/built-world.js';
import { emptyDatabase } from '../support/database.js';
import { isFull, printFigures } from '../support/figures.js';
import { onConnection } from '../support/on-connection.js';
import { acknowledgedActivities, integrityFlaws, reporter } from '../support/reports.js';
import { rowHashes } from '../support/row-hashes.js';
import { isSuccess, Traffic } from '../support/traffic.js';
import { freePort } from '../support/free-port.mjs';

const INSTALLED = '/usr/lib/postgresql';
/**
 * The root of another Debian, whose versions count as installed too: `mmdebstrap --include=postgresql-17 trixie
 * <folder>`.
 */
const OTHER_ROOT = process.env['POSTGRES_ROOT'];
// PostgreSQL refuses to run as root; this is nobody.
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const versionsIn = (root: string): string[] =>
  existsSync(join(root, INSTALLED))
    ? readdirSync(join(root, INSTALLED)).filter((version) => existsSync(join(root, INSTALLED, version, 'bin/initdb')))
    : [];

/** The versions of PostgreSQL that Debian's packages have installed here, and in the other root. */
const installedVersions = (): string[] => [
  ...new Set([...versionsIn('/'), ...(OTHER_ROOT ? versionsIn(OTHER_ROOT) : [])]),
];

/** A server of one of them, with an empty database for each name. */
interface InstalledPostgres {
  newDatabase(name: string): string;
  remove(): void;
}

/** Runs a program as nobody where this is root, in the other root where there is one (which takes root). */
function runAs(root: string | undefined, cwd: string, program: string, args: string[]): void {
  if (!root) return void execFileSync(program, args, { ...ACCOUNT, cwd, stdio: 'ignore' });
  execFileSync('chroot', ['--userspec=65534:65534', root, program, ...args], { stdio: 'ignore' });
}

async function startInstalledPostgres(version: string): Promise<InstalledPostgres> {
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

jest.setTimeout(isFull ? 2_400_000 : 900_000);

const RECORDS = isFull ? 1_000_000 : 40_000;
const MEMORY_MB = 200;
const folder = mkdtempSync(join(tmpdir(), 'curbcut-backups-'));
const file = join(folder, 'curbcut.tar');
const others = installedVersions();
const servers: InstalledPostgres[] = [];
let source: { url: string; drop: () => Promise<void> };

interface Outcome {
  code: number | null;
  said: string;
  seconds: number;
  /** The most memory that the process had at once. */
  peakMb: number;
}

const admin = (url: string, ...args: string[]): Promise<Outcome> => run(unlimited(url, join(folder, 'data')), args);
const embedded = (dataDir: string, ...args: string[]): Promise<Outcome> => run({ DATA_DIR: dataDir }, args);

async function run(environment: Record<string, string>, args: string[]): Promise<Outcome> {
  const begun = Date.now();
  const { child, output } = runBuilt('dist/service/admin.js', environment, args);
  let peakMb = 0;
  const watch = setInterval(() => {
    const peak = /VmHWM:\s+(\d+)/.exec(statusOf(child.pid!))?.[1];
    if (peak) peakMb = Math.round(Number(peak) / 1_024);
  }, 20);
  await once(child, 'close');
  clearInterval(watch);
  return { code: child.exitCode, said: output(), seconds: (Date.now() - begun) / 1_000, peakMb };
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

const query = (url: string, sql: string): Promise<unknown> => onConnection(url, (client) => client.query(sql));

beforeAll(async () => {
  source = await emptyDatabase();
});

afterAll(async () => {
  await stopAllBuilt();
  for (const server of servers) server.remove();
  await source.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('a backup that is written while reports come in is of one moment, and disturbs nobody', async () => {
  const service = await startBuilt(unlimited(source.url, join(folder, 'data')));
  const { w, slugs } = await builtWorld(source.url, 3);
  const traffic = new Traffic(service.base);
  for (const slug of slugs) traffic.add(reporter(w, slug, 20));
  await delay(2_000);
  const before = acknowledgedActivities(traffic);
  const { code, said } = await admin(source.url, 'backup', file);
  await traffic.stop();
  expect([code, said]).toEqual([0, expect.stringContaining('The backup does not contain the SECRET_KEY')]);
  expect(traffic.answers.filter((answer) => !isSuccess(answer))).toEqual([]);
  expect(errorsOf(service)).toEqual([]);
  const { url, drop } = await emptyDatabase();
  expect(await admin(url, 'restore', file)).toMatchObject({ code: 0 });
  const flaws = await integrityFlaws(url, before);
  printFigures('backup under reports', {
    'reports acknowledged before it': before.length,
    'reports acknowledged in all': acknowledgedActivities(traffic).length,
    'flaws of what is restored': Object.values(flaws).reduce((sum, count) => sum + count, 0),
  });
  expect(flaws).toEqual(Object.fromEntries(Object.keys(flaws).map((kind) => [kind, 0])));
  await drop();
});

test('the memory does not grow with the records, and equal rows come out of every version of PostgreSQL', async () => {
  await query(
    source.url,
    // References are checked when it is restored; ids in their order, as the service makes them.
    `SET session_replication_role = replica;
     INSERT INTO issues (organization_id, id, product_id, number, title, description)
     SELECT p.organization_id, lpad(to_hex(i), 32, '0')::uuid, p.id, 100000 + i, 'Issue ' || i, repeat(md5(i::text) || ' ', 8)
     FROM (SELECT * FROM products ORDER BY id LIMIT 1) p, generate_series(1, ${RECORDS / 2}) i;
     INSERT INTO issue_requirements (organization_id, issue_id, requirement_id)
     SELECT i.organization_id, i.id, r.id FROM issues i, (SELECT id FROM requirements ORDER BY id LIMIT 1) r WHERE i.number > 100000`,
  );
  const hashes = await rowHashes(source.url);
  const backup = await admin(source.url, 'backup', file);
  const verified = await admin(source.url, 'verify', file);
  const figures: Record<string, string | number> = {
    records: RECORDS,
    'size of the backup': `${Math.round(statSync(file).size / 1e6)} MB`,
    backup: `${backup.seconds} s, ${backup.peakMb} MB`,
    verify: `${verified.seconds} s, ${verified.peakMb} MB`,
  };
  const peaks = [backup.peakMb, verified.peakMb];
  const targets: [name: string, url: string][] = [];
  for (const version of others) {
    const server = await startInstalledPostgres(version);
    servers.push(server);
    targets.push([version, server.newDatabase('restored')]);
  }
  let from = file;
  for (const [name, url] of targets) {
    const restored = await admin(url, 'restore', from);
    expect([name, restored.code, restored.said]).toEqual([name, 0, expect.stringContaining('Restored')]);
    expect([name, await rowHashes(url)]).toEqual([name, hashes]);
    figures[`restore into ${name}`] = `${restored.seconds} s, ${restored.peakMb} MB`;
    peaks.push(restored.peakMb);
    // The next one is restored from a backup of this one.
    from = join(folder, `from-${name}.tar`);
    expect(await admin(url, 'backup', from)).toMatchObject({ code: 0 });
  }
  const back = await emptyDatabase();
  const restored = await admin(back.url, 'restore', from);
  expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('Restored')]);
  expect(await rowHashes(back.url)).toEqual(hashes);
  figures['restore into embedded'] = `${restored.seconds} s, ${restored.peakMb} MB`;
  peaks.push(restored.peakMb);
  await back.drop();
  printFigures(`backup: ${['embedded', ...targets.map(([name]) => name), 'embedded'].join(' → ')}`, figures);
  expect(Math.max(...peaks)).toBeLessThan(MEMORY_MB);
});

test('a disk that fills is said plainly, and leaves the former backup as it was', async () => {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  chmodSync(disk, 0o755);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', disk]).status !== 0) {
    printFigures('a full disk', { 'not run': 'mounting a small disk needs root' });
    return;
  }
  try {
    const path = join(disk, 'curbcut.tar');
    copyFileSync('package.json', path);
    const { code, said } = await admin(source.url, 'backup', path);
    expect([code, said]).toEqual([1, expect.stringContaining('there is no space left on the disk')]);
    expect(readdirSync(disk)).toEqual(['curbcut.tar']);
    expect(readFileSync(path)).toEqual(readFileSync('package.json'));
  } finally {
    spawnSync('umount', ['-l', disk]);
  }
});

test('a service goes on in another folder from its backup, and an organization of it can be deleted', async () => {
  const first = join(folder, 'first');
  const service = await startBuilt({ DATA_DIR: first, LOG_LEVEL: 'warn' });
  const headers = { 'Content-Type': 'application/json' };
  const enter = async (base: string, how: 'sign-up' | 'sign-in'): Promise<string> => {
    const body = JSON.stringify({ name: 'Bea', email: 'bea@example.org', password: PASSWORD });
    const answer = await fetch(`${base}/api/auth/${how}/email`, { method: 'POST', headers, body });
    return ((await answer.json()) as { token: string }).token;
  };
  const authorization = `Bearer ${await enter(service.base, 'sign-up')}`;
  await fetch(`${service.base}/api/auth/organization/create`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: JSON.stringify({ name: 'Agency' }),
  });
  const path = join(first, 'curbcut.tar');
  expect(await embedded(first, 'backup', path)).toMatchObject({
    code: 0,
    said: expect.stringContaining(`The backup does not contain the SECRET_KEY. It is in ${join(first, 'secret.key')}`),
  });
  await stopBuilt(service);

  const other = join(folder, 'other');
  const inOther = (...args: string[]): Promise<Outcome> => embedded(other, ...args);
  expect(await inOther('restore', path)).toMatchObject({
    code: 1,
    said: expect.stringContaining('put its secret.key file'),
  });
  expect(existsSync(join(other, 'postgres'))).toBe(false);
  mkdirSync(other, { recursive: true });
  copyFileSync(join(first, 'secret.key'), join(other, 'secret.key'));
  expect(await inOther('restore', path)).toMatchObject({ code: 0, said: expect.stringContaining('Restored') });
  const restored = await startBuilt({ DATA_DIR: other, LOG_LEVEL: 'warn' });
  expect(await enter(restored.base, 'sign-in')).toEqual(expect.any(String));
  const organizations = async (): Promise<unknown> =>
    (await fetch(`${restored.base}/api/auth/organization/list`, { headers: { authorization } })).json();
  expect(await organizations()).toMatchObject([{ slug: 'agency' }]);
  expect(await inOther('organizations', 'delete', 'agency')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Say --yes'),
  });
  expect(await inOther('organizations', 'delete', 'agency', '--yes')).toMatchObject({ code: 0 });
  expect(await organizations()).toEqual([]);
  await stopBuilt(restored);
});
