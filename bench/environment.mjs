import { cpus } from 'node:os';

/** What a run was measured on. */
export async function environmentOf(client) {
  const { rows } = await client.query(
    `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`,
  );
  const [{ version, fsync, commit }] = rows;
  const model = cpus()[0]?.model ?? 'unknown';
  return {
    ...{ cpu: `${cpus().length} × ${model.trim()}`, node: process.version, fsync, synchronousCommit: commit },
    postgres: `${version}${process.env.DATABASE_URL ? '' : ' (embedded)'}`,
  };
}
