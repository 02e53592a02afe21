import type { ApiPropertyOptions } from '@nestjs/swagger';

/** What the OpenAPI document says of a property. */
interface DocumentedProperty {
  target: object;
  property: string | symbol;
  options: ApiPropertyOptions;
}

const properties: DocumentedProperty[] = [];
const models: (new () => object)[] = [];

/**
 * Says what the OpenAPI document tells of a property, in the words of `ApiProperty`. It is kept for whoever makes the document:
 * @nestjs/swagger has a fifth of the files that the service would load with it, and does nothing for a request.
 */
export function Documented(options: ApiPropertyOptions = {}): PropertyDecorator {
  return (target, property) => void properties.push({ target, property, options });
}

/** Names classes that the document must have beside the one that refers to them. */
export const DocumentedWith =
  (...classes: (new () => object)[]): ClassDecorator =>
  () =>
    void models.push(...classes);

/** All that was said, in the order of the declarations, so parents before those that extend them. */
export const documentation = (): {
  properties: readonly DocumentedProperty[];
  models: readonly (new () => object)[];
} => ({
  properties,
  models,
});

/** How the document refers to a schema. */
export const schemaPath = (schema: string | (new () => object)): string =>
  `#/components/schemas/${typeof schema === 'string' ? schema : schema.name}`;
