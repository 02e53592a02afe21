import fc, { type Arbitrary } from 'fast-check';
import { oddAtEachPlace, oddPath, oddQuery, pathOf, queryOf } from './addresses.js';
import {
  anyObject,
  type WireBody,
  faultAtEachPlace,
  faultyFields,
  faultyWholes,
  githubIssue,
  plainBody,
} from './bodies.js';
import { ODD_HEADERS, oddHeaders } from './headers.js';
import type { Json } from './json.js';
import type { Operation } from './operations.js';
import { type Known, valid } from './values.js';
import type { SentRequest } from './wire.js';

/** A request to try, and its mutation. */
export interface Trial {
  sent: SentRequest;
  caller: string;
  about: string;
}

/** The generators of the requests. */
export interface Material {
  known: Omit<Known, 'kind'>;
  /** The headers with which each caller shows who it is. */
  callers: Record<string, Record<string, string>>;
  uploads: Arbitrary<WireBody>;
  /** Signs what GitHub sends. */
  signed: (body: Buffer) => Record<string, string>;
}

const GITHUB = '/api/webhooks/github/{orgId}';

/** Requests to one operation: a third as they should be, the others wrong in one place. */
export function trials(operation: Operation, material: Material): Arbitrary<Trial> {
  const known: Known = { ...material.known, kind: operation.path.split('/').at(-2) ?? '' };
  const goodBody = bodyOf(operation, material, known);
  const part = {
    caller: callers(operation, material),
    path: pathOf(operation, known),
    query: queryOf(operation, known),
  };
  const trial = (
    weight: number,
    what: string,
    change: {
      path?: Arbitrary<string>;
      query?: Arbitrary<string>;
      body?: Arbitrary<WireBody>;
      headers?: Arbitrary<Headers>;
    },
  ) => ({
    weight,
    arbitrary: fc
      .record({ ...part, body: goodBody, headers: fc.constant<Headers>({}), ...change })
      .map((made) => assembled(operation, material, what, made)),
  });
  const base = operation.path === GITHUB ? githubIssue(known.own['sourceUrl'] as string[]) : jsonOf(operation, known);
  const reads = operation.verb === 'GET';
  const hasBodyFaults = !reads && !operation.upload;
  return fc.oneof(
    trial(6, 'valid', {}),
    trial(operation.body ? 8 : 0, 'fields', operation.body ? { body: faultyFields(operation.body, base) } : {}),
    trial(hasBodyFaults ? 4 : 0, 'whole', hasBodyFaults ? { body: faultyWholes(base) } : {}),
    trial(operation.query.length > 0 ? (reads ? 8 : 2) : 2, 'query', { query: oddQuery(operation.query, part.query) }),
    trial(operation.variables.length > 0 ? 5 : 2, 'path', { path: oddPath(operation, part.path) }),
    trial(2, 'headers', { headers: fc.constantFrom(...ODD_HEADERS) }),
  );
}

/** Requests as they should be, each another. */
export const honestTrials = (operation: Operation, material: Material): Arbitrary<Trial> =>
  trials(operation, material).filter(({ about }) => about.startsWith('valid'));

/**
 * An accepted request with each wrong value at each place of its body in turn; where `all`, with more values, and with
 * each odd one at each place of its address.
 */
export function trialsOfEachPlace(operation: Operation, { caller, sent }: Trial, all: boolean): Trial[] {
  const addresses = (all ? oddAtEachPlace(operation, sent.path) : []).map((path) => ({
    caller,
    about: 'address',
    sent: { ...sent, path },
  }));
  if (operation.upload || operation.form || !operation.body || !sent.body) return addresses;
  const bodies = faultAtEachPlace(operation.body, JSON.parse(sent.body.toString()) as Json, all);
  return [...addresses, ...bodies.map(({ bytes, about }) => ({ caller, about, sent: { ...sent, body: bytes } }))];
}

/**
 * A request with each odd header in turn, as sent by its caller, and where `all`, by everybody else; otherwise with
 * some of the headers, others for each `turn`.
 */
export function trialsOfHeaders(
  operation: Operation,
  { caller, sent }: Trial,
  { callers: headersOf }: Material,
  { all, turn }: { all: boolean; turn: number },
): Trial[] {
  const own = headersOf[caller]!;
  const rest = Object.fromEntries(Object.entries(sent.headers).filter(([name]) => !(name in own)));
  return (all ? Object.keys(headersOf) : [caller]).flatMap((name) =>
    oddHeaders(operation.guarded, all, turn).map((odd) => ({
      caller: name,
      about: `header ${Object.keys(odd).join()}`,
      sent: { ...sent, headers: { ...headersOf[name], ...rest, ...odd } },
    })),
  );
}

type Headers = Readonly<Record<string, string>>;

function assembled(
  { verb, path: template, form }: Operation,
  { callers: headersOf, signed }: Material,
  what: string,
  made: { caller: string; path: string; query: string; body: WireBody | undefined; headers: Headers },
): Trial {
  const { caller, path, query, headers } = made;
  const body = made.body && form ? asForm(made.body) : made.body;
  const signature = template === GITHUB ? signed(body?.bytes ?? Buffer.alloc(0)) : {};
  return {
    caller,
    about: [what, body && body.about !== 'valid' ? body.about : ''].filter(Boolean).join(': '),
    sent: {
      verb,
      path: path + query,
      body: body?.bytes,
      headers: { ...headersOf[caller], ...signature, ...body?.headers, ...headers },
    },
  };
}

/** The form encoding of a JSON object; a value that is not an object stays unchanged. */
function asForm(body: WireBody): WireBody {
  const headers = { ...body.headers, 'Content-Type': 'application/x-www-form-urlencoded' };
  if (body.headers['Content-Encoding'] !== undefined) return { ...body, headers };
  try {
    const fields = Object.entries(JSON.parse(body.bytes.toString()) as object).map(([name, value]) => [
      name,
      String(value),
    ]);
    return { ...body, bytes: Buffer.from(new URLSearchParams(fields as [string, string][]).toString()), headers };
  } catch {
    return { ...body, headers };
  }
}

function callers({ path }: Operation, { callers: all }: Material): Arbitrary<string> {
  const usual: Record<string, number> = path.startsWith('/api/ingest')
    ? { ingestKey: 12, productKey: 4 }
    : path.startsWith('/api/scim')
      ? { provider: 16 }
      : path.endsWith('/change-password')
        ? { newcomer: 12 }
        : /invitation/.test(path)
          ? { owner: 6, stranger: 8 }
          : /^\/api\/auth|profile-picture/.test(path)
            ? { owner: 12, cookie: 3, member: 3 }
            : { owner: 10, writeKey: 5, admin: 2, productKey: 2 };
  return fc.oneof(
    ...Object.keys(all).map((name) => ({
      weight: usual[name] ?? 1,
      arbitrary: fc.constant(name),
    })),
  );
}

/** Values of the schema, and now and then its example: what a schema cannot say of a body, that shows. */
function jsonOf({ body }: Operation, known: Known): Arbitrary<Json> {
  if (!body) return anyObject;
  const examples = (body.examples ?? []) as Json[];
  return fc.oneof(
    { weight: 9, arbitrary: valid(body, '', known) },
    ...examples.map((example) => ({ weight: 1, arbitrary: fc.constant(example) })),
  );
}

function bodyOf(operation: Operation, { uploads }: Material, known: Known): Arbitrary<WireBody | undefined> {
  if (operation.verb === 'GET') return fc.constant(undefined);
  if (operation.upload) return uploads;
  if (operation.path === GITHUB)
    return githubIssue(known.own['sourceUrl'] as string[]).map((value) => plainBody(value));
  const json = jsonOf(operation, known).map((value) => plainBody(value));
  return operation.body ? json : fc.option(json, { nil: undefined });
}
