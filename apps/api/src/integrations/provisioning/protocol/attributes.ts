import { withoutSchema } from './filter.js';
import type { ScimResource } from './scim.js';

/** Which attributes are answered. */
export interface Selection {
  /** These alone; undefined: all. */
  only?: ReadonlySet<string>;
  /** All but these. */
  without: ReadonlySet<string>;
}

/** What is answered always (RFC 7643, 7: `returned`). */
const ALWAYS = ['schemas', 'id'];
const MOST = 100;

/** Reads `attributes` and `excludedAttributes`, lists with commas; where both are there, the first counts. */
export function selectionOf({
  attributes,
  excludedAttributes,
}: {
  attributes?: string;
  excludedAttributes?: string;
}): Selection {
  const only = namesOf(attributes);
  return { ...(only.size > 0 ? { only } : {}), without: only.size > 0 ? new Set() : namesOf(excludedAttributes) };
}

const namesOf = (text = ''): ReadonlySet<string> =>
  new Set(
    text
      .split(',', MOST)
      .map((name) => withoutSchema(name.trim()).toLowerCase())
      .filter((name) => name !== ''),
  );

/** Whether any of an attribute is answered, so that it must be read. */
export const isSelected = ({ only, without }: Selection, attribute: string): boolean => {
  const name = attribute.toLowerCase();
  return only ? [...only].some((one) => one === name || one.startsWith(`${name}.`)) : !without.has(name);
};

/** A resource with the attributes that are answered. */
export function selected(resource: ScimResource, selection: Selection): ScimResource {
  const { only, without } = selection;
  if (!only && without.size === 0) return resource;
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      if (ALWAYS.includes(name)) return [[name, value]];
      if (!isSelected(selection, name)) return [];
      const below = only?.has(name.toLowerCase()) ? { without } : selection;
      return [[name, withSubAttributes(name, value, below)]];
    }),
  );
}

function withSubAttributes(name: string, value: unknown, { only, without }: Selection): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withSubAttributes(name, item, { only, without }));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([sub]) => {
      const path = `${name}.${sub}`.toLowerCase();
      return only ? only.has(path) : !without.has(path);
    }),
  );
}
