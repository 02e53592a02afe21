import { getMetadataStorage } from 'class-validator';
import 'reflect-metadata';

const SHAPE = Symbol('shape');

/**
 * What a property takes, as far as it bounds the work of checking it: `one` value; a `list` of at most so many; another
 * class (`nested`), or a list of it; any JSON (`free`).
 */
export interface Shape {
  kind: 'one' | 'list' | 'nested' | 'free';
  /** The class of what is nested. */
  type?: () => new () => object;
  /** The longest list. */
  max?: number;
}

/** Says what a property takes. The last word counts. */
export const WithShape =
  (shape: Shape): PropertyDecorator =>
  (target, property) =>
    Reflect.defineMetadata(SHAPE, shape, target, property);

const known = new WeakMap<object, ReadonlyMap<string, Shape | undefined>>();

/** The properties that a class declares, those of its parents included; undefined where nobody said what they take. */
export function shapesOf(type: new () => object): ReadonlyMap<string, Shape | undefined> {
  const earlier = known.get(type);
  if (earlier) return earlier;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const shapes = new Map(
    rules.map(({ propertyName }) => [
      propertyName,
      Reflect.getMetadata(SHAPE, type.prototype as object, propertyName) as Shape | undefined,
    ]),
  );
  known.set(type, shapes);
  return shapes;
}
