import { Client } from 'pg';
import { citusNodes, named } from '../citus/database.js';

/**
 * Columns whose change is no change of a record: when a key was last used is noted at whatever it is used for, refused
 * calls included, and at most once a minute; a process notes every five seconds that it runs.
 */
const NOTES_OF_USE: Readonly<Record<string, string[]>> = {
  api_keys: ['last_used_at'],
  provisioning_tokens: ['last_used_at'],
  processes: ['seen_at'],
};

/** Records the row changes of requests in all tables, and undoes them. */
export interface RowLog {
  /** Restores every row, and returns the writes since the last call, such as `INSERT issues`. */
  undo: () => Promise<string[]>;
  close: () => Promise<void>;
}

/**
 * Starts logging: a trigger on every table stores each row before and after a write, in the same transaction, so that a
 * rollback removes it too. Over machines, each has a log of its own, of the parts of tables that are there.
 */
export async function watchRows(databaseUrl: string): Promise<RowLog> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const machines = citusNodes().map((node) => named(node, name));
  const clients = await Promise.all((machines.length > 0 ? machines : [databaseUrl]).map(watchMachine));
  return {
    undo: async () => {
      const undone = await Promise.all(
        clients.map((client) => client.query<{ changes: string[] }>('SELECT row_log.undo() AS changes')),
      );
      return [...new Set(undone.flatMap(({ rows }) => rows[0]!.changes))];
    },
    close: async () => void (await Promise.all(clients.map((client) => client.end()))),
  };
}

async function watchMachine(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const isOfCluster = citusNodes().length > 0;
  if (isOfCluster) await client.query(ON_PARTS);
  await client.query(SCHEMA);
  const { rows } = await client.query<{ relation: string; name: string }>(isOfCluster ? TABLES + NO_SHELLS : TABLES);
  for (const { relation, name } of rows) {
    const notes = `{${(NOTES_OF_USE[name] ?? []).join()}}`;
    // The name comes late in the alphabet, so that cascades are noted before what set them off.
    await client.query(
      `CREATE TRIGGER zz_row_log AFTER INSERT OR UPDATE OR DELETE ON ${relation} FOR EACH ROW EXECUTE FUNCTION row_log.note('${notes}')`,
    );
  }
  return client;
}

/**
 * Citus refuses triggers on tables over machines, and takes them on the parts that a machine has, where it is told to
 * leave these to us.
 */
const ON_PARTS = `
  SET citus.enable_ddl_propagation = off;
  SET citus.override_table_visibility = off;
  SET citus.enable_manual_changes_to_shards = on`;

/** A part of a table has a number behind the table's name. */
const TABLES = `
  SELECT c.oid::regclass::text AS relation, regexp_replace(c.relname, '_\\d{6,}$', '') AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname IN ('public', 'graphile_worker')
    AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)`;

/** What stands for all parts of a table has no rows. */
const NO_SHELLS = ' AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = c.oid)';

const SCHEMA = `
  CREATE SCHEMA row_log;
  CREATE UNLOGGED TABLE row_log.changes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, relation oid NOT NULL, operation text NOT NULL, before text, after text);

  CREATE FUNCTION row_log.note() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - TG_ARGV[0]::text[] = to_jsonb(NEW) - TG_ARGV[0]::text[] THEN RETURN NULL; END IF;
    INSERT INTO row_log.changes (relation, operation, before, after) VALUES (TG_RELID, TG_OP,
      CASE WHEN TG_OP <> 'INSERT' THEN OLD::text END, CASE WHEN TG_OP <> 'DELETE' THEN NEW::text END);
    RETURN NULL;
  END $$;

  -- As a replica: neither foreign keys nor triggers see it, since every row they touched was noted by itself.
  CREATE FUNCTION row_log.undo() RETURNS text[] LANGUAGE plpgsql SET session_replication_role = replica AS $$
  DECLARE change record; columns text; identity text; undone text[];
  BEGIN
    SELECT coalesce(array_agg(DISTINCT operation || ' ' || regexp_replace(relation::regclass::text, '_\\d{6,}$', '')), '{}') INTO undone FROM row_log.changes;
    IF undone = '{}' THEN RETURN undone; END IF;
    FOR change IN SELECT * FROM row_log.changes ORDER BY id DESC LOOP
      IF change.after IS NOT NULL THEN
        SELECT string_agg(format('t.%1$I = r.%1$I', a.attname), ' AND ') INTO identity FROM pg_index i
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
        WHERE i.indrelid = change.relation AND i.indisprimary;
        EXECUTE format('DELETE FROM %1$s t USING (SELECT ($1::%1$s).*) r WHERE %2$s', change.relation::regclass, identity)
        USING change.after;
      END IF;
      IF change.before IS NOT NULL THEN
        SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
        WHERE attrelid = change.relation AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
        EXECUTE format('INSERT INTO %1$s (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM (SELECT ($1::%1$s).*) r',
          change.relation::regclass, columns) USING change.before;
      END IF;
    END LOOP;
    DELETE FROM row_log.changes;
    RETURN undone;
  END $$;`;
