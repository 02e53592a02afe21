import type { ApiPropertyOptions } from '@nestjs/swagger';

/** What the OpenAPI document says of a property. */
interface DocumentedProperty {
  target: object;
  property: string | symbol;
  options: ApiPropertyOptions;
}

const properties: DocumentedProperty[] = [];
const models: (new () => object)[] = [];
const names = new WeakMap<readonly unknown[], string>();
const descriptions = new Map<string, string>();

/**
 * Says what the OpenAPI document tells of a property, in the words of `ApiProperty`. It is kept for whoever makes the
 * document:
 * @nestjs/swagger has a fifth of the files that the service would load with it, and does nothing for a request.
 */
export function Documented(options: ApiPropertyOptions = {}): PropertyDecorator {
  return (target, property) => void properties.push({ target, property, options });
}

const fieldNames = new WeakMap<object, readonly string[]>();

function fieldNamesOf(type: new () => object): readonly string[] {
  const known = fieldNames.get(type);
  if (known) return known;
  const names = properties
    .filter(({ target }) => type.prototype === target || type.prototype instanceof target.constructor)
    .map(({ property }) => property as string);
  fieldNames.set(type, names);
  return names;
}

/** Of a record what the class of an answer declares: a new column goes out only once a field names it. */
export function fieldsOf<T extends object, R extends object>(
  type: new () => T,
  record: R,
): Pick<R, Extract<keyof T, keyof R>> {
  const fields: Partial<R> = {};
  for (const name of fieldNamesOf(type) as (keyof R)[]) if (name in record) fields[name] = record[name];
  return fields as R;
}

/** Names classes that the document must have beside the one that refers to them. */
export const DocumentedWith =
  (...classes: (new () => object)[]): ClassDecorator =>
  () =>
    void models.push(...classes);

/** Tells what a class is, in the schema that the document has of it. */
export const Described =
  (description: string): ClassDecorator =>
  ({ name }) =>
    void descriptions.set(name, description);

/** A fixed set of values that is a schema of its own, so that generated clients have a type for it. */
export function named<const T extends readonly (string | number)[]>(name: string, values: T, description?: string): T {
  names.set(values, name);
  if (description !== undefined) descriptions.set(name, description);
  return values;
}

/** The name that a set was given. */
export const nameOfSet = (values: readonly unknown[]): string | undefined => names.get(values);

/** All that was said, in the order of the declarations, so parents before those that extend them. */
export const documentation = (): {
  properties: readonly DocumentedProperty[];
  models: readonly (new () => object)[];
  /** By the name of the schema. */
  descriptions: ReadonlyMap<string, string>;
} => ({ properties, models, descriptions });

/** How the document refers to a schema. */
export const schemaPath = (schema: string | (new () => object)): string =>
  `#/components/schemas/${typeof schema === 'string' ? schema : schema.name}`;
