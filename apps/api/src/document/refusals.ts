import { refusalsOf, type Route } from '#libs/access';
import { codesForPath } from '../identity/wire-codes.js';
import { headersOfRefusal } from './headers.js';

/** The refusals of each status: the name of their response in the document, and what they have in common. */
const REFUSALS: Readonly<Record<number, { name: string; description: string }>> = {
  400: { name: 'BadRequest', description: 'The request is faulty.' },
  401: { name: 'Unauthorized', description: 'Nobody we know is calling.' },
  403: { name: 'Forbidden', description: 'The caller may not do this.' },
  404: { name: 'NotFound', description: 'There is no such record within reach.' },
  409: { name: 'Conflict', description: 'The state of the records forbids it.' },
  412: { name: 'PreconditionFailed', description: 'Somebody has changed the record meanwhile.' },
  413: { name: 'ContentTooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The body is of a type that is not read here.' },
  422: { name: 'UnprocessableContent', description: 'The request cannot be carried out.' },
  429: { name: 'TooManyRequests', description: 'Too many requests.' },
  503: { name: 'ServiceUnavailable', description: 'The service cannot answer just now.' },
};

const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
const PAGE = { 'text/html': { schema: { type: 'string', format: 'binary' } } };

/** The shared responses that `refusalsIn` refers to. Refusals of a page are pages, but for those of programs. */
export const REFUSAL_RESPONSES: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(REFUSALS).flatMap(([status, { name, description }]) => {
    const response = { description, headers: headersOfRefusal(Number(status)), content: PROBLEM };
    return [
      [name, response],
      [`${name}Page`, { ...response, content: { ...PROBLEM, ...PAGE } }],
    ];
  }),
);

/** Which codes an operation refuses with, by status: what follows from its policy, and what it declares. */
export function codesOf({ verb, path, policy, options, bodies }: Route, takesBody: boolean): Record<number, string[]> {
  const codes: Record<number, string[]> = { 429: ['rate_limited'], 503: ['temporarily_unavailable'] };
  const add = (status: number, ...more: string[]) =>
    (codes[status] = [...new Set([...(codes[status] ?? []), ...more.flatMap((code) => codesForPath(path, code))])]);
  if (bodies.length > 0 || path.includes(':') || verb !== 'GET') add(400, 'invalid_input');
  if (takesBody) {
    add(413, 'payload_too_large');
    add(415, 'unsupported_media_type');
  }
  for (const { status, code } of refusalsOf(policy!)) add(status, code);
  if (policy!.namesProduct === 'path') add(404, 'not_found');
  if (options!.guarded) add(412, 'changed_meanwhile');
  for (const [status, more] of Object.entries(options!.refuses ?? {})) add(Number(status), ...more);
  return codes;
}

/** References to the shared responses, each with the codes of this operation. */
export function refusalsIn(codes: Readonly<Record<number, string[]>>, isPage: boolean): Record<string, object> {
  return Object.fromEntries(
    Object.entries(codes).map(([status, ofStatus]) => {
      const { name } = REFUSALS[Number(status)]!;
      return [
        status,
        {
          $ref: `#/components/responses/${name}${isPage ? 'Page' : ''}`,
          description: ofStatus.map((code) => `\`${code}\``).join(', '),
        },
      ];
    }),
  );
}
