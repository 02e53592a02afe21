import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from './operation.js';

/** Parameters that many operations have; they are written once and referenced. */
const SHARED = [
  'orgId',
  'productSlug',
  'areaSlug',
  'standardSlug',
  'page',
  'pageSize',
  'total',
  'after',
  'sortDirection',
  'If-Match',
  'Prefer',
  'Idempotency-Key',
  'reportNumber',
  'issueNumber',
  'riskNumber',
  'auditNumber',
  'testActivityNumber',
  'webhookId',
  'connectionId',
  'findingId',
  'severity',
  'impact',
  'productId',
  'token',
];

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  style?: string;
  schema: { default?: unknown };
}

/** Pages of different lists have different sizes unless asked otherwise. */
const keyOf = ({ name, schema }: Parameter): string =>
  name === 'pageSize' ? `${name}${String(schema.default)}` : name;

/** Without what OpenAPI takes for granted, which a few hundred parameters would repeat. */
function withoutDefaults({ required, style, ...parameter }: Parameter): Parameter {
  return { ...parameter, ...(required && { required }), ...(style !== undefined && style !== 'form' && { style }) };
}

/** Replaces shared parameters by references; those of another shape under the same name stay. */
export function shareParameters(document: OpenAPIObject): void {
  const shared: Record<string, Parameter> = {};
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item as Record<string, Operation>)) {
      operation.parameters = operation.parameters?.map((given) => {
        const parameter = withoutDefaults(given as unknown as Parameter);
        if (!SHARED.includes(parameter.name)) return parameter as never;
        const key = keyOf(parameter);
        shared[key] ??= parameter;
        return JSON.stringify(shared[key]) === JSON.stringify(parameter)
          ? { $ref: `#/components/parameters/${key}` }
          : (parameter as never);
      });
    }
  }
  Object.assign(document.components!, { parameters: shared });
}
