import type { Client } from 'pg';
import { ServerClient } from './server-client.js';

/**
 * Asks a server on a connection of its own.
 * @param name of the connection, in the views of PostgreSQL
 * @param withinMs how long the connection, and each answer, may take
 */
export async function askServer<T>(
  url: string,
  { name, withinMs }: { name: string; withinMs: number },
  ask: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new ServerClient({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end().catch(() => {});
  }
}
