import { WatchdogClient } from '#libs/database';
import type { Client } from 'pg';
import { testServer } from '../support/database.js';
import { nowMs } from '../support/moments.js';
import { TcpProxy } from '../support/tcp-proxy.js';

let proxy: TcpProxy;
let url: URL;

beforeAll(async () => {
  url = new URL(testServer());
  proxy = await TcpProxy.to(Number(url.port || 5432));
  url.port = String(proxy.port);
});

afterAll(() => proxy.stop());

async function connected(): Promise<Client> {
  const client: Client = new WatchdogClient({ connectionString: url.href });
  client.on('error', () => {});
  await client.connect();
  return client;
}

test('a slow statement on a server that is there goes on', async () => {
  const client = await connected();
  const { rows } = await client.query<{ one: number }>('SELECT 1 AS one FROM pg_sleep(4)');
  expect(rows).toEqual([{ one: 1 }]);
  await client.end();
});

test('a statement whose server is gone without a word fails within seconds', async () => {
  const client = await connected();
  proxy.blackHole = true;
  const begun = nowMs();
  await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  proxy.blackHole = false;
  expect(nowMs() - begun).toBeLessThan(8_000);
  await expect(client.query('SELECT 1')).rejects.toThrow();
});
