import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiCheck } from '../openapi-check.js';
import type { Operation, Schema } from './operations.js';
import type { ReceivedResponse, SentRequest } from './wire.js';

const MEMBERS = [
  ...['type', 'title', 'status', 'code', 'message', 'detail', 'requestId', 'errors', 'errorCount'],
  // What some refusals name, and the service's own code beside that of the identity client.
  ...['module', 'scope', 'ways', 'problemCode', 'problems', 'untestedCount', 'requirements', 'outcomes', 'runId'],
];

/** Words that must not occur in a response: SQL, stack traces, file names and internal names. */
const INTERNALS =
  /\b(select|insert into|delete from|update \w+ set)\b.*\b(from|where|values|set)\b|\bat .+\.[jt]s:\d+|node_modules|\b(uq|fk|pk|ck|idx)_\w+|QueryFailed|typeorm|postgres|\bsyntax error\b|violates|ECONN|\/(apps|libs|dist|src)\/|\bundefined\b|TypeError|RangeError/i;

/** Texts that go in and come out under the same name. */
const KEPT = ['title', 'name', 'description', 'mitigation', 'target', 'externalUrl', 'sourceUrl', 'sourceId', 'url'];

const headerOf = ({ headers }: ReceivedResponse, name: string) => String(headers[name] ?? '');
/** Lines of JSON are none as a whole. */
const isJson = (received: ReceivedResponse) => /(?<!nd)json/.test(headerOf(received, 'content-type'));

/** What violates the contract in a response, whatever the request was; undefined if nothing does. */
export function faultOf(
  check: OpenApiCheck,
  operation: Operation,
  sent: SentRequest,
  received: ReceivedResponse,
): string | undefined {
  const { status, text } = received;
  let body: unknown;
  try {
    body = isJson(received) && text !== '' ? JSON.parse(text) : undefined;
  } catch {
    return `answers ${status} with broken JSON: ${text.slice(0, 500)}`;
  }
  try {
    const path = sent.path.split(/[?#]/)[0]!;
    check.check({ verb: sent.verb, path, status, text, body, type: headerOf(received, 'content-type') });
  } catch (error) {
    return (error as Error).message;
  }
  return status >= 400 && sent.verb !== 'HEAD' ? faultOfProblem(operation, received) : undefined;
}

/** What is wrong with an error response: it must be a problem document with a documented code and nothing internal. */
export function faultOfProblem(operation: Operation, received: ReceivedResponse): string | undefined {
  const { status, text } = received;
  const type = headerOf(received, 'content-type');
  const said = `${status} ${text.slice(0, 500)}`;
  if (operation.page && type.startsWith('text/html'))
    return INTERNALS.test(text) ? `tells of its inside: ${said}` : undefined;
  if (type.startsWith('application/scim+json') && operation.path.startsWith('/api/scim/'))
    return INTERNALS.test(text) ? `tells of its inside: ${said}` : undefined;
  if (!type.startsWith('application/problem+json')) return `refuses as ${type || 'nothing'}: ${said}`;
  const problem = JSON.parse(text) as Record<string, unknown>;
  const odd = Object.keys(problem).filter((name) => !MEMBERS.includes(name));
  // Who was overtaken is shown the present record, under its own name.
  if (odd.length > (status === 412 ? 1 : 0)) return `refuses with ${odd.join()}: ${said}`;
  if (problem['status'] !== status || problem['type'] !== `urn:curbcut:problem:${String(problem['code'])}`)
    return `refuses with another status or type than it says: ${said}`;
  if (problem['detail'] !== problem['message']) return `has another detail than message: ${said}`;
  if (!problem['message'] || problem['requestId'] !== received.headers['x-request-id'])
    return `refuses without a message, or under another request id: ${said}`;
  if ('errors' in problem && status !== 400) return `names faults beside ${status}: ${said}`;
  if (status === 401 && !received.headers['www-authenticate']) return `is 401 without WWW-Authenticate: ${said}`;
  if (status === 405 && !received.headers['allow']) return `is 405 without Allow: ${said}`;
  const documented = operation.codes[String(status)] ?? [];
  const general = ['invalid_input', 'VALIDATION_ERROR', 'BAD_REQUEST', 'not_found', 'method_not_allowed'];
  if (![...documented, ...general].includes(String(problem['code'])))
    return `refuses with an undocumented code: ${said}`;
  return INTERNALS.test(text) ? `tells of its inside: ${said}` : undefined;
}

/** Which requests violate their documented schema, so that they must be refused. */
export class RequestCheck {
  private readonly ajv = new Ajv2020({ strict: false, strictNumbers: true, validateFormats: false });
  private readonly compiled = new Map<Schema, ValidateFunction>();

  /** Why this request must not be accepted; undefined when its schema allows it. */
  mustRefuse({ body: schema, query, path, verb }: Operation, sent: SentRequest): string | undefined {
    if (sent.headers['Content-Encoding'] === undefined && schema && sent.body) {
      const isLenient = path.startsWith('/api/auth');
      const fault = this.fault(isLenient ? schema : closed(schema), jsonOf(sent.body, isLenient));
      if (fault) return `body ${fault}`;
    }
    // A leading question mark would be taken away.
    const parameters = new URLSearchParams(`&${sent.path.split('#')[0]!.split('?').slice(1).join('?')}`);
    for (const { name, schema: expected } of query) {
      const values = parameters.getAll(name);
      // The values of a list may stand in several parameters.
      if (values.length > 1 && expected.type !== 'array') return `${name} stands twice in the query of ${verb} ${path}`;
      if (values.length === 0) continue;
      const fault = this.fault(expected, valueOf(expected, values.join(',')));
      if (fault) return `query ${name} ${fault}`;
    }
    return undefined;
  }

  private fault(schema: Schema, value: unknown): string | undefined {
    const validate = this.compiled.get(schema) ?? this.ajv.compile(schema);
    this.compiled.set(schema, validate);
    return validate(value) ? undefined : this.ajv.errorsText(validate.errors);
  }
}

const closedOnes = new Map<Schema, Schema>();

/** The schema with no other properties than those it names, at any depth, unless it says that it takes any. */
function closed(schema: Schema): Schema {
  const known = closedOnes.get(schema);
  if (known) return known;
  const { properties, items, oneOf, anyOf } = schema;
  const made: Schema = {
    ...schema,
    ...(properties
      ? {
          additionalProperties: schema.additionalProperties ?? false,
          properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)])),
        }
      : {}),
    ...(items ? { items: closed(items) } : {}),
    ...(oneOf ? { oneOf: oneOf.map(closed) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(closed) } : {}),
  };
  closedOnes.set(schema, made);
  return made;
}

/**
 * The value of a body; nothing is read as an object without properties. Lenient endpoints look past names such as
 * `toString`.
 */
function jsonOf(bytes: Buffer, isLenient = false): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.trim() === '') return {};
    return JSON.parse(text, (key, value: unknown) =>
      isLenient && key in Object.prototype ? undefined : value,
    ) as unknown;
  } catch {
    return Symbol('no JSON');
  }
}

function valueOf({ type, items }: Schema, text: string): unknown {
  if (type === 'array') return text.split(',').map((item) => valueOf(items ?? {}, item.trim()));
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return type === 'integer' && /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : text;
}

/** Texts of the request that the answer gives back changed, as `title`. */
export function changedTexts(sent: SentRequest, received: ReceivedResponse): string[] {
  const asked = (sent.body ? jsonOf(sent.body) : {}) as Record<string, unknown>;
  const given = isJson(received) && received.text !== '' ? recordOf(JSON.parse(received.text)) : {};
  const written = { ...asked, ...(typeof asked['data'] === 'object' ? asked['data'] : {}) } as Record<string, unknown>;
  // A blank title is none, and one is made up.
  const isMadeUp = (name: string) => name === 'title' && String(written[name]).trim() === '';
  // An inventory knows pages by their addresses in one spelling, without what is only a place on the page.
  const isSpelledAnew = (name: string) => name === 'url' && /\/pages(\/[^/]+)?$/.test(sent.path.split('?')[0]!);
  // The address of a chat is a secret, and shown by its host.
  const isSecret = (name: string) =>
    name === 'url' && typeof given['format'] === 'string' && given['format'] !== 'standard';
  return KEPT.filter(
    (name) =>
      typeof written[name] === 'string' &&
      typeof given[name] === 'string' &&
      written[name] !== given[name] &&
      !isMadeUp(name) &&
      !isSpelledAnew(name) &&
      !isSecret(name),
  );
}

/** The record of an answer, out of its envelope. */
export function recordOf(body: unknown): Record<string, unknown> {
  const [only, ...others] = Object.values((body ?? {}) as object) as unknown[];
  const isEnvelope = others.length === 0 && typeof only === 'object' && only !== null && !Array.isArray(only);
  return (isEnvelope ? only : (body ?? {})) as Record<string, unknown>;
}
