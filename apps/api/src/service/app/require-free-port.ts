import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Settings } from '#libs/config';

/** Another program listens where the service is to answer. */
export class PortTaken extends Error {
  constructor(port: number) {
    super(`PORT: another program listens on ${port}, possibly another Curbcut: stop it, or set another PORT`);
  }
}

/**
 * Asks before the database is started and brought up to date, which may take half a minute. Faults other than a taken
 * port are told where the service listens.
 * @throws PortTaken
 */
export async function requireFreePort({ port, host }: Pick<Settings, 'port' | 'host'>): Promise<void> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    await new Promise((closed) => server.close(closed));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw new PortTaken(port);
  }
}
