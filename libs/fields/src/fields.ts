import { endOfDay } from '#libs/dates';
import { currentRequest } from '#libs/logging';
import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Documented, nameOfSet } from './documented.js';
import {
  IsCidrBlock,
  isDay,
  IsDay,
  IsEmailAddress,
  IsEndOfDay,
  IsFilled,
  IsHttpUrl,
  IsTimestamp,
  isTimestamp,
  MaxTextLength,
  MinTextLength,
} from './formats.js';
import { type Shape, WithShape } from './shape.js';

/**
 * Whether a field may be left out, and whether it may be `null`: two switches, because absent and null mean two things.
 */
export interface FieldOptions {
  optional?: boolean;
  nullable?: boolean;
  description?: string;
  example?: unknown;
}

function field(
  schema: ApiPropertyOptions,
  options: FieldOptions,
  checks: PropertyDecorator[],
  shape: Shape = { kind: 'one' },
): PropertyDecorator {
  const { optional = false, nullable = false, description, example } = options;
  const documented = { ...schema, required: !optional, description, example } as ApiPropertyOptions;
  return applyDecorators(
    Documented(nullable ? { ...documented, nullable: true } : documented),
    ValidateIf((_dto, value) => !(optional && value === undefined) && !(nullable && value === null)),
    WithShape(shape),
    ...checks,
  );
}

/** A form that a string must have, and how a refusal says so. */
export interface TextForm {
  pattern: RegExp;
  message: string;
}

/** A string; `filled` refuses one that is only white space. */
export function Text(
  options: FieldOptions & { max?: number; min?: number; filled?: boolean; form?: TextForm } = {},
): PropertyDecorator {
  const { max, filled = false, min = filled ? 1 : undefined, form } = options;
  return field({ type: String, maxLength: max, minLength: min, pattern: form?.pattern.source }, options, [
    IsString(),
    ...(max === undefined ? [] : [MaxTextLength(max)]),
    ...(min === undefined ? [] : [MinTextLength(min)]),
    ...(filled ? [IsFilled()] : []),
    ...(form ? [Matches(form.pattern, { message: `$property ${form.message}` })] : []),
  ]);
}

// Control characters, line breaks and bidirectional overrides: a name with them is displayed as something else.
const UNSAFE_CHARACTERS = '\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069';
const ONE_LINE = new RegExp(`^[^${UNSAFE_CHARACTERS}]*$`);
const UNSAFE_RUNS = new RegExp(`[${UNSAFE_CHARACTERS}]+`, 'g');

/** A name: one line without control characters, of at most 100 characters, never blank. */
export function OneLine(options: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const { max = 100 } = options;
  return field({ type: String, maxLength: max, minLength: 1 }, options, [
    IsString(),
    MaxTextLength(max),
    IsFilled(),
    Matches(ONE_LINE, { message: '$property must be one line without control characters' }),
  ]);
}

/** Converts a text to one valid line for `OneLine`; undefined if nothing is left. */
export function toOneLine(text: string, max = 100): string | undefined {
  const line = text.replace(UNSAFE_RUNS, ' ').replace(/\s+/g, ' ').trim();
  return [...line].slice(0, max).join('').trim() || undefined;
}

/** A mail address, lower-cased. */
export function Email(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: String, format: 'idn-email', maxLength: 254 }, options, [
    Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    IsEmailAddress(),
    MaxTextLength(254),
  ]);
}

/** One of a fixed set of strings or numbers. */
export function Choice<T extends string | number>(values: readonly T[], options: FieldOptions = {}): PropertyDecorator {
  const schema = { enum: [...values] as string[], enumName: nameOfSet(values) } as ApiPropertyOptions;
  return field(schema, options, [IsIn(values)]);
}

/** A list of one or more of a fixed set. */
export function ChoiceList<T extends string>(
  values: readonly T[],
  options: FieldOptions & { min?: number } = {},
): PropertyDecorator {
  const schema = {
    enum: [...values] as string[],
    enumName: nameOfSet(values),
    isArray: true,
    minItems: options.min,
  } as ApiPropertyOptions;
  return field(
    schema,
    options,
    [IsArray(), ...(options.min ? [ArrayMinSize(options.min)] : []), IsIn(values, { each: true })],
    { kind: 'list' },
  );
}

/** A JSON integer. */
export function Integer(options: FieldOptions & { min?: number; max?: number } = {}): PropertyDecorator {
  const { min, max } = options;
  return field({ type: 'integer', minimum: min, maximum: max }, options, [
    IsInt(),
    ...(min === undefined ? [] : [Min(min)]),
    ...(max === undefined ? [] : [Max(max)]),
  ]);
}

/** A list of integers, none below 0. */
export function IntegerList(options: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const { max = 1000 } = options;
  return field(
    { type: 'array', items: { type: 'integer', minimum: 0 }, maxItems: max },
    options,
    [IsArray(), ArrayMaxSize(max), IsInt({ each: true }), Min(0, { each: true })],
    { kind: 'list', max },
  );
}

/** A number from 1, or a word that stands for something else. The property is a string. */
export function NumberOr(word: string, options: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const { max = 2_147_483_647 } = options;
  const either = [
    { type: 'integer', minimum: 1, maximum: max },
    { type: 'string', enum: [word] },
  ];
  return field({ oneOf: either } as ApiPropertyOptions, options, [
    // A number in quotes is none: what is no text fits nothing.
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'number' ? String(value) : value === word || value === undefined ? value : NaN,
    ),
    Matches(new RegExp(`^(?:${word}|[1-9]\\d{0,9})$`), { message: `$property must be a number from 1, or ${word}` }),
  ]);
}

/** A JSON boolean. */
export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: Boolean }, options, [IsBoolean()]);
}

/** A record's id. */
export function Id(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: String, format: 'uuid' }, options, [IsUUID('loose')]);
}

/** A list of record ids. */
export function IdList(options: FieldOptions & { max?: number; min?: number } = {}): PropertyDecorator {
  const { max = 1000, min } = options;
  return field(
    { type: String, format: 'uuid', isArray: true, maxItems: max, minItems: min },
    options,
    [IsArray(), ArrayMaxSize(max), ...(min === undefined ? [] : [ArrayMinSize(min)]), IsUUID('loose', { each: true })],
    { kind: 'list', max },
  );
}

/** A list of strings. */
export function TextList(
  options: FieldOptions & { max?: number; minItems?: number; maxItems?: number } = {},
): PropertyDecorator {
  const { max, minItems, maxItems = 100 } = options;
  return field(
    { type: 'array', items: { type: 'string', maxLength: max }, minItems, maxItems },
    options,
    [
      IsArray(),
      ...(minItems === undefined ? [] : [ArrayMinSize(minItems)]),
      ArrayMaxSize(maxItems),
      IsString({ each: true }),
      ...(max === undefined ? [] : [MaxTextLength(max, { each: true })]),
    ],
    { kind: 'list', max: maxItems },
  );
}

/** A list of IP addresses and CIDR blocks, not empty. */
export function CidrBlocks(options: FieldOptions & { maxItems?: number } = {}): PropertyDecorator {
  const { maxItems = 50 } = options;
  return field({ type: 'array', items: { type: 'string' }, minItems: 1, maxItems }, options, [
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(maxItems),
    IsCidrBlock({ each: true }),
  ]);
}

/**
 * A timestamp: input is strict ISO 8601 with a time zone, output is UTC with milliseconds. The property is a `Date`.
 */
export function Timestamp(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: String, format: 'date-time' }, options, [
    Transform(({ value }) => (typeof value === 'string' && isTimestamp(value) ? new Date(value) : value)),
    IsTimestamp(),
  ]);
}

/**
 * A day that is meant until its end in the time zone of the organization, `YYYY-MM-DD`; a strict timestamp, as it was
 * asked for before, is that moment. The property is a `Date`.
 */
export function EndOfDay(options: FieldOptions = {}): PropertyDecorator {
  const asBefore = 'It lasts its whole day in the time zone of the organization. A timestamp is taken too.';
  const description = [options.description, asBefore].filter(Boolean).join(' ');
  return field({ type: String, format: 'date' }, { ...options, description }, [
    Transform(({ value }) => {
      if (typeof value !== 'string') return value as unknown;
      if (isTimestamp(value)) return new Date(value);
      return isDay(value) ? endOfDay(value, currentRequest().timeZone ?? 'UTC') : value;
    }),
    IsEndOfDay(),
  ]);
}

/** A day, `YYYY-MM-DD`. */
export function Day(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: String, format: 'date' }, options, [IsDay()]);
}

/** An http or https address. */
export function HttpUrl(options: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const { max = 2000 } = options;
  return field({ type: String, format: 'uri', maxLength: max }, options, [IsString(), MaxTextLength(max), IsHttpUrl()]);
}

/** Another DTO. */
export function Nested(type: () => new () => object, options: FieldOptions = {}): PropertyDecorator {
  return field({ type: () => type() }, options, [IsObject(), ValidateNested(), Type(type)], { kind: 'nested', type });
}

/** A list of another DTO. */
export function NestedList(
  type: () => new () => object,
  options: FieldOptions & { max?: number } = {},
): PropertyDecorator {
  const { max } = options;
  return field(
    { type: () => type(), isArray: true, maxItems: max },
    options,
    [
      IsArray(),
      ...(max === undefined ? [] : [ArrayMaxSize(max)]),
      // ValidateNested goes into a list within the list, and passes an empty one.
      IsObject({ each: true }),
      ValidateNested({ each: true }),
      Type(type),
    ],
    { kind: 'nested', type, isList: true, max },
  );
}

/** A free JSON object. */
export function JsonObject(options: FieldOptions = {}): PropertyDecorator {
  return field({ type: 'object', additionalProperties: true }, options, [IsObject()], { kind: 'free' });
}

/** A list of free JSON objects. */
export function JsonObjectList(options: FieldOptions = {}): PropertyDecorator {
  const items = { type: 'object', additionalProperties: true };
  return field({ type: 'array', items } as ApiPropertyOptions, options, [IsArray(), IsObject({ each: true })]);
}

const ANY_JSON = [
  { type: 'object', additionalProperties: true },
  { type: 'array', items: {} },
  ...['string', 'number', 'boolean', 'null'].map((type) => ({ type })),
];

/** Any JSON value, in answers. */
export function AnyJson(options: FieldOptions = {}): PropertyDecorator {
  return Documented({ description: options.description, anyOf: ANY_JSON } as ApiPropertyOptions);
}
