import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type BuiltService, startBuilt, stopAllBuilt } from '../support/built-service.js';
import { isFull } from '../support/figures.js';
import { sendByHand } from '../support/raw-http.js';

jest.setTimeout(180_000);

const SIGN_IN = '/api/auth/sign-in/email';
const INGEST = '/api/ingest/test-activity';
const MOST = 262_144;
/** How many strangers do their worst at once, and for how long. */
const AT_ONCE = 20;
const LASTING_MS = isFull ? 20_000 : 5_000;
/**
 * What others may wait, in the short form at least: beside other work it is judged by what they wait for beside
 * strangers whose bodies are empty.
 */
const WAIT_MS = 100;
const TIMES_EMPTY = 4;
/** How much memory may grow. */
const GROWTH_BYTES = 100 * 1_048_576;

const filled = (piece: string, open: string, close: string) =>
  open + piece.repeat(Math.floor((MOST - open.length - close.length) / piece.length)) + close;
const keys = Array.from({ length: 22_000 }, (_, index) => `"k${index}":0`).join();

/** Bodies that strangers send, each to where it does most. */
const BODIES: readonly [name: string, path: string, headers: string, body: Buffer][] = [
  ['wide', SIGN_IN, '', Buffer.from(`{${keys}}`)],
  ['deep', SIGN_IN, '', Buffer.from(filled('{"email":', '', ''))],
  ['of lists', SIGN_IN, '', Buffer.from(filled('[],', '{"email":[', '0]}'))],
  ['of lists in lists', SIGN_IN, '', Buffer.from(filled('[[[]]],', '{"email":[', '0]}'))],
  ['of objects', SIGN_IN, '', Buffer.from(filled('{},', '{"email":[', '0]}'))],
  ['of faulty texts', SIGN_IN, '', Buffer.from(filled('"\\u0000",', '{"email":[', '0]}'))],
  ['packed', INGEST, 'Content-Encoding: gzip\n', gzipSync(Buffer.alloc(300 * 1_048_576))],
  ['packed where nothing may be', SIGN_IN, 'Content-Encoding: gzip\n', gzipSync(Buffer.alloc(300 * 1_048_576))],
  ['of empty findings', INGEST, '', Buffer.from(`{"findings":[${'{},'.repeat(300_000)}{}]}`)],
];

const EMPTY = Buffer.from('{}');

const dataDir = mkdtempSync(join(tmpdir(), 'curbcut-strangers-'));
let service: BuiltService;
let waitLimit = WAIT_MS;

beforeAll(async () => {
  const limits = ['RATE', 'ADDRESS', 'SIGN_IN', 'INGEST'].map((name) => [
    name === 'RATE' ? 'RATE_LIMIT_PER_MINUTE' : `${name}_LIMIT_PER_MINUTE`,
    '0',
  ]);
  service = await startBuilt({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...Object.fromEntries(limits) });
  const flood = () => repeatedly(() => sendByHand(service.base, head(SIGN_IN, '', EMPTY.length), [EMPTY]));
  await flood();
  const beside = percentile(await waitsDuring(flood()), 0.95);
  if (!isFull) waitLimit = Math.max(WAIT_MS, TIMES_EMPTY * beside);
});
afterAll(async () => {
  await stopAllBuilt();
  rmSync(dataDir, { recursive: true, force: true });
});

const head = (path: string, headers: string, length: number) =>
  `POST ${path} HTTP/1.1\nHost: x\nConnection: close\nContent-Type: application/json\n${headers}Content-Length: ${length}`;

const memory = () => {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))!;
  return Number(kilobytes) * 1024;
};

/**
 * The most memory the service holds while something goes on. What it holds at one moment depends on the last
 * collection.
 */
async function peakDuring(work: Promise<unknown>): Promise<number> {
  let peak = memory();
  const sampling = setInterval(() => (peak = Math.max(peak, memory())), 50);
  await work.finally(() => clearInterval(sampling));
  return peak;
}

/** How long others wait meanwhile: each asks every 20 ms for what needs no database. */
async function waitsDuring(work: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let isOver = false;
  void work.finally(() => (isOver = true));
  while (!isOver) {
    const began = performance.now();
    await (await fetch(`${service.base}/health/live`)).text();
    waits.push(performance.now() - began);
    await delay(20);
  }
  return waits.sort((a, b) => a - b);
}

async function repeatedly(send: () => Promise<{ status: number }>): Promise<number[]> {
  const until = performance.now() + LASTING_MS;
  const statuses: number[] = [];
  const stranger = async () => {
    while (performance.now() < until) statuses.push((await send()).status);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, stranger));
  return statuses;
}

const percentile = (sorted: readonly number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)]!;

test.each(BODIES)('a body that is %s holds the loop no longer than 25 ms', async (_name, path, headers, body) => {
  const took: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const answer = sendByHand(service.base, head(path, headers, body.length), [body]);
    const waits = await waitsDuring(answer);
    expect((await answer).status).toBeGreaterThanOrEqual(400);
    expect((await answer).status).toBeLessThan(500);
    took.push(Math.max(...waits));
  }
  // The least of many: what the service does, whatever else this machine does.
  expect(Math.min(...took)).toBeLessThan(25);
});

test.each(BODIES)(
  'while 20 strangers send bodies that are %s, others are answered',
  async (name, path, headers, body) => {
    const flood = () => repeatedly(() => sendByHand(service.base, head(path, headers, body.length), [body]));
    // Each flood must need little more than the one before it. The heap of a young process needs several to reach its
    // size.
    let before = await peakDuring(flood());
    for (let i = 0; i < 2; i += 1) {
      const peak = await peakDuring(flood());
      if (peak <= before) break;
      before = peak;
    }
    const work = flood();
    const [waits, peak] = await Promise.all([waitsDuring(work), peakDuring(work)]);
    const grown = peak - before;
    console.log(
      `${name}: others waited ${percentile(waits, 0.5).toFixed(0)} ms (median), ${percentile(waits, 0.95).toFixed(0)} ms (95 %), ${waits.at(-1)!.toFixed(0)} ms (longest); memory grew ${(grown / 1_048_576).toFixed(0)} MB`,
    );
    const statuses = await work;
    expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
    expect(percentile(waits, 0.95)).toBeLessThan(waitLimit);
    expect(grown).toBeLessThan(GROWTH_BYTES);
  },
);

test('while 150 strangers send slowly, others are answered at once and memory stays', async () => {
  const before = await peakDuring(delay(1_000));
  const slowly = async function* () {
    for (let i = 0; i < LASTING_MS / 100; i += 1) {
      yield '{"email":"';
      await delay(100);
    }
  };
  const work = Promise.all(
    Array.from({ length: 150 }, () => sendByHand(service.base, head(SIGN_IN, '', MOST), slowly())),
  );
  const sending = Promise.race([work, delay(LASTING_MS)]);
  const [waits, peak] = await Promise.all([waitsDuring(sending), peakDuring(sending)]);
  expect(percentile(waits, 0.95)).toBeLessThan(waitLimit);
  expect(peak - before).toBeLessThan(GROWTH_BYTES);
});
