import { askServer } from '#libs/database';
import type { Client } from 'pg';

/** Asks a server on a connection of its own, and waits five seconds for each answer. */
export const onConnection = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> =>
  askServer(url, { name: 'curbcut-doctor', withinMs: 5_000 }, work);
