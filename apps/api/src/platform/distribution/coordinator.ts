import { PATIENT, ServerClient } from '#libs/database';
import type { Client } from 'pg';

/** Works on the coordinator of a Citus, by a connection of this name; what is asked takes as long as it takes. */
export async function onCoordinator<T>(url: string, name: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new ServerClient({ connectionString: url, application_name: name, options: PATIENT });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
