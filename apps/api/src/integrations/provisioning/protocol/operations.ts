import { invalidPath, invalidSyntax, invalidValue } from './errors.js';
import { isObject, valuesOf } from './values.js';
import { withoutSchema } from './filter.js';

/** One step of a change. */
export interface Operation {
  op: 'add' | 'replace' | 'remove';
  path?: string;
  value: unknown;
}

/** A path to an attribute: `emails[type eq "work"].value`. */
interface AttributePath {
  /** In lower case, as the others. */
  attribute: string;
  /** The condition in brackets. */
  filter?: { attribute: string; value: string | boolean };
  sub?: string;
}

const MOST_OPERATIONS = 1_000;
const LONGEST_PATH = 1_000;
const PATH = /^([a-z$][\w$-]*)(?:\[([^[\]]*)\])?(?:\.([a-z$][\w$-]*))?$/i;
const FILTER = /^ *([a-z$][\w$-]*) +eq +("(?:[^"\\]|\\.)*"|true|false) *$/i;
/** An attribute of an extension: nothing is kept of these. */
const OF_EXTENSION = /^urn:[^\s[\]]+$/i;

/** The steps of a body of PATCH. @throws ScimBadRequest */
export function operationsOf(body: unknown): Operation[] {
  const operations = valuesOf(body).get('operations');
  if (!Array.isArray(operations)) throw invalidSyntax('Operations must be a list.');
  if (operations.length > MOST_OPERATIONS)
    throw invalidValue(`A request can have at most ${MOST_OPERATIONS} operations.`);
  return operations.map((operation: unknown) => {
    const values = valuesOf(operation, 'An element of Operations');
    const [op, path] = [values.get('op'), values.get('path') ?? undefined];
    const name = typeof op === 'string' ? op.toLowerCase() : undefined;
    if (name !== 'add' && name !== 'replace' && name !== 'remove')
      throw invalidSyntax('op must be add, replace or remove.');
    if (path !== undefined && typeof path !== 'string') throw invalidPath('path must be a string.');
    return { op: name, ...(path === undefined || path === '' ? {} : { path }), value: values.get('value') };
  });
}

/** Reads a path; `extension`: of an attribute of which nothing is kept; undefined: it is none. */
function parsePath(text: string): AttributePath | 'extension' | undefined {
  const path = withoutSchema(text.trim());
  if (path.length > LONGEST_PATH) return undefined;
  if (OF_EXTENSION.test(path)) return 'extension';
  const [, attribute, filter, sub] = PATH.exec(path) ?? [];
  if (attribute === undefined) return undefined;
  const condition = filter === undefined ? undefined : conditionOf(filter);
  if (filter !== undefined && !condition) return undefined;
  return {
    attribute: attribute.toLowerCase(),
    ...(condition ? { filter: condition } : {}),
    ...(sub === undefined ? {} : { sub: sub.toLowerCase() }),
  };
}

function conditionOf(text: string): AttributePath['filter'] {
  const [, attribute, written] = FILTER.exec(text) ?? [];
  if (attribute === undefined) return undefined;
  try {
    const value = JSON.parse(written!.startsWith('"') ? written! : written!.toLowerCase()) as string | boolean;
    return { attribute: attribute.toLowerCase(), value };
  } catch {
    return undefined;
  }
}

/** A step with its path read; what has no path is one step for each attribute of its value. */
export interface Step extends AttributePath {
  op: Operation['op'];
  value: unknown;
}

/**
 * The steps for attributes of which something is kept. What else a value has is ignored, and so are paths to what the
 * schemas have and we do not keep; any other path is refused.
 * @param kept the attributes of which something is kept, in lower case
 * @param ignored those of which the schema tells, and nothing is kept
 * @throws ScimBadRequest
 */
export function stepsOf(
  operations: readonly Operation[],
  { kept, ignored }: { kept: readonly string[]; ignored: readonly string[] },
): Step[] {
  return operations.flatMap(({ op, path: written, value }) => {
    if (written !== undefined) {
      const path = parsePath(written);
      if (path === 'extension' || (path && ignored.includes(path.attribute))) return [];
      if (!path || !kept.includes(path.attribute))
        throw invalidPath(`${shown(written)} is not a path of an attribute.`);
      return [{ ...path, op, value }];
    }
    if (op === 'remove') throw invalidPath('A remove operation requires a path.');
    if (!isObject(value)) throw invalidSyntax('Without a path, value must be a JSON object.');
    return Object.entries(value).flatMap(([name, one]) => {
      const path = parsePath(name);
      if (!path || path === 'extension' || !kept.includes(path.attribute)) return [];
      return [{ ...path, op, value: one }];
    });
  });
}

/** A path as it is said in a refusal. */
const shown = (path: string): string => [...path].slice(0, 100).join('');
