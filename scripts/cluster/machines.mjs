import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { parse, stringify } from 'yaml';
import { freePort } from '../../test/support/free-port.mjs';

/**
 * @typedef {{ name: string, port: number, api: number }} Machine One with PostgreSQL: its port, and that of Patroni's
 *   interface.
 */
/**
 * @typedef {object} Cluster What the tests are told of it.
 * @property {number} pid the first of its processes; with it all others end
 * @property {string} folder with data and logs, and `<name>.off` for a machine whose Patroni is not started again
 * @property {string} password of all roles
 * @property {Machine[]} machines
 * @property {number} pooler the port of PgBouncer
 */

const NAMES = ['one', 'two', 'three'];
/** Where the folder is within the root. */
const INSIDE = '/mnt';
/** How long a cluster may take to come up. */
const READY_WITHIN_MS = 90_000;
/** No machine loses its power here. */
const FAST = { fsync: 'off', max_connections: 300, shared_buffers: '128MB', max_wal_size: '256MB' };

/**
 * Starts three machines with PostgreSQL and Patroni, an etcd, and a PgBouncer behind which HAProxy looks for the
 * primary: all of them processes of one namespace, on loopback, of which nothing is left once its first process has
 * ended. Configured by the files of deploy/patroni.
 * @param {string} root of a Debian with the programs; nothing in it is changed
 * @param {string} folder
 * @returns {Promise<Cluster>}
 */
export async function startCluster(root, folder) {
  const password = randomBytes(12).toString('hex');
  const [etcd = 0, etcdPeers = 0, proxy = 0, pooler = 0, ...ports] = await Promise.all(
    Array.from({ length: 10 }, freePort),
  );
  const machines = NAMES.map((name, i) => ({ name, port: ports[2 * i] ?? 0, api: ports[2 * i + 1] ?? 0 }));
  const account = statSync(join(root, 'var/lib/postgresql'));
  /** @param {string} path @param {string} text */
  const write = (path, text) => {
    writeFileSync(join(folder, path), text, { mode: 0o600 });
    chownSync(join(folder, path), account.uid, account.gid);
  };
  chmodSync(folder, 0o711);
  for (const name of ['etcd', ...NAMES]) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    chownSync(join(folder, name), account.uid, account.gid);
  }
  for (const machine of machines)
    write(`${machine.name}.yml`, stringify(patroni(machine, `127.0.0.1:${etcd}`, password)));
  write('haproxy.cfg', haproxy(machines, proxy));
  write('pgbouncer.ini', pgbouncer(proxy, pooler));
  write('userlist.txt', `"curbcut" "${password}"\n`);
  const address = `http://127.0.0.1:${etcd}`;
  const peers = `http://127.0.0.1:${etcdPeers}`;
  const programs = {
    etcd: `etcd --data-dir ${INSIDE}/etcd --unsafe-no-fsync --listen-client-urls ${address} --advertise-client-urls ${address} --listen-peer-urls ${peers} --initial-advertise-peer-urls ${peers} --initial-cluster default=${peers}`,
    ...Object.fromEntries(NAMES.map((name) => [name, `patroni ${INSIDE}/${name}.yml`])),
    haproxy: `haproxy -f ${INSIDE}/haproxy.cfg`,
    pgbouncer: `pgbouncer ${INSIDE}/pgbouncer.ini`,
  };
  const pid = startAll(root, folder, programs);
  const cluster = { pid, folder, password, machines, pooler };
  await becomesReady(cluster);
  return cluster;
}

/** @type {import('node:child_process').ChildProcess | undefined} */
let first;

/** Ends all processes of the cluster that was started. */
export async function stopCluster() {
  if (!first || first.exitCode !== null || first.signalCode !== null) return;
  const ended = once(first, 'exit');
  first.kill('SIGKILL');
  await ended;
}

/**
 * The programs in namespaces of their own, each started again when it has ended, as an init system would. @param
 * {string} root @param {string} folder @param {Record<string, string>} programs
 */
function startAll(root, folder, programs) {
  const script = `
    set -e
    mount --bind ${folder} ${root}${INSIDE}
    mount -t proc proc ${root}/proc
    mount --rbind /dev ${root}/dev
    for path in dev/shm tmp run; do mount -t tmpfs tmpfs ${root}/$path; done
    chmod 1777 ${root}/tmp ${root}/run
    run() {
      name=$1
      while :; do
        [ -e ${folder}/$name.off ] || chroot --userspec=postgres ${root} env -i PATH=/usr/bin:/usr/sbin LC_ALL=C.UTF-8 HOME=/tmp $2 >> ${folder}/$name.log 2>&1 || :
        sleep 0.5
      done
    }
    ${Object.entries(programs)
      .map(([name, command]) => `run ${name} '${command}' &`)
      .join('\n')}
    while :; do wait; done`;
  const log = openSync(join(folder, 'start.log'), 'a');
  first = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script],
    { stdio: ['ignore', log, log], detached: true },
  );
  if (!first.pid) throw new Error('the cluster does not start: setpriv and unshare are needed');
  return first.pid;
}

/** @param {Machine} machine @param {string} etcd @param {string} password */
function patroni({ name, port, api }, etcd, password) {
  const settings = parse(readFileSync('deploy/patroni/patroni.yml', 'utf8').replaceAll('REPLACE-ME', password));
  const { dcs } = settings.bootstrap;
  dcs.postgresql.parameters = { ...dcs.postgresql.parameters, ...FAST };
  const listens = { listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` };
  return {
    ...settings,
    name,
    etcd3: { hosts: [etcd] },
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    postgresql: {
      ...settings.postgresql,
      ...listens,
      data_dir: `${INSIDE}/${name}/data`,
      pgpass: `${INSIDE}/${name}/pgpass`,
      parameters: { unix_socket_directories: '/tmp' },
      pg_hba: settings.postgresql.pg_hba.map((/** @type {string} */ line) =>
        line.replace('10.0.0.0/24', '127.0.0.1/32'),
      ),
    },
  };
}

/** @param {Machine[]} machines @param {number} port */
const haproxy = (machines, port) =>
  machines.reduce(
    (text, { name, port, api }) =>
      text.replace(new RegExp(`server ${name} .*`), `server ${name} 127.0.0.1:${port} check port ${api}`),
    readFileSync('deploy/patroni/haproxy.cfg', 'utf8').replace('127.0.0.1:5000', `127.0.0.1:${port}`),
  );

/** @param {number} proxy @param {number} port */
const pgbouncer = (proxy, port) =>
  readFileSync('deploy/patroni/pgbouncer.ini', 'utf8')
    .replace('curbcut = host=127.0.0.1 port=5000', `* = host=127.0.0.1 port=${proxy}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer', INSIDE);

/**
 * Waits for all three, with one that copies synchronously, and gives the service its role and database. @param
 * {Cluster} cluster
 */
async function becomesReady({ machines, password, pid }) {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    /** @type {{ role: string, state: string, port: number }[]} */
    const members = await fetch(`http://127.0.0.1:${machines[0]?.api}/cluster`)
      .then((answer) => answer.json())
      .then((/** @type {any} */ state) => state.members)
      .catch(() => []);
    const standby = members.find(({ role }) => role === 'sync_standby');
    const leader = members.find(({ role, state }) => role === 'leader' && state === 'running');
    if (leader && standby && members.filter(({ state }) => state === 'streaming').length === 2) {
      const client = new Client(`postgres://postgres:${password}@127.0.0.1:${leader.port}/postgres`);
      await client.connect();
      await client.query(`CREATE ROLE curbcut LOGIN CREATEDB PASSWORD '${password}'`);
      await client.query('CREATE DATABASE curbcut OWNER curbcut TEMPLATE template0');
      return await client.end();
    }
    if (Date.now() > until) throw new Error('the cluster did not become ready; its logs tell why');
    process.kill(pid, 0);
    await delay(250);
  }
}

/**
 * The address of the present primary, for tests that make databases of their own: what the role has in one of them as
 * its timeouts it gets in all, so that no pool of theirs is to be made anew.
 * @param {Cluster} cluster
 */
export async function primaryForTests({ machines, password }) {
  const leader = await Promise.any(
    machines.map(async ({ port, api }) => {
      const { ok } = await fetch(`http://127.0.0.1:${api}/primary`);
      return ok ? port : Promise.reject(new Error('a standby'));
    }),
  );
  const client = new Client(`postgres://postgres:${password}@127.0.0.1:${leader}/postgres`);
  await client.connect();
  const { rows } = await client.query(
    "SELECT unnest(setconfig) AS setting FROM pg_db_role_setting WHERE setrole = 'curbcut'::regrole AND setdatabase = (SELECT oid FROM pg_database WHERE datname = 'curbcut')",
  );
  for (const { setting } of rows) {
    const [name, value] = setting.split('=');
    await client.query(`ALTER ROLE curbcut SET ${name} = '${value}'`);
  }
  // They watch rows by triggers that fire always.
  await client.query('GRANT SET ON PARAMETER session_replication_role TO curbcut');
  await client.end();
  return `postgres://curbcut:${password}@127.0.0.1:${leader}/postgres`;
}
