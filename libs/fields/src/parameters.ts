import { ID_FORM } from '#libs/ids';
import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { Documented, nameOfSet } from './documented.js';
import { IsDay, IsTimestamp, isTimestamp, MaxTextLength } from './formats.js';

const integerOf = (value: unknown): unknown =>
  typeof value === 'string' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;

/** A query parameter that is a whole number written plainly; `1e3`, `0x10` and ` 1` are none. */
export function IntegerParameter(options: {
  /** Absent: the parameter may be left out, and the property is undefined then. */
  default?: number;
  min?: number;
  max: number;
  description?: string;
}): PropertyDecorator {
  const { min = 1, max } = options;
  return applyDecorators(
    Documented({
      type: 'integer',
      minimum: min,
      maximum: max,
      default: options.default,
      required: false,
      description: options.description,
    }),
    Transform(({ value }) => integerOf(value)),
    ValidateIf((_dto, value) => options.default !== undefined || value !== undefined),
    IsInt(),
    Min(min),
    Max(max),
  );
}

/**
 * A query parameter that takes one or several of a fixed set, comma-separated. The property is an array.
 */
export function ChoiceListParameter<T extends string>(
  values: readonly T[],
  options: { description?: string } = {},
): PropertyDecorator {
  return applyDecorators(
    Documented({
      type: String,
      isArray: true,
      enum: [...values] as string[],
      enumName: nameOfSet(values),
      required: false,
      description: options.description ?? 'Comma-separated.',
      style: 'form',
      explode: false,
    } as ApiPropertyOptions),
    splitAtCommas(),
    ValidateIf((_dto, value) => value !== undefined),
    IsArray(),
    IsIn(values, { each: true }),
  );
}

/** A query parameter that takes one or several free strings, comma-separated. The property is an array. */
export function TextListParameter(options: { description?: string; max?: number } = {}): PropertyDecorator {
  const { max = 200 } = options;
  return applyDecorators(
    listProperty({ type: 'string', maxLength: max }, 100, options.description),
    splitAtCommas(),
    ValidateIf((_dto, value) => value !== undefined),
    IsArray(),
    ArrayMaxSize(100),
    IsString({ each: true }),
    MaxTextLength(max, { each: true }),
  );
}

/**
 * A query parameter that takes one or several ids of records, comma-separated. The property is an array.
 * @param options.words what may stand for ids, such as `me`
 */
export function IdListParameter(
  options: { description?: string; maxItems?: number; words?: readonly string[] } = {},
): PropertyDecorator {
  const { maxItems = 100, words = [] } = options;
  const named = new RegExp(`^(${[...words, ID_FORM].join('|')})$`);
  const form = words.length > 0 ? { pattern: named.source } : { format: 'uuid' };
  return applyDecorators(
    listProperty({ type: 'string', ...form }, maxItems, options.description),
    splitAtCommas(),
    ValidateIf((_dto, value) => value !== undefined),
    IsArray(),
    ArrayMaxSize(maxItems),
    words.length > 0
      ? Matches(named, { each: true, message: `$property must be a list of ids, ${words.join(', ')}` })
      : IsUUID('loose', { each: true }),
  );
}

/** A query parameter that takes whole numbers written plainly, comma-separated. The property is an array. */
export function IntegerListParameter(options: { description?: string; maxItems?: number } = {}): PropertyDecorator {
  const { maxItems = 100 } = options;
  return applyDecorators(
    listProperty({ type: 'integer', minimum: 1 }, maxItems, options.description),
    Transform(({ value }) => {
      const items = value === undefined ? undefined : itemsOf(value);
      return Array.isArray(items) ? items.map(integerOf) : items;
    }),
    ValidateIf((_dto, value) => value !== undefined),
    IsArray(),
    ArrayMaxSize(maxItems),
    IsInt({ each: true }),
    Min(1, { each: true }),
  );
}

/**
 * A query parameter that is `true` or `false`. The property is a boolean, undefined where it is absent and has no
 * default.
 */
export function FlagParameter(options: { default?: boolean; description?: string }): PropertyDecorator {
  return applyDecorators(
    Documented({ type: Boolean, default: options.default, required: false, description: options.description }),
    Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : value)),
    ValidateIf((_dto, value) => value !== undefined),
    IsBoolean(),
  );
}

const listProperty = (items: object, maxItems: number, description = 'Comma-separated.'): PropertyDecorator =>
  Documented({
    type: 'array',
    items,
    maxItems,
    required: false,
    description,
    style: 'form',
    explode: false,
  } as ApiPropertyOptions);

/** The values of a list, which repeats its name, stands with commas, or both. */
function itemsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.flatMap(itemsOf);
  return typeof value === 'string' ? value.split(',').map((item) => item.trim()) : null;
}

const splitAtCommas = (): PropertyDecorator =>
  Transform(({ value }) => (value === undefined ? undefined : itemsOf(value)));

/** A query parameter that takes one of a fixed set. */
export function ChoiceParameter<T extends string>(
  values: readonly T[],
  options: { default?: T; description?: string } = {},
): PropertyDecorator {
  return applyDecorators(
    Documented({
      enum: [...values] as string[],
      enumName: nameOfSet(values),
      required: false,
      default: options.default,
      description: options.description,
    } as ApiPropertyOptions),
    ValidateIf((_dto, value) => value !== undefined),
    IsIn(values),
  );
}

/** A query parameter that takes one free string. */
export function TextParameter(
  options: { description?: string; max?: number; required?: boolean } = {},
): PropertyDecorator {
  const { description, max = 200, required = false } = options;
  return applyDecorators(
    Documented({ type: String, maxLength: max, required, description }),
    ValidateIf((_dto, value) => required || value !== undefined),
    IsString(),
    MaxTextLength(max),
  );
}

/** A query parameter that takes a record's id. */
export function IdParameter(options: { description?: string } = {}): PropertyDecorator {
  return applyDecorators(
    Documented({ type: String, format: 'uuid', required: false, description: options.description }),
    ValidateIf((_dto, value) => value !== undefined),
    IsUUID('loose'),
  );
}

/** A query parameter that takes a strict ISO 8601 timestamp with a zone. The property is a `Date`. */
export function TimestampParameter(options: { description?: string } = {}): PropertyDecorator {
  return applyDecorators(
    Documented({ type: String, format: 'date-time', required: false, description: options.description }),
    Transform(({ value }) => (typeof value === 'string' && isTimestamp(value) ? new Date(value) : value)),
    ValidateIf((_dto, value) => value !== undefined),
    IsTimestamp(),
  );
}

/** A query parameter that takes a day, `YYYY-MM-DD`. */
export function DayParameter(options: { description?: string } = {}): PropertyDecorator {
  return applyDecorators(
    Documented({ type: String, format: 'date', required: false, description: options.description }),
    ValidateIf((_dto, value) => value !== undefined),
    IsDay(),
  );
}
