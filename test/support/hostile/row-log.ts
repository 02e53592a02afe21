import { Client } from 'pg';

/**
 * Columns whose change is no change of a record: when a key was last used is noted at whatever it is used for, refused
 * calls included, and at most once a minute.
 */
const NOTES_OF_USE: Readonly<Record<string, string[]>> = { api_keys: ['last_used_at'] };

/** Records the row changes of requests in all tables, and undoes them. */
export interface RowLog {
  /** Restores every row, and returns the writes since the last call, such as `INSERT issues`. */
  undo: () => Promise<string[]>;
  close: () => Promise<void>;
}

/**
 * Starts logging: a trigger on every table stores each row before and after a write, in the same transaction, so that a
 * rollback removes it too.
 */
export async function watchRows(databaseUrl: string): Promise<RowLog> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(SCHEMA);
  const { rows } = await client.query<{ relation: string; name: string }>(TABLES);
  for (const { relation, name } of rows) {
    const notes = `{${(NOTES_OF_USE[name] ?? []).join()}}`;
    // The name comes late in the alphabet, so that cascades are noted before what set them off.
    await client.query(
      `CREATE TRIGGER zz_row_log AFTER INSERT OR UPDATE OR DELETE ON ${relation} FOR EACH ROW EXECUTE FUNCTION row_log.note('${notes}')`,
    );
  }
  return {
    undo: async () => {
      const { rows: undone } = await client.query<{ changes: string[] }>('SELECT row_log.undo() AS changes');
      return undone[0]!.changes;
    },
    close: () => client.end(),
  };
}

const TABLES = `
  SELECT c.oid::regclass::text AS relation, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname IN ('public', 'graphile_worker')
    AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)`;

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
    SELECT coalesce(array_agg(DISTINCT operation || ' ' || relation::regclass), '{}') INTO undone FROM row_log.changes;
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
