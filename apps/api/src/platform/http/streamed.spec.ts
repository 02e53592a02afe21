import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '../../../../../test/support/eventually.js';
import { Streamed } from './streamed.js';

const PART = 'x'.repeat(1_000_000);
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Serves parts to a reader that has not begun to read; counts what is made. */
async function serving(
  parts: number,
  stalledMs: number,
  fail?: Error,
): Promise<{ reader: Socket; made: () => number; sent: Promise<void> }> {
  let made = 0;
  async function* each() {
    for (; made < parts; made++) yield PART;
    if (fail) throw fail;
  }
  const sent = new Promise<void>((resolve) => {
    server = createServer(
      (_request, response) => void new Streamed({}, each(), stalledMs).sendTo(response).then(resolve),
    );
  });
  server!.listen(0, '127.0.0.1');
  await once(server!, 'listening');
  const reader = connect((server!.address() as AddressInfo).port, '127.0.0.1');
  reader.pause();
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { reader, made: () => made, sent };
}

async function allOf(reader: Socket): Promise<string> {
  const parts: Buffer[] = [];
  reader.on('data', (part: Buffer) => parts.push(part)).resume();
  reader.on('error', () => undefined);
  await once(reader, 'close');
  return Buffer.concat(parts).toString();
}

test('whoever stops reading is cut off, and nothing is made that has no room', async () => {
  const { made, sent } = await serving(1_000, 300);
  await sent;
  expect(made()).toBeLessThan(100);
});

test('whoever reads in pauses gets all of it', async () => {
  const { reader, sent } = await serving(20, 2_000);
  let length = 0;
  reader.on('data', (part: Buffer) => {
    length += part.length;
    reader.pause();
    setImmediate(() => reader.resume());
  });
  reader.resume();
  await sent;
  while (length < 20_000_000) await once(reader, 'data');
});

test('an answer whose rest cannot be made has no end', async () => {
  const { reader } = await serving(2, 2_000, new Error('lost'));
  const text = await allOf(reader);
  expect(text.length).toBeGreaterThan(2_000_000);
  expect(text.endsWith('0\r\n\r\n')).toBe(false);
});

test('a reader that goes away ends it', async () => {
  const { reader, made, sent } = await serving(1_000, 60_000);
  await eventually(() => made() > 0);
  reader.destroy();
  await sent;
  expect(made()).toBeLessThan(100);
});

test('nothing is held to make parts while a reader is waited for', async () => {
  let [held, made] = [0, 0];
  async function* each() {
    for (; made < 1_000; made += 1) yield PART;
  }
  const streamed = new Streamed({}, each(), 60_000).makingEach(async (make) => {
    held += 1;
    try {
      return await make();
    } finally {
      held -= 1;
    }
  });
  let isFull = (): boolean => false;
  server = createServer((_request, response) => {
    isFull = () => response.writableNeedDrain;
    void streamed.sendTo(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.pause();
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await eventually(() => isFull() && held === 0);
  expect(made).toBeLessThan(100);
  reader.destroy();
});
