import { type DomainError } from '#libs/errors';
import type { Request } from 'express';
import type { EndpointOptions } from './endpoint.js';
import { SCIM_TYPE } from './scim-type.js';
import { TooLarge, UnsupportedType } from './errors.js';
import { isGzip, isUnencoded, type ReadOptions } from './read-bytes.js';
import { uploadRefusal } from './upload.js';

const JSON_LIMIT = 262_144;
const FORM_LIMIT = 4_096;

/** How the body of an endpoint is read, where it is JSON or a form. */
export const readOptionsOf = ({ body, bodyLimit, gzip }: EndpointOptions): ReadOptions => ({
  limit: bodyLimit ?? (body === 'form' ? FORM_LIMIT : JSON_LIMIT),
  gzip,
});

/** The error of a body by the headers of its request alone, before authentication; undefined if it may be read. */
export function refusalByHeaders({ headers }: Request, endpoint: EndpointOptions): DomainError | undefined {
  if (endpoint.upload) return uploadRefusal(headers, endpoint.upload);
  if (!isUnencoded(headers) && !(endpoint.gzip && isGzip(headers)))
    return new UnsupportedType('The encoding of the body is not supported by this endpoint.');
  const wanted = wantedTypes(endpoint);
  if (!wanted.some((type) => isMediaType(type, headers['content-type'] ?? '')))
    return new UnsupportedType(`The body must be ${wanted.join(' or ')} in UTF-8.`);
  const { limit } = readOptionsOf(endpoint);
  const isRawWithoutLimit = endpoint.body === 'raw' && endpoint.bodyLimit === undefined;
  return Number(headers['content-length'] ?? 0) > limit && !isRawWithoutLimit
    ? new TooLarge(`The body is larger than ${limit} bytes.`)
    : undefined;
}

function wantedTypes({ body }: EndpointOptions): string[] {
  if (body === 'form') return ['application/x-www-form-urlencoded'];
  return body === 'scim' ? [SCIM_TYPE, 'application/json'] : ['application/json'];
}

function isMediaType(wanted: string, type: string): boolean {
  const [mime, ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replace(/"/g, '');
  return mime === wanted && (charset === undefined || charset === 'utf-8' || charset === 'utf8');
}
