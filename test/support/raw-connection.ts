import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sendTo, type Target } from './target.js';

/** A raw TCP connection: received data, and the time when it was closed. */
export interface RawConnection {
  socket: Socket;
  received: () => string;
  closed: Promise<number>;
  statusWithin: (ms: number) => Promise<string>;
}
/** Opens a connection. */
export function openConnection(to: Pick<Target, 'base'>, from?: string): RawConnection {
  const { hostname, port } = new URL(to.base);
  const began = performance.now();
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.on('close', () => resolve(performance.now() - began)));
  return {
    socket,
    closed,
    received: () => text,
    statusWithin: async (ms) => {
      for (const end = performance.now() + ms; performance.now() < end; await delay(10))
        if (text.includes('\r\n')) return text.split('\r\n')[0]!;
      return `nothing within ${ms} ms`;
    },
  };
}
/** The head of a raw HTTP request. */
export const requestHead = (verb: string, path: string, headers: Record<string, string | number>): string =>
  `${verb} ${path} HTTP/1.1\r\nHost: x\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The slowest response to another client while `work` runs. */
export async function slowestResponseDuring(of: Target, work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let slowest = 0;
  const watch = (async () => {
    while (!isOver) {
      const began = performance.now();
      await sendTo(of.base, 'GET', '/health/live');
      slowest = Math.max(slowest, performance.now() - began);
      await delay(3);
    }
  })();
  await delay(50);
  await work();
  isOver = true;
  await watch;
  return slowest;
}
