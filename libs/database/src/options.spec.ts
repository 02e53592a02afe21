import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Pool, type PoolClient } from 'pg';
import { databaseOptions } from './options.js';

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const TERMINATED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

test('a server that ends a connection as it is made ends no process', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, TERMINATED])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`;
  const { extra } = databaseOptions({ url, poolSize: 1, entities: [], migrations: [] });
  const pool = new Pool({ connectionString: url, ...(extra as object) });
  pool.on('error', () => {});

  const client = await new Promise<PoolClient>((made, failed) =>
    pool.connect((error, connected) => (error ? failed(error) : made(connected!))),
  );

  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release();
  await pool.end();
  server.close();
});
