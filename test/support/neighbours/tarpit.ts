import { createServer, type Socket } from 'node:net';

/** A receiver of messages that takes connections and never answers. */
export async function startTarpit(): Promise<{ url: string; stop: () => Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.resume();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.2', listening));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.2:${port}/`,
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
