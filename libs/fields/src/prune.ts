import { type Fault, type FaultList, pointerSegment } from '#libs/errors';
import { type Shape, shapesOf } from './shape.js';

/** How many values are kept below a scalar property; more are not needed to report its fault. */
const MAX_BELOW_SCALAR = 100;
/** The same for properties without a declared shape. */
const MAX_BELOW_UNKNOWN = 10_000;

/**
 * Reduces a body to what its class declares, so that the cost of validation is bounded by the class and not by the
 * caller: unknown properties become faults (or are dropped if `faults` is undefined), lists keep one item more than
 * allowed, and a large object in the place of a scalar becomes empty.
 */
export function prune(type: new () => object, value: unknown, faults: FaultList | undefined, path = ''): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const shapes = shapesOf(type);
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    // Names from `Object.prototype` are rejected: class-transformer would treat `constructor` as a class.
    if (key in Object.prototype || !shapes.has(key)) faults?.add(() => unknownProperty(path, key));
    else {
      const item = (value as Record<string, unknown>)[key];
      kept[key] = isObject(item)
        ? pruneProperty(shapes.get(key), item, faults, `${path}/${pointerSegment(key)}`)
        : item;
    }
  }
  return kept;
}

function pruneProperty(shape: Shape | undefined, value: object, faults: FaultList | undefined, path: string): unknown {
  if (shape?.kind === 'free') return withoutInherited(value, faults, path);
  if (shape?.type) {
    const nested = shape.type();
    if (!Array.isArray(value)) return prune(nested, value, faults, path);
    return truncated(value, shape.max).map((item, index) => prune(nested, item, faults, `${path}/${index}`));
  }
  if (shape?.kind === 'list' && Array.isArray(value))
    return truncated(value, shape.max).map((item: unknown) => (isObject(item) ? emptyOf(item) : item));
  const most = shape ? MAX_BELOW_SCALAR : MAX_BELOW_UNKNOWN;
  return countValues(value, most) > most ? emptyOf(value) : withoutInherited(value, faults, path);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const emptyOf = (value: object): object => (Array.isArray(value) ? [] : {});

const truncated = (list: unknown[], max: number | undefined): unknown[] =>
  max !== undefined && list.length > max ? list.slice(0, max + 1) : list;

/** The number of nested values; counting stops soon after `most`. */
function countValues(value: object, most: number): number {
  let count = 0;
  const items: unknown[] = Array.isArray(value) ? value.slice(0, most + 1) : Object.values(value);
  for (const item of items) {
    count += 1;
    if (count > most) break;
    if (isObject(item)) count += countValues(item, most - count);
  }
  return count;
}

function withoutInherited(value: unknown, faults: FaultList | undefined, path: string): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map((item, index) => withoutInherited(item, faults, `${path}/${index}`));
  const kept: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (key in Object.prototype) faults?.add(() => unknownProperty(path, key));
    else kept[key] = isObject(item) ? withoutInherited(item, faults, `${path}/${pointerSegment(key)}`) : item;
  }
  return kept;
}

/** The fault of a property that the request does not have. */
export const unknownProperty = (path: string, key: string): Fault => ({
  path: `${path}/${pointerSegment(key)}`,
  code: 'unknown_property',
  message: `${key} is not a property of this request`,
});
