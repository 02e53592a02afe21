import type { Fault } from '#libs/errors';
import express from 'express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { UnsupportedType } from './errors.js';
import { refusalByHeaders } from './upload.js';

/** The deepest nesting of a body; beyond it `JSON.stringify` and PostgreSQL would overflow. */
const MAX_DEPTH = 32;

/** A request with what was wrong with its body, told only after its caller was admitted. */
export interface BodyRequest extends Request {
  bodyFaults?: Fault[];
  rawBody?: Buffer;
}

/**
 * Reads JSON bodies: 415 for another type, 413 beyond the limit of the path, both at once; a faulty text is kept in
 * `bodyFaults`, because who may not call must not learn what is wrong with the body. Uploads it leaves unread.
 */
export function jsonBody(options: {
  limit: (path: string) => number;
  upload: (verb: string, path: string) => boolean;
}): RequestHandler {
  const readers = new Map<number, RequestHandler>();
  return (request: BodyRequest, response: Response, next: NextFunction) => {
    if (!hasBody(request)) return next();
    if (options.upload(request.method, request.path)) return next(refusalByHeaders(request.headers));
    if (!isJson(request.headers['content-type'] ?? ''))
      return next(new UnsupportedType('The body must be application/json in UTF-8.'));
    const limit = options.limit(request.path);
    const reader = readers.get(limit) ?? express.raw({ type: () => true, limit });
    readers.set(limit, reader);
    void reader(request, response, (error?: unknown) => {
      if (error) return next(error);
      request.rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { value, faults } = readJson(request.rawBody);
      request.body = value;
      request.bodyFaults = faults;
      next();
    });
  };
}

/** Parses a JSON object and names what PostgreSQL could not keep: NUL bytes, lone surrogates, deep nesting. */
export function readJson(bytes: Uint8Array): { value: unknown; faults?: Fault[] } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { value: undefined, faults: [{ path: '', code: 'invalid_utf8', message: 'The body is not valid UTF-8.' }] };
  }
  if (text.trim() === '') return { value: undefined };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { value: undefined, faults: [{ path: '', code: 'invalid_json', message: 'The body is not valid JSON.' }] };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { value: undefined, faults: [{ path: '', code: 'wrong_type', message: 'The body must be a JSON object.' }] };
  }
  const faults = faultyTexts(value);
  return faults.length > 0 ? { value: undefined, faults } : { value };
}

/** Whether PostgreSQL can keep this text as it is. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** One segment of a JSON pointer (RFC 6901). */
export const pointerSegment = (key: string | number): string => String(key).replace(/~/g, '~0').replace(/\//g, '~1');

function faultyTexts(root: object): Fault[] {
  const faults: Fault[] = [];
  const stack: { value: object; path: string; depth: number }[] = [{ value: root, path: '', depth: 1 }];
  while (stack.length > 0 && faults.length < 100) {
    const { value, path, depth } = stack.pop()!;
    if (depth > MAX_DEPTH) {
      return [{ path: '', code: 'too_deep', message: `The body is nested deeper than ${MAX_DEPTH} levels.` }];
    }
    for (const [key, item] of Object.entries(value)) {
      const here = () => `${path}/${pointerSegment(key.toWellFormed())}`;
      if (!isStorable(key) || (typeof item === 'string' && !isStorable(item))) {
        faults.push({
          path: here(),
          code: 'invalid_text',
          message: 'Text must not contain NUL characters or lone surrogates.',
        });
      } else if (typeof item === 'object' && item !== null) {
        stack.push({ value: item as object, path: here(), depth: depth + 1 });
      }
    }
  }
  return faults;
}

const hasBody = ({ method, headers }: Request): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

function isJson(type: string): boolean {
  const [mime, ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replace(/"/g, '');
  return mime === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8');
}
