import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isEmail } from 'class-validator';
import { isHttpUrl } from '#libs/fields';

/** What came back from the service. */
export interface CheckedResponse {
  verb: string;
  path: string;
  status: number;
  type: string;
  body: unknown;
  text: string;
}

/** Checks responses against the OpenAPI document: status, content type and body. */
export class OpenApiCheck {
  private readonly ajv: Ajv2020;
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly paths: { expression: RegExp; path: string; variables: number }[];

  constructor(private readonly document: OpenAPIObject) {
    this.ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
    formats.default(this.ajv);
    this.ajv.addFormat('iri', isHttpUrl).addFormat('idn-email', isEmail);
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
    const operation = (
      this.document.paths[path] as Record<string, { responses: Record<string, { content?: Record<string, object> }> }>
    )[verb]!;
    const said = operation.responses[String(answer.status)];
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
    if (!/json/.test(mime)) return;
    const pointer = ['paths', path, verb, 'responses', String(answer.status), 'content', mime, 'schema'];
    const validate = this.schema(
      `openapi#/${pointer.map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/')}`,
    );
    if (!validate(answer.body)) {
      throw new Error(
        `${name} is not as documented: ${this.ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 1000)}`,
      );
    }
  }

  private schema(reference: string): ValidateFunction {
    const known = this.compiled.get(reference);
    if (known) return known;
    const validate = this.ajv.compile({ $ref: reference });
    this.compiled.set(reference, validate);
    return validate;
  }
}
