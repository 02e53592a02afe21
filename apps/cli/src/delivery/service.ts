import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { ServiceFault } from '../faults.js';
import { type HttpAnswer, NoAnswer, send } from './http.js';
import { refusalOf, requestSuffix } from './refusals.js';
import { isTransient, LONGEST_TRY, retryAfter, waitBefore } from './retry.js';

const gzip = promisify(zlib.gzip);

/** How to reach the service. */
export interface Access {
  url: string;
  apiKey?: string;
  /** For how long it is tried, in milliseconds. */
  timeout: number;
  /** Told before each further try. */
  onRetry?(because: string, wait: number): void;
  /** Told after each try. */
  onTried?(outcome: string): void;
}

/** An answer of the service. */
export interface ServiceAnswer<T> {
  status: number;
  body: T;
  /** The service's clock, where its answer says it. */
  date?: Date;
}

/**
 * Asks the service, for as long as `timeout` says while that may help; the same body each time, so that a POST needs an
 * idempotency key. A body that is made for each try goes unpacked, as credentials do.
 * @throws ServiceFault for no answer, and for every answer but 200 and 201
 */
export async function callService<T>(
  method: 'GET' | 'POST',
  path: string,
  { url, apiKey, timeout, onRetry, onTried }: Access,
  body?: object | (() => Promise<object>),
): Promise<ServiceAnswer<T>> {
  const packed = typeof body === 'object' ? await gzip(JSON.stringify(body)) : undefined;
  const end = Date.now() + timeout;
  for (let tried = 1; ; tried += 1) {
    const begin = Date.now();
    const sent = typeof body === 'function' ? Buffer.from(JSON.stringify(await body())) : packed;
    const headers = {
      accept: 'application/json',
      ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
      ...(sent ? { 'content-type': 'application/json', 'content-length': `${sent.length}` } : {}),
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
    };
    // Half of it at most, so that one that hangs is not the only one.
    const limit = Math.min(LONGEST_TRY, timeout / 2, Math.max(1000, end - begin));
    const answer = await send({ method, url: `${url}${path}`, headers, body: sent, timeout: limit }).catch(
      (error: unknown) => {
        if (error instanceof NoAnswer) return error;
        throw error;
      },
    );
    onTried?.(`${method} ${path}: ${outcomeOf(answer)} after ${Date.now() - begin} ms`);
    if (!(answer instanceof NoAnswer) && !isTransient(answer.status)) return read<T>(answer, url);
    const because = answer instanceof NoAnswer ? answer.message : `the service answered ${answer.status}`;
    if (answer instanceof NoAnswer && answer.isLasting) throw outage(`${because}.`);
    const requestedWait = answer instanceof NoAnswer ? 0 : (retryAfter(answer, Date.now()) ?? 0);
    const wait = Math.max(requestedWait, waitBefore(tried, Math.random()));
    if (Date.now() + requestedWait >= end && requestedWait > 0)
      throw outage(
        `${because} and requests a retry after ${Math.ceil(requestedWait / 1000)} s, which exceeds --timeout.`,
      );
    if (Date.now() + wait >= end)
      throw outage(
        `${because}, ${tried} times within ${timeout / 1000} s. Check that ${url} is available, and run this step again.`,
      );
    onRetry?.(because, wait);
    await delay(wait);
  }
}

const outage = (message: string): ServiceFault => new ServiceFault(message, undefined, true);

const outcomeOf = (answer: HttpAnswer | NoAnswer): string =>
  answer instanceof NoAnswer ? answer.message : `${answer.status}${requestSuffix(answer.headers['x-request-id'])}`;

function read<T>(answer: HttpAnswer, url: string): ServiceAnswer<T> {
  const { status, headers, body } = answer;
  if (status >= 300 && status < 400)
    throw new ServiceFault(
      `${url} redirected (${status}) to ${headers.location ?? 'another address'}. Set CURBCUT_URL to the address of the service.`,
    );
  const content = jsonOf(body);
  if (status !== 200 && status !== 201) throw refusalOf(status, content, url, headers['x-request-id']);
  if (typeof content !== 'object' || content === null)
    throw new ServiceFault(
      `The server at ${url} is not Curbcut. Check CURBCUT_URL, and proxies in front of the service.`,
    );
  const moment = new Date(headers.date ?? '');
  return { status, body: content as T, ...(Number.isNaN(moment.getTime()) ? {} : { date: moment }) };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}
