import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Shape, shapesOf } from '#libs/fields';
import type { Request } from 'express';
import { hasCursors, type Route } from './routes.js';

/** From how many bytes on a body is compressed. */
const WORTH_IT = 4_096;

/** The content codings that bodies are compressed in, the smaller first. */
const CODINGS = ['br', 'gzip'] as const;
/** A content coding. */
export type Coding = (typeof CODINGS)[number];

/** How a body of this length goes to a caller; undefined: as it is. */
export function codingFor(request: Pick<Request, 'acceptsEncodings'>, length: number): Coding | undefined {
  // Browsers weigh all the same, and name gzip first.
  return length > WORTH_IT ? CODINGS.find((coding) => request.acceptsEncodings(coding) === coding) : undefined;
}

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

/** A body in a coding, in a thread of its own. @param quality of Brotli 0 to 11, of gzip 1 to 9 */
export const packed = (
  body: string | Buffer,
  coding: Coding,
  quality: Readonly<Record<Coding, number>>,
): Promise<Buffer> =>
  coding === 'br'
    ? compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality.br } })
    : compressGzip(body, { level: quality.gzip });

/**
 * Whether the answers of an endpoint may be compressed: lists that have no secret in them. How small a body gets tells
 * what it has in common with what others have put beside it.
 */
export function mayBePacked(route: Route): boolean {
  const { returns } = route.options ?? {};
  return hasCursors(route) && !Array.isArray(returns) && returns !== undefined && !hasSecret(returns);
}

const IS_SECRET = /token|secret|password|credential/i;

function hasSecret(type: object, seen = new Set<object>()): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  const isSecret = ([name, shape]: [string, Shape | undefined]): boolean =>
    IS_SECRET.test(name) || (shape?.type !== undefined && hasSecret(shape.type(), seen));
  return [...shapesOf(type as new () => object)].some(isSecret);
}
