/** The headers of answers, named once and referenced. */
export const HEADERS = {
  Location: {
    description: 'The path of the new record; for a redirect, its target.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  ETag: {
    description:
      'The value for `If-None-Match`, which gives 304 if unchanged. For editable records it is `"<revision>.<digest>"`, and `If-Match` compares the revision.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      '`<URL>; rel="next"`: the next result page, by cursor; absent on the last one. The last result page can be empty.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true`: the answer of the first request with this `Idempotency-Key`.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'The number of seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  'X-Request-Id': {
    description: 'The ID of the request in the service log.',
    schema: { type: 'string', format: 'uuid' },
  },
  'RateLimit-Limit': {
    description: 'The request limit per minute, for limited requests.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'The number of remaining requests.', schema: { type: 'integer', minimum: 0 } },
  'RateLimit-Reset': {
    description: 'The number of seconds until the limit is reset.',
    schema: { type: 'integer', minimum: 0 },
  },
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
  description: 'The cached answer is still valid.',
  headers: headers('ETag', 'X-Request-Id'),
};
