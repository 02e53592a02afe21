import { cpSync, mkdtempSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import { Client } from 'pg';

const SETTINGS = { fsync: 'off', shared_buffers: '32MB', max_connections: '200', wal_level: 'replica' };
const SLOT = 'standby';
/** Files that a base backup omits: they belong to the running server or are streamed again. */
const OWN = /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_stat_tmp|pg_notify|pg_snapshots|pg_dynshmem)\/.+)$/;

/** A primary and its streaming standby, both embedded servers. */
export interface PostgresPair {
  primaryUrl: string;
  standbyUrl: string;
  /** Sends a signal to the standby and, where it stops or resumes, to all its processes. */
  signalStandby(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Starts the standby again, where it was. */
  restartStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both; the standby is made from a base backup of the running primary. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-pair-'));
  chmodSync(folder, 0o755);
  const [primaryDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')];
  const primary = await startEmbeddedPostgres({ dataDir: primaryDir, settings: SETTINGS, asSuperuser: true });
  await backUp(primary.url, join(primaryDir, 'data'), join(standbyDir, 'data'));

  const { hostname: host, port, username: user, password } = new URL(primary.url);
  const settings = {
    ...SETTINGS,
    hot_standby: 'on',
    primary_slot_name: SLOT,
    primary_conninfo: Object.entries({ host, port, user, password })
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  };
  const startStandby = () => startEmbeddedPostgres({ dataDir: standbyDir, settings, asSuperuser: true });
  let standby = await startStandby();
  return {
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    signalStandby: (signal) => {
      const postmaster = Number(readFileSync(join(standbyDir, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
      // Children of a killed postmaster end by themselves.
      for (const pid of signal === 'SIGKILL' ? [postmaster] : [postmaster, ...childrenOf(postmaster)])
        process.kill(pid, signal);
    },
    restartStandby: async () => {
      standby = await startStandby();
    },
    stop: async () => {
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the data of a running primary with what a standby needs to begin from there. */
async function backUp(url: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_create_physical_replication_slot($1, true)', [SLOT]);
    await client.query("SELECT pg_backup_start('standby', true)");
    cpSync(from, to, {
      recursive: true,
      filter: (path) => !OWN.test(relative(from, path).split(sep).join('/')),
    });
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(to, 'backup_label'), rows[0]!.labelfile);
    writeFileSync(join(to, 'standby.signal'), '');
    chmodSync(to, 0o700);
  } finally {
    await client.end();
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
