import { type AddressInfo, connect, createServer } from 'node:net';
import { isUnavailable, missingSettings, ServerClient, settleRole } from '#libs/database';
import { faultOfServer } from '../../apps/api/src/service/app/check-database.js';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { emptyDatabase } from '../support/database.js';
import { onConnection } from '../support/on-connection.js';
import { asTest } from '../support/organization-check.js';
import { TcpProxy } from '../support/tcp-proxy.js';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
/** A role without rights. */
let guest: string;

beforeAll(async () => {
  database = await emptyDatabase();
  guest = `guest_${new URL(database.url).pathname.slice(-12)}`;
  await run(database.url, `CREATE ROLE ${guest} LOGIN PASSWORD 'guest'`);
});
afterAll(async () => {
  await run(database.url, `DROP OWNED BY ${guest}`, `DROP ROLE ${guest}`);
  await database.drop();
});

const run = (url: string, ...statements: string[]): Promise<void> =>
  onConnection(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** The port that a new connection to an address comes to. */
async function portBehind(url: string): Promise<number> {
  const client = new ServerClient({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.end();
  return client.port;
}

const port = (): number => Number(new URL(database.url).port);
const asGuest = (): string => {
  const url = new URL(database.url);
  [url.username, url.password] = [guest, 'guest'];
  return url.href;
};

/** The address of the database at several ports, of which the one is meant that takes writes. */
function across(...ports: number[]): string {
  const { host, hostname } = new URL(database.url);
  const hosts = ports.map((each) => `${hostname}:${each}`).join(',');
  return `${database.url.replace(`@${host}`, `@${hosts}`)}?target_session_attrs=read-write`;
}

describe('an address of several hosts', () => {
  test('leads to the one that takes writes, and on to another one where that is gone', async () => {
    const [first, second] = [await TcpProxy.to(port()), await TcpProxy.to(port())];
    const url = across(first.port, second.port);
    expect(await portBehind(url)).toBe(first.port);
    await first.stop();
    expect(await portBehind(url)).toBe(second.port);
    await second.stop();
    expect(isUnavailable(await portBehind(url).catch((error: unknown) => error))).toBe(true);
  });

  test('leads to no standby', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await run(database.url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const refused = await portBehind(across(port(), port())).catch((error: unknown) => error);
    await run(new URL('/postgres', database.url).href, `ALTER DATABASE ${name} RESET default_transaction_read_only`);
    expect(isUnavailable(refused)).toBe(true);
    expect(await portBehind(across(port(), port()))).toBe(port());
  });
});

/** What a pooler tells in place of the server's process: the answer to the start of a connection, with another one. */
async function startPooler(): Promise<{ url: string; stop: () => void }> {
  const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12]);
  const server = createServer((client) => {
    const behind = connect(port(), '127.0.0.1');
    client.pipe(behind);
    behind.on('data', (chunk: Buffer) => {
      const place = chunk.indexOf(KEY_DATA);
      if (place >= 0) chunk.writeInt32BE(1, place + KEY_DATA.length);
      client.write(chunk);
    });
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  const url = new URL(database.url);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, stop: () => server.close() };
}

test('an address that leads to a pooler is refused where sessions are needed, with what to do', async () => {
  const pooler = await startPooler();
  expect(await faultOfServer(pooler.url, {})).toMatch(
    /^DATABASE_URL: is the address of a pooler: set DATABASE_POOLED=true/,
  );
  const settings = { databasePooler: { keepsStatements: false }, databaseDirectUrl: pooler.url };
  expect(await faultOfServer(pooler.url, settings)).toBe(
    'DATABASE_DIRECT_URL: is the address of a pooler: name the server behind it',
  );
  expect(await faultOfServer(database.url, {})).toBeUndefined();
  pooler.stop();
});

test('a role gets the settings that a pooler does not pass on, once, and for its database only', async () => {
  expect(await missingSettings(asGuest())).toContain('statement_timeout is 0');
  expect(await settleRole(asGuest(), database.url)).toBe(true);
  expect(await missingSettings(asGuest())).toEqual([]);
  expect(await settleRole(asGuest(), database.url)).toBe(false);
  const elsewhere = new URL(asGuest());
  elsewhere.pathname = '/postgres';
  expect(await missingSettings(elsewhere.href)).toContain('lock_timeout is 0');
});

test('a role without rights is refused with what to grant it', async () => {
  await expect(asTest(() => prepareDatabase(asGuest()))).rejects.toThrow(
    /DATABASE_URL: its role lacks rights .*GRANT CREATE ON DATABASE/,
  );
});
