import { getMetadataStorage } from 'class-validator';
import 'reflect-metadata';

const SHAPE = Symbol('shape');

/**
 * The shape of a property, which bounds the cost of validation: `one` value, a `list` with a maximum length, another
 * class (`nested`) or a list of it, or any JSON (`free`).
 */
export interface Shape {
  kind: 'one' | 'list' | 'nested' | 'free';
  /** The class of what is nested. */
  type?: () => new () => object;
  /** Whether it is a list of what is nested. */
  isList?: boolean;
  /** The longest list. */
  max?: number;
}

/** Declares the shape of a property; the last declaration wins. */
export const WithShape =
  (shape: Shape): PropertyDecorator =>
  (target, property) =>
    Reflect.defineMetadata(SHAPE, shape, target, property);

const known = new WeakMap<object, ReadonlyMap<string, Shape | undefined>>();

/** The properties of a class and its parents with their shapes; undefined for properties without one. */
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

/** The names of the properties of a class and its parents that are checked. */
export const propertiesOf = (type: new () => object): string[] => [...shapesOf(type).keys()];
