import { setTimeout as delay } from 'node:timers/promises';
import { migrationOptions } from '#libs/database';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { say } from './lifetime.mjs';

/** @type {typeof import('../apps/api/src/platform/migrations/migrations.js')} */
const { MIGRATIONS } = await import(
  new URL('../dist/apps/api/src/platform/migrations/migrations.js', import.meta.url).href
);

/** At which shares of its time each migration is killed. */
export const DISTURBANCES = [0.1, 0.5, 0.9];

const LOOK_EVERY_MS = 50;

// From the weakest to the strongest, of those that hinder others: SHARE stops who writes, ACCESS EXCLUSIVE who reads
// too.
const MODES = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

const LOCKS = `
  SELECT c.relname AS table, l.mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
  WHERE l.pid = $1 AND l.granted AND l.mode = ANY ($2) AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * Runs what is left to migrate, as the service does when it starts. Of each migration the seconds; of each table in it
 * the strongest lock that hinders others, and from when to when (seconds since the start); the greatest size of the
 * database. If it fails, `error` says why.
 */
export async function migrateOnce(url) {
  const watcher = await connected(url);
  const started = performance.now();
  const now = () => (performance.now() - started) / 1000;
  const walBefore = await wal(watcher);
  const watch = watchLocks(watcher, now);
  const size = watchSize(url);
  const migrations = [];
  const error = await migrate(url, async ({ name }, pid, up) => {
    watch.of(name, pid);
    const began = now();
    try {
      await up();
    } finally {
      migrations.push({ name, seconds: now() - began });
    }
  });
  const seconds = now();
  const locks = await watch.end();
  const result = {
    error,
    seconds,
    migrations,
    locks,
    peak: await size.end(),
    walBytes: (await wal(watcher)) - walBefore,
  };
  await watcher.end();
  return result;
}

/**
 * Runs what is left to migrate, terminates its backend in the middle of each migration at several moments, starts it
 * again each time, and at last lets it end. Answers how often it was killed.
 */
export async function migrateKilled(url, timed) {
  const watcher = await connected(url);
  let kills = 0;
  for (const { name, seconds } of timed)
    for (const share of DISTURBANCES) {
      const kill = (pid) => watcher.query('SELECT pg_terminate_backend($1, 10000)', [pid]);
      const error = await migrate(url, async (migration, pid, up) => {
        if (migration.name !== name) return up();
        const isOver = new AbortController();
        const killed = delay(1000 * seconds * share, undefined, { signal: isOver.signal }).then(
          () => kill(pid),
          () => {},
        );
        try {
          await up();
        } finally {
          isOver.abort();
          await killed;
        }
        // It was quicker than the first time: it dies before its commit.
        await kill(pid);
      });
      if (!error) throw new Error(`${name} survived being killed.`);
      kills += 1;
      say(`killed ${name} at ${100 * share} %: ${error.message}`);
    }
  await watcher.end();
  const error = await migrate(url, (_migration, _pid, up) => up());
  if (error) throw error;
  return kills;
}

/**
 * Runs what is left to migrate; `around` is called for each migration with the backend that runs it. Answers the error.
 */
async function migrate(url, around) {
  const database = new DataSource(migrationOptions({ url, poolSize: 2, entities: [], migrations: [...MIGRATIONS] }));
  await database.initialize();
  for (const migration of database.migrations) {
    const up = migration.up.bind(migration);
    migration.up = async (runner) => {
      const [{ pid }] = await runner.query('SELECT pg_backend_pid() AS pid');
      await around({ name: migration.constructor.name }, pid, () => up(runner));
    };
  }
  try {
    await database.runMigrations();
    return undefined;
  } catch (error) {
    return /** @type {Error} */ (error);
  } finally {
    await database.destroy();
  }
}

function watchLocks(client, now) {
  const seen = new Map();
  let migration = '';
  let pid = 0;
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const { rows } = await client.query(LOCKS, [pid, MODES]);
      for (const { table, mode } of rows) {
        const key = `${migration} ${table}`;
        const known = seen.get(key);
        if (!known || MODES.indexOf(mode) > MODES.indexOf(known.mode))
          seen.set(key, { migration, table, mode, from: now(), to: now() });
        else if (known.mode === mode) known.to = now();
      }
      await delay(LOOK_EVERY_MS);
    }
  };
  const looking = look();
  return {
    of(name, backend) {
      migration = name;
      pid = backend;
    },
    end: async () => {
      isOver = true;
      await looking;
      return [...seen.values()].sort((a, b) => b.to - b.from - (a.to - a.from));
    },
  };
}

// Over a connection of its own: the files of a large database take longer to count than locks may wait.
function watchSize(url) {
  let peak = 0;
  let isOver = false;
  const look = async () => {
    const client = await connected(url);
    while (!isOver) {
      const { rows } = await client.query('SELECT pg_database_size(current_database())::float8 AS bytes');
      peak = Math.max(peak, rows[0].bytes);
      await delay(LOOK_EVERY_MS);
    }
    await client.end();
  };
  const looking = look();
  return {
    end: async () => {
      isOver = true;
      await looking;
      return peak;
    },
  };
}

async function wal(client) {
  const { rows } = await client.query(`SELECT pg_current_wal_lsn() - '0/0' AS bytes`);
  return Number(rows[0].bytes);
}

async function connected(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
