import { PATIENT, ServerClient } from '#libs/database';
import { runMigrations } from 'graphile-worker';
import { Pool } from 'pg';

/** Brings the queue's own tables up to date. */
export async function migrateJobs(url: string): Promise<void> {
  const pgPool = new Pool({ connectionString: url, max: 1, options: PATIENT, Client: ServerClient });
  // A broken connection fails the statement that needs it.
  const ignore = (): void => {};
  pgPool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  try {
    await runMigrations({ pgPool });
  } finally {
    await pgPool.end();
  }
}
