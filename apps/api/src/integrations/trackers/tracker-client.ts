import { clock } from '#libs/clock';
import { type OutboundRequest, type OutboundResponse, publicOnly, sendRequest } from '#libs/outbound';
import { TrackerFault } from './tracker-fault.js';

const WITHIN_MS = 15_000;
/** Who takes so long over one answer is late; a turn that ends meanwhile does not make anybody so. */
const LATE_MS = 4_000;
/** More is parsed for so long that others wait: a page of issues with the longest texts has less. */
const MOST_BYTES = 2_097_152;

/** What somebody may ask of a tracker. */
export interface Turn {
  stopping: AbortSignal;
  /** The moment, in milliseconds, after which nothing is asked any more, and no answer waited for. */
  until: number;
  /** Called where one answer has not come in time. */
  onLate?: () => void;
}

/** What requests to a tracker are made with. */
export interface Reach extends Turn {
  allowPrivate: boolean;
}

/** An answer of 2xx, its body read as JSON; or one of 404 or 410. */
export interface TrackerAnswer {
  status: number;
  /** Undefined where there is none. */
  json: unknown;
}

/** Asks a tracker, by a path of its interface. @throws TrackerFault, and the abort at a shutdown */
export type TrackerClient = (
  method: OutboundRequest['method'],
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<TrackerAnswer>;

/** The one way to a tracker: its address is judged at connecting, and nothing is followed or tried again. */
export function trackerClient(base: string, headers: Readonly<Record<string, string>>, reach: Reach): TrackerClient {
  const { allowPrivate, stopping, until, onLate } = reach;
  const limits = { reach: allowPrivate ? () => ({}) : publicOnly, stopping, bytes: MOST_BYTES };
  return async (method, path, body, extraHeaders) => {
    const begun = clock.millis();
    const withinMs = Math.min(WITHIN_MS, until - begun);
    if (withinMs <= 0) throw new TrackerFault('unreachable', null);
    const json = body && { 'content-type': 'application/json' };
    const all = { 'user-agent': 'Curbcut/1.0', ...headers, ...json, ...extraHeaders };
    const question = { method, url: `${base}${path}`, headers: all };
    let answer: OutboundResponse;
    try {
      answer = await sendRequest({ ...question, ...(body && { body: JSON.stringify(body) }) }, { ...limits, withinMs });
    } catch (error) {
      // Aborted by our own shutdown: the job is run again.
      if (stopping.aborted) throw error;
      if (clock.millis() - begun >= LATE_MS) onLate?.();
      const isPrivate = (error as Error).message === 'the address is private';
      throw new TrackerFault(isPrivate ? 'private_address' : 'unreachable', null);
    }
    return readAnswer(answer, clock.now());
  };
}

/** @throws TrackerFault for what is neither 2xx nor 404 or 410 */
export function readAnswer({ status, headers, body }: OutboundResponse, now: Date): TrackerAnswer {
  if (status >= 200 && status < 300) return { status, json: parsed(body, status) };
  if (status === 404 || status === 410) return { status, json: undefined };
  const retryAt = retryAtOf(headers, now);
  const isLimit = status === 429 || (status === 403 && retryAt !== undefined);
  if (isLimit) throw new TrackerFault('rate_limited', status, retryAt ?? new Date(now.getTime() + MINUTE_MS));
  if (status === 401) throw new TrackerFault('unauthorized', status);
  if (status === 403) throw new TrackerFault('forbidden', status);
  if (status === 400 || status === 409 || status === 422) throw new TrackerFault('rejected', status);
  if (status >= 500 || status === 408) throw new TrackerFault('unreachable', status, retryAt);
  throw new TrackerFault('unexpected_answer', status);
}

const MINUTE_MS = 60_000;
/** What a tracker may have us wait at most: a wrong header must not end the connection. */
const LONGEST_MS = 60 * MINUTE_MS;

/** When a tracker says that it may be asked again: `Retry-After`, or the end of a limit that is used up. */
function retryAtOf(headers: OutboundResponse['headers'], now: Date): Date | undefined {
  const after = headers['retry-after'];
  const left = headers['x-ratelimit-remaining'] ?? headers['ratelimit-remaining'];
  const reset = Number(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']);
  let at: number | undefined;
  if (after !== undefined) at = /^\d+$/.test(after) ? now.getTime() + Number(after) * 1_000 : Date.parse(after);
  else if (left === '0' && reset > 0) at = reset * 1_000;
  if (at === undefined || !Number.isFinite(at)) return undefined;
  return new Date(Math.min(Math.max(at, now.getTime() + 1_000), now.getTime() + LONGEST_MS));
}

function parsed(body: Buffer, status: number): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    throw new TrackerFault('unexpected_answer', status);
  }
}
