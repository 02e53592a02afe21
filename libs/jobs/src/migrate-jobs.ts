import { runMigrations } from 'graphile-worker';

/** Brings the queue's own tables up to date. */
export async function migrateJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url });
}
