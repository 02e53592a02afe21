import { createGunzip, type Gunzip } from 'node:zlib';
import { InvalidInput } from '#libs/errors';
import type { Request, Response } from 'express';
import { TooLarge } from './errors.js';

const AWAITS_CONTINUE = Symbol('awaits 100');

/** How a body is read. */
export interface ReadOptions {
  /** The most bytes it may have, counted as they inflate to. */
  limit: number;
  /** Whether `Content-Encoding: gzip` is inflated. */
  gzip?: boolean;
  /** Ends the reading, with the reason as its error. */
  signal?: AbortSignal;
}

/** Whether the headers announce a body that an endpoint could read; those of GET, HEAD and OPTIONS mean nothing. */
export const hasBody = ({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) && announcesBody(headers);

/** Whether bytes follow the headers. */
export const announcesBody = (headers: Request['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether the body comes as it is, not encoded. */
export const isUnencoded = (headers: Request['headers']): boolean =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';

/** Whether the body comes as gzip. */
export const isGzip = (headers: Request['headers']): boolean => /^(x-)?gzip$/i.test(headers['content-encoding'] ?? '');

/** Marks a request with `Expect: 100-continue`. */
export function expectContinue(request: object): void {
  (request as { [AWAITS_CONTINUE]?: boolean })[AWAITS_CONTINUE] = true;
}

/** Sends `100 Continue` if the client waits for it; call before reading a body. */
export function sendContinue(request: Request, response: Response): void {
  const waiting = request as { [AWAITS_CONTINUE]?: boolean };
  if (!waiting[AWAITS_CONTINUE]) return;
  waiting[AWAITS_CONTINUE] = false;
  response.writeContinue();
}

/**
 * Reads a body whole, once the caller is admitted.
 * @throws TooLarge at the first byte beyond the limit; InvalidInput if it cannot be decompressed or ends early
 */
export function readBytes(
  request: Request,
  response: Response,
  { limit, gzip = false, signal }: ReadOptions,
): Promise<Buffer> {
  const isPacked = gzip && isGzip(request.headers);
  return new Promise((resolve, reject) => {
    const unpacked = new LimitedBuffer(limit);
    const inflate = isPacked ? createGunzip() : undefined;
    let arrived = 0;
    const abort = (): void => end(signal!.reason as Error);
    const end = (error?: Error): void => {
      signal?.removeEventListener('abort', abort);
      request.off('data', onData).off('end', onEnd).off('close', onCut).off('error', onCut);
      inflate?.removeAllListeners().on('error', () => undefined);
      inflate?.destroy();
      if (!error) return resolve(unpacked.bytes());
      request.pause();
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      if (!unpacked.add(chunk)) end(tooLarge(limit));
    };
    const onData = (chunk: Buffer): void => {
      if (!inflate) return take(chunk);
      // Compressed bytes are limited too: a gzip may have any number of empty members.
      arrived += chunk.length;
      if (arrived > limit) return end(tooLarge(limit));
      feed(request, inflate, chunk);
    };
    const onEnd = (): void => {
      request.off('close', onCut);
      if (inflate) inflate.end();
      else end();
    };
    const onCut = (): void => end(malformed('The body was incomplete.'));
    inflate?.on('data', take);
    inflate?.once('end', () => end());
    inflate?.once('error', () => end(malformed('The body is not well-formed gzip.')));
    signal?.addEventListener('abort', abort);
    request.on('data', onData).once('end', onEnd).once('close', onCut).once('error', onCut);
    sendContinue(request, response);
  });
}

function feed(request: Request, inflate: Gunzip, chunk: Buffer): void {
  if (inflate.write(chunk)) return;
  request.pause();
  inflate.once('drain', () => request.resume());
}

/** A buffer with a size limit. */
class LimitedBuffer {
  private readonly chunks: Buffer[] = [];
  private size = 0;

  constructor(private readonly limit: number) {}

  /** Whether it still fits. */
  add(chunk: Buffer): boolean {
    this.size += chunk.length;
    if (this.size > this.limit) return false;
    this.chunks.push(chunk);
    return true;
  }

  bytes(): Buffer {
    return this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
  }
}

const tooLarge = (limit: number) => new TooLarge(`The body is larger than ${limit} bytes.`);

const malformed = (message: string) => new InvalidInput([{ path: '', code: 'malformed', message }]);
