/** A piece of JSON text that no JavaScript value would be written as, such as `1e400`. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** A JSON value, with tokens in it. */
export type Json = string | number | boolean | null | RawJson | Json[] | { [name: string]: Json };

const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawJson);

/** Writes JSON, tokens as they are and every own key, `__proto__` among them. */
export function toText(value: Json): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(toText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}:${toText(item)}`)
    .join()}}`;
}

/** A copy in which this place holds another value, made on the way where it is missing; `undefined` takes it away. */
export function withValueAt(root: Json, path: readonly (string | number)[], value: Json | undefined): Json {
  const [key, ...rest] = path;
  if (key === undefined) return value ?? null;
  const copy = (typeof key === 'number' ? (Array.isArray(root) ? [...root] : []) : ownCopy(root)) as Record<
    string,
    Json
  >;
  const old = Object.hasOwn(copy, key) ? copy[key] : undefined;
  if (rest.length === 0 && value === undefined) delete copy[key];
  else {
    const next = rest.length > 0 ? withValueAt(old ?? null, rest, value) : value!;
    // Plain assignment would set the prototype where the key is `__proto__`.
    Object.defineProperty(copy, key, { value: next, enumerable: true, writable: true, configurable: true });
  }
  return copy as Json;
}

const ownCopy = (value: Json) => (isObject(value) ? { ...value } : {});
