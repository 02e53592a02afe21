import { sql, type Uuid } from '#libs/database';
import type { Header } from './format.js';

/** The tables of the service but for these, with the columns that are not computed from others. */
export const TABLES = sql<[leftOut: readonly string[]], Header['tables'][number]>(`
  SELECT c.relname AS name, array_agg(quote_ident(a.attname)
    ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND 'public.' || c.relname <> ALL ($1)
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
      AND d.deptype = 'e')
  GROUP BY c.relname ORDER BY c.relname`);

/** Whether a database is that of a service, and spread over machines, and its version. */
export const SOURCE = sql<[], { prepared: boolean; spread: boolean; postgres: string }>(`
  SELECT to_regclass('public.migrations') IS NOT NULL
    AND to_regclass('public.secret_key_check') IS NOT NULL AS prepared,
    EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS spread,
      current_setting('server_version') AS postgres`);

export const MIGRATIONS_MADE = sql<[], { name: string }>(`
  SELECT name FROM migrations ORDER BY timestamp, id`);

/**
 * The jobs that wait, as they would be added again: independent of how the library keeps them. Those that run, or
 * failed and will be tried again, are among them; those that have failed for good are not.
 */
export const QUEUED_JOBS = sql<[]>(`
  SELECT t.identifier, j.payload::text, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  WHERE j.attempts < j.max_attempts OR j.locked_at IS NOT NULL
  ORDER BY j.id`);

/** How many rows a page of pictures has. */
export const PAGE = 1_000;

export const AVATARS_AFTER = sql<[id: Uuid], { id: Uuid; address: string }>(`
  SELECT id, image AS address FROM users WHERE image IS NOT NULL AND id > $1 ORDER BY id LIMIT ${PAGE}`);

export const LOGOS_AFTER = sql<[id: Uuid], { id: Uuid; address: string }>(`
  SELECT id, logo AS address FROM organizations WHERE logo IS NOT NULL AND id > $1 ORDER BY id LIMIT ${PAGE}`);

/** Whether the database has evidence: those of former versions have not. */
export const HAS_EVIDENCE = sql<[], { present: boolean }>(`
  SELECT to_regclass('evidence') IS NOT NULL AS present`);

export const EVIDENCE_AFTER = sql<[id: Uuid], { id: Uuid }>(`
  SELECT id FROM evidence WHERE id > $1 ORDER BY id LIMIT ${PAGE}`);

export const MAJOR_VERSION = sql<[], { version: number }>(`
  SELECT current_setting('server_version_num')::int / 10000 AS version`);

/** The names of tables and views that are there already. */
export const PRESENT = sql<[], { names: string }>(`
  SELECT coalesce(string_agg(c.oid::regclass::text, ', ' ORDER BY c.relname), '') AS names
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema',
    'graphile_worker')
    AND n.nspname !~ '^pg_(toast|temp)'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
      AND d.deptype = 'e')`);

/** How to drop foreign keys and indexes, and to make them again. */
export const SET_ASIDE = sql<[], { drop: string; make: string; step: number }>(`
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make,
      2 AS step
  FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0
  UNION ALL
  SELECT format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 1
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'i' AND NOT c.relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype <> 'f')
  ORDER BY step DESC, make`);
