import { invalidSyntax, invalidValue } from './errors.js';

/** The values of an object by their names in lower case: names of SCIM are in any case. */
export type Values = ReadonlyMap<string, unknown>;

/** @throws ScimBadRequest `scim_invalid_syntax` */
export function valuesOf(body: unknown, what = 'The body'): Values {
  if (!isObject(body)) throw invalidSyntax(`${what} must be a JSON object.`);
  return new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const LONGEST = 254;

/** A text; null: there is none. @throws ScimBadRequest `scim_invalid_value` */
export function textOf(name: string, value: unknown, longest = LONGEST): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw invalidValue(`${name} must be a string.`);
  const text = value.trim();
  if (text.length > longest) throw invalidValue(`${name} can have at most ${longest} characters.`);
  return text === '' ? null : text;
}

/** A text that there must be. @throws ScimBadRequest `scim_invalid_value` */
export function filledTextOf(name: string, value: unknown): string {
  const text = textOf(name, value);
  if (text === null) throw invalidValue(`${name} is required.`);
  return text;
}

/** A truth value; also as a text, as Entra ID sends it. @throws ScimBadRequest `scim_invalid_value` */
export function truthOf(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw invalidValue(`${name} must be true or false.`);
}
