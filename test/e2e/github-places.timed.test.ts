import { createHmac, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { GitHubDeliveries } from '../../apps/api/src/integrations/webhooks/github-deliveries.service.js';
import { eventually } from '../support/eventually.js';
import { nowMs } from '../support/moments.js';
import { useService } from '../support/service.js';
import { startClock, stopClock } from '../support/stopped-clock.js';
import { world } from '../support/world.js';

/** Nobody fills the places in which deliveries of GitHub are read. */
const service = useService();
const SECRET = 'a secret that GitHub knows';
let path: string;
const open = new Set<Socket>();

beforeEach(async () => {
  const w = await world(service);
  path = `/api/webhooks/github/${w.organization.id}`;
  await service.as(w.owner.token).put(`${w.organization.url}/settings/github`).send({ secret: SECRET }).expect(204);
});
afterEach(async () => {
  startClock();
  open.forEach((socket) => socket.destroy());
  await eventually(() => reads().length === 0);
});

/** The bodies that the service reads just now. */
const reads = () => [...service.app.get(GitHubDeliveries)['slots']['activeReads']];

const sign = (body: string) => `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
const signed = () =>
  service
    .as()
    .post(path)
    .set({ 'content-type': 'application/json', 'x-github-delivery': randomUUID(), 'x-hub-signature-256': sign('{}') })
    .send('{}');

/** A delivery that announces so many bytes and sends so many; what is answered within the time, with its status. */
async function begun(
  announced: number | undefined,
  sent: number,
  to = path,
): Promise<{ socket: Socket; answer: () => string }> {
  const { port } = new URL(await service.app.getUrl());
  const socket = connect(Number(port), '127.0.0.1');
  open.add(socket);
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => undefined);
  const size = announced === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${announced}`;
  socket.write(
    `POST ${to} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-GitHub-Delivery: ${randomUUID()}\r\n` +
      `X-Hub-Signature-256: sha256=${'0'.repeat(64)}\r\n${size}\r\n\r\n`,
  );
  const bytes = ' '.repeat(sent);
  socket.write(announced === undefined ? `${sent.toString(16)}\r\n${bytes}\r\n` : bytes);
  return { socket, answer: () => /^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 'none' };
}

/** Sends so many kilobytes a second from now on, however late the timers of a busy process are; gives what ends it. */
function pour(socket: Socket, rate: number, most = Infinity): () => void {
  const start = performance.now();
  let sent = 0;
  const drip = setInterval(() => {
    const due = Math.min(most, Math.floor((performance.now() - start) * rate)) - sent;
    if (due > 0 && socket.writable) socket.write(' '.repeat(due));
    sent += due;
  }, 100);
  socket.on('close', () => clearInterval(drip));
  return () => clearInterval(drip);
}

/** A delivery that goes on at 32 kB a second, quick enough to be waited for. */
async function kept(announced = 250_000, to = path): ReturnType<typeof begun> {
  const delivery = await begun(announced, 10, to);
  pour(delivery.socket, 32);
  return delivery;
}

async function until(holds: () => boolean, withinMs: number): Promise<number> {
  const start = performance.now();
  while (!holds() && performance.now() - start < withinMs) await new Promise((resolve) => setTimeout(resolve, 20));
  return performance.now() - start;
}

test('an address that has sent nothing rightly signed holds two; what it signed opens the others to it', async () => {
  const strangers = [await kept(), await kept(), await kept()];
  await until(() => strangers.some(({ answer }) => answer() !== 'none'), 20_000);
  expect(strangers.map(({ answer }) => answer()).sort()).toEqual(['429', 'none', 'none']);
  expect((await signed()).status).toBe(429);
  for (const { socket } of strangers) socket.destroy();
  await eventually(() => reads().length === 0);
  expect((await signed()).status).toBe(200);
  // Places are given to others after two seconds, and a slow machine takes longer for so many.
  stopClock();
  const known = await Promise.all(Array.from({ length: 67 }, () => kept()));
  const refused = () => known.filter(({ answer }) => answer() === '429');
  await until(() => refused().length === 3, 20_000);
  expect(refused()).toHaveLength(3);
  expect(known.filter(({ answer }) => answer() === 'none')).toHaveLength(64);
});

test('four bodies over 256 kB are read at once, whether they say so before or not', async () => {
  await signed();
  stopClock();
  const large = [await kept(500_000), await begun(undefined, 300_000), await kept(500_000), await kept(500_000)];
  await eventually(() => reads().filter(({ isLarge }) => isLarge).length === 4);
  expect(large.map(({ answer }) => answer())).toEqual(Array(4).fill('none'));
  for (const more of [await begun(500_000, 10), await begun(undefined, 300_000)]) {
    await until(() => more.answer() !== 'none', 20_000);
    expect(more.answer()).toBe('503');
  }
  expect((await signed()).status).toBe(200);
});

test('who sends less than 16 kB a second after two seconds is cut off, and the place is free again', async () => {
  const [idle, slow, quick] = [await begun(200_000, 10), await begun(200_000, 10), await begun(200_000, 10)];
  quick.socket.destroy();
  pour(slow.socket, 10);
  const took = await until(() => idle.answer() !== 'none' && slow.answer() !== 'none', 8000);
  expect([idle.answer(), slow.answer()]).toEqual(['400', '400']);
  expect(took).toBeGreaterThan(1500);
  expect((await signed()).status).toBe(200);
});

test('a caller who sends faster than 16 kB a second is read to the end', async () => {
  const steady = await begun(240_000, 6000);
  pour(steady.socket, 60, 234_000);
  await until(() => steady.answer() !== 'none', 20_000);
  expect(steady.answer()).toBe('401');
});

test('people who sign what they like in an organization of their own keep nobody else’s deliveries out', async () => {
  const evil = path;
  await signed();
  const other = await world(service);
  await service
    .as(other.owner.token)
    .put(`${other.organization.url}/settings/github`)
    .send({ secret: SECRET })
    .expect(204);
  path = `/api/webhooks/github/${other.organization.id}`;
  const since = nowMs();
  stopClock(since);
  const flood = await Promise.all(Array.from({ length: 64 }, () => kept(250_000, evil)));
  await eventually(() => reads().length === 64);
  stopClock(since + 2300);
  expect(flood.map(({ answer }) => answer())).toEqual(Array(64).fill('none'));
  for (let i = 0; i < 3; i += 1) expect((await signed()).status).toBe(200);
  await until(() => flood.some(({ answer }) => answer() !== 'none'), 20_000);
  expect(flood.filter(({ answer }) => answer() === '503')).toHaveLength(1);
});
