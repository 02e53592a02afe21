import { packageVersion } from '#libs/config';
import { documentation, schemaOf } from '#libs/fields';
import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { ApiProperty, DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { z } from 'zod';
import { addExamples } from '../openapi/examples.js';
import { GUIDE } from '../openapi/guide.js';
import { HEADERS, NOT_MODIFIED } from '../openapi/headers.js';
import { MESSAGE_SCHEMAS, WEBHOOKS } from '../openapi/messages.js';
import { describeOperation, type Operation } from '../openapi/operation.js';
import { PROBLEM_CODES } from '../openapi/problem-codes.js';
import { REFUSAL_RESPONSES, SCIM_ERROR } from '../openapi/refusals.js';
import { describeSchemas, hoisted, type Schema, tidied } from '../openapi/schemas.js';
import { shareParameters } from '../openapi/shared-parameters.js';
import { TAGS } from '../openapi/tags.js';
import type { FileUpload } from '../../platform/http/endpoint.js';
import { Problem } from '../../platform/http/problem.js';
import { listRoutes, type Route } from '../../platform/http/routes.js';

/** The OpenAPI document of the running application, made from the same metadata that the guards read. */
export function buildOpenApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Curbcut')
    .setDescription(GUIDE)
    .setVersion(packageVersion())
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'A session token, or an API key (`svc_…`).' },
      'bearer',
    )
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key (`svc_…`).' }, 'apiKey')
    .build();
  const routes = listRoutes(app.get(ModulesContainer));
  const { properties, models, descriptions } = documentation();
  for (const { target, property, options } of properties) ApiProperty(options)(target, property);
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [
      Problem,
      ...models,
      ...new Set(routes.flatMap(({ options }) => [options?.returns ?? [], options?.orReturns ?? []].flat())),
    ],
  });
  document.tags = TAGS.map(({ name, description }) => ({ name, description }));
  const { schemas } = document.components!;
  Object.assign(schemas!, ...routes.flatMap(compiledBodies), {
    ...MESSAGE_SCHEMAS,
    PictureUpload: PICTURE_UPLOAD,
    ProblemCode: PROBLEM_CODE,
    ScimBody: SCIM_BODY,
    ScimError: SCIM_ERROR,
  });
  Object.assign(document.components!, {
    responses: { NotModified: NOT_MODIFIED, ...REFUSAL_RESPONSES },
    headers: HEADERS,
  });
  for (const route of routes) {
    const item = document.paths[route.path.replace(/:(\w+)/g, '{$1}')] as Record<string, Operation> | undefined;
    const operation = item?.[route.verb.toLowerCase()];
    if (operation) describeOperation(operation, route);
  }
  for (const { options } of routes) if (typeof options?.upload === 'object') addFile(schemas!, options.upload);
  shareParameters(document);
  const tidy = tidied(document);
  describeSchemas(tidy, descriptions);
  addExamples(tidy);
  return { ...tidy, security: [{ bearer: [] }, { apiKey: [] }], webhooks: WEBHOOKS } as OpenAPIObject;
}

/** The bodies of a route that are checked by a compiled schema, which Nest knows nothing of. */
const compiledBodies = ({ bodies }: Route): Record<string, Schema>[] =>
  bodies.flatMap((type) => {
    const schema = schemaOf(type as object);
    return schema ? [hoisted((type as { name: string }).name, z.toJSONSchema(schema, { io: 'input' }) as Schema)] : [];
  });

/** A file, or several, beside the fields of a form. */
function addFile(schemas: object, { fields, description, files }: FileUpload): void {
  const schema = (schemas as Record<string, Schema & { properties?: object; required?: string[] }>)[fields.name]!;
  const file = { type: 'string', format: 'binary' };
  const [name, described] = files
    ? ['files', { type: 'array', items: file, minItems: 1, maxItems: files, description }]
    : ['file', { ...file, description }];
  schema.properties = { [name]: described, ...schema.properties };
  schema.required = [name, ...(schema.required ?? [])];
}

const PICTURE_UPLOAD = {
  type: 'object',
  description: 'An image as a form file.',
  properties: { file: { type: 'string', format: 'binary', description: 'JPEG, PNG, GIF or WebP.' } },
  required: ['file'],
  additionalProperties: false,
};

/** What is sent where SCIM is spoken; names of attributes are in any case, and unknown ones ignored. */
const SCIM_BODY = {
  type: 'object',
  additionalProperties: true,
  description: 'A resource (RFC 7643), or the operations of a PATCH (RFC 7644, 3.5.2).',
  example: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'ada@example.org' },
};

const PROBLEM_CODE = {
  type: 'string',
  description: `The error code, for programs.\n\n${Object.entries(PROBLEM_CODES)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join('\n')}`,
  enum: Object.keys(PROBLEM_CODES),
};
