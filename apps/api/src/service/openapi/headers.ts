/** The headers of answers, named once and referenced. */
export const HEADERS = {
  Location: {
    description: 'Path of the new record; of a redirect, where the browser goes on.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  ETag: {
    description:
      'What `If-None-Match` compares: 304 where it still fits. Of a record that people change it is `"<revision>.<digest>"`, and `If-Match` compares the revision.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      '`<address>; rel="next"`: the next page, by a cursor; absent where there is none. The last page may be empty.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true`: the answer is that of the first request with this `Idempotency-Key`.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds after which to come back.', schema: { type: 'integer', minimum: 1 } },
  'X-Request-Id': {
    description: 'Names the request in the log of the service.',
    schema: { type: 'string', format: 'uuid' },
  },
  'RateLimit-Limit': {
    description: 'Requests that may be made in a minute, where they are counted.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: { type: 'integer', minimum: 0 } },
  'RateLimit-Reset': { description: 'Seconds until they are counted anew.', schema: { type: 'integer', minimum: 0 } },
} as const;

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

interface Answer {
  status: number;
  verb: string;
  /** What was created has a path of its own. */
  isRecord?: boolean;
  /** What was changed may be guarded with `If-Match`. */
  isGuarded?: boolean;
  /** It is a page of a list that cursors lead through. */
  isPage?: boolean;
  /** It may be that of an earlier request. */
  isRepeatable?: boolean;
}

/** What an answer carries beside its body. */
export const headersOfAnswer = ({
  status,
  verb,
  isRecord = true,
  isGuarded = false,
  isPage = false,
  isRepeatable = false,
}: Answer): object =>
  headers(
    ...(([201, 202].includes(status) && isRecord) || status === 302 ? (['Location'] as const) : []),
    ...((verb === 'GET' || (verb === 'PATCH' && isGuarded)) && status === 200 ? (['ETag'] as const) : []),
    ...(isPage ? (['Link'] as const) : []),
    ...(isRepeatable ? (['Idempotency-Replayed'] as const) : []),
    'X-Request-Id',
  );

/** What a refusal carries beside its body. */
export const headersOfRefusal = (status: number): object =>
  headers(
    ...(status === 409 ? (['Location'] as const) : []),
    ...(status === 409 || status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(status === 429 ? RATE_LIMIT : []),
    'X-Request-Id',
  );

/** The answer to a GET whose `If-None-Match` still fits. */
export const NOT_MODIFIED = {
  description: 'What the caller has is still good.',
  headers: headers('ETag', 'X-Request-Id'),
};
