import { clock } from '#libs/clock';
import { InvalidInput, TemporarilyUnavailable } from '#libs/errors';
import type { Request, Response } from 'express';
import { readBytes } from '../../platform/http/read-bytes.js';
import type { ReadSlot } from './read-slots.js';

/** The most bytes of a delivery; GitHub sends up to 25 MB, of issues far less. */
export const DELIVERY_LIMIT = 5_242_880;
const LARGE_BYTES = 262_144;
const MIN_BYTES_PER_SECOND = 16_384;
const GRACE_S = 2;

/**
 * Reads the body of a delivery within its slot.
 * @throws TemporarilyUnavailable if it is large and no slot for large bodies is free, or its slot was given to another;
 * InvalidInput if it arrives too slowly; TooLarge
 */
export async function readDelivery(request: Request, response: Response, slot: ReadSlot): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > LARGE_BYTES && !slot.grow(clock.millis()))
    throw new TemporarilyUnavailable();
  const stop = new AbortController();
  let arrived = 0;
  const count = (chunk: Buffer): void => {
    arrived += chunk.length;
    if (arrived > LARGE_BYTES && !slot.grow(clock.millis())) stop.abort(new TemporarilyUnavailable());
  };
  const eachSecond: number[] = [];
  const watch = setInterval(() => {
    eachSecond.push(arrived);
    if (eachSecond.length < GRACE_S) return;
    const before = eachSecond.at(-1 - GRACE_S) ?? 0;
    if (arrived - before < GRACE_S * MIN_BYTES_PER_SECOND) stop.abort(tooSlow());
  }, 1000);
  request.on('data', count);
  try {
    return await readBytes(request, response, {
      limit: DELIVERY_LIMIT,
      signal: AbortSignal.any([stop.signal, slot.revoked]),
    });
  } finally {
    clearInterval(watch);
    request.off('data', count);
  }
}

const tooSlow = (): InvalidInput =>
  new InvalidInput([
    { path: '', code: 'too_slow', message: `The body arrives at less than ${MIN_BYTES_PER_SECOND} bytes per second.` },
  ]);
