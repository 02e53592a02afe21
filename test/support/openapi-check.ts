import { isHttpUrl } from '#libs/fields';
import type { OpenAPIObject } from '@nestjs/swagger';
import formats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isEmail } from 'class-validator';
import { CODES } from '../../apps/api/src/service/openapi/refusals.js';
import { codesForPath } from '../../apps/api/src/accounts/identity/wire-codes.js';

/** What came back from the service. */
export interface CheckedResponse {
  verb: string;
  path: string;
  status: number;
  type: string;
  body: unknown;
  text: string;
}

interface DescribedAnswer {
  $ref?: string;
  content?: Record<string, object>;
  [CODES]?: readonly string[];
}

interface DescribedOperation {
  requestBody?: object;
  responses: Record<string, DescribedAnswer>;
  [CODES]?: Readonly<Record<string, readonly string[]>>;
}

const OF_BODIES: Readonly<Record<number, string>> = { 413: 'ContentTooLarge', 415: 'UnsupportedMediaType' };

/** Checks responses against the OpenAPI document: status, content type, body, and the code of a refusal. */
export class OpenApiCheck {
  private readonly ajv: Ajv2020;
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly paths: { expression: RegExp; path: string; variables: number }[];

  constructor(private readonly document: OpenAPIObject) {
    this.ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
    formats.default(this.ajv);
    this.ajv.addFormat('uri', isHttpUrl).addFormat('idn-email', isEmail);
    this.ajv.addSchema({ ...document, $id: 'openapi' });
    this.paths = Object.keys(document.paths)
      .map((path) => ({
        path,
        variables: path.split('{').length,
        expression: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
      }))
      .sort((a, b) => a.variables - b.variables);
  }

  /** Throws when the document does not allow this answer. Paths it does not name are not its business. */
  check(answer: CheckedResponse): void {
    const verb = answer.verb === 'HEAD' ? 'get' : answer.verb.toLowerCase();
    const path = this.paths.find(
      ({ expression, path: candidate }) =>
        expression.test(answer.path) && verb in (this.document.paths[candidate] as object),
    )?.path;
    if (!path) return;
    const operation = (this.document.paths[path] as Record<string, DescribedOperation>)[verb]!;
    const { said, pointer } = this.answerOf(operation, ['paths', path, verb], answer.status);
    const name = `${verb.toUpperCase()} ${path} ${answer.status}`;
    if (!said) throw new Error(`${name} is not documented: ${answer.text.slice(0, 500)}`);
    if (answer.verb === 'HEAD') return;
    if (!said.content) {
      if (answer.text !== '') throw new Error(`${name} must have no body: ${answer.text.slice(0, 500)}`);
      return;
    }
    const mime = answer.type.split(';')[0]!;
    if (!said.content[mime])
      throw new Error(`${name} is documented as ${Object.keys(said.content).join()}, not ${mime}`);
    if (!/[/+]json/.test(mime)) return;
    const validate = this.schema(
      `openapi#/${[...pointer, 'content', mime, 'schema'].map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/')}`,
    );
    if (!validate(answer.body)) {
      throw new Error(
        `${name} is not as documented: ${this.ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 1000)}`,
      );
    }
    if (answer.status >= 400) checkCode(name, answer, codesIn(operation, said, path, answer.status));
  }

  /** What the schema of this name has against a value; undefined if nothing. */
  faultsOf(name: string, value: unknown): string | undefined {
    const validate = this.schema(`openapi#/components/schemas/${name}`);
    return validate(value) ? undefined : this.ajv.errorsText(validate.errors);
  }

  /** Throws when this is no message to a webhook that the document describes. */
  checkMessage(message: unknown): void {
    if (this.faultsOf('WebhookMessage', message))
      throw new Error(`The message is not as documented: ${JSON.stringify(message)}`);
  }

  /** What an operation says of a status, and where in the document that stands. */
  private answerOf(
    { responses, requestBody }: DescribedOperation,
    place: readonly string[],
    status: number,
  ): { said: DescribedAnswer | undefined; pointer: string[] } {
    // What takes no body says nothing of bodies, and yet refuses one that is too large or of another type.
    const usual = requestBody ? undefined : OF_BODIES[status];
    const isScim = Object.values(responses).some(({ $ref }) => $ref?.endsWith('Scim'));
    const name = responses[status]?.$ref?.split('/').at(-1) ?? (usual && isScim ? `${usual}Scim` : usual);
    return name
      ? {
          said: this.document.components!.responses![name] as DescribedAnswer,
          pointer: ['components', 'responses', name],
        }
      : { said: responses[status], pointer: [...place, 'responses', String(status)] };
  }

  private schema(reference: string): ValidateFunction {
    const known = this.compiled.get(reference);
    if (known) return known;
    const validate = this.ajv.compile({ $ref: reference });
    this.compiled.set(reference, validate);
    return validate;
  }
}

/** The codes of a status: the operation names those that its shared response does not. */
function codesIn(operation: DescribedOperation, said: DescribedAnswer, path: string, status: number) {
  const usual = said[CODES] ?? [];
  const isSaid = status in operation.responses;
  return operation[CODES]?.[status] ?? (isSaid ? usual : usual.flatMap((code) => codesForPath(path, code)));
}

/** Refusals of SCIM have no code of ours. */
function checkCode(name: string, { body, text }: CheckedResponse, codes: readonly string[]): void {
  const { code } = body as { code?: string };
  if (code === undefined || codes.includes(code)) return;
  throw new Error(`${name} is documented with ${codes.join()}, not with ${code}: ${text}`);
}
