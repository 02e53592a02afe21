import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
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
import { type Shape, Shaped } from './shape.js';
import {
  IsAddressBlock,
  IsMailAddress,
  IsMoment,
  IsWebAddress,
  isTimestamp,
  LongestText,
  ShortestText,
} from './formats.js';

/** Whether a field may be left out, and whether it may be `null`: two switches, because absent and null mean two things. */
export interface Presence {
  optional?: boolean;
  nullable?: boolean;
  description?: string;
  example?: unknown;
}

function field(
  schema: ApiPropertyOptions,
  presence: Presence,
  checks: PropertyDecorator[],
  shape: Shape = { kind: 'one' },
): PropertyDecorator {
  const { optional = false, nullable = false, description, example } = presence;
  const documented = { ...schema, required: !optional, description, example } as ApiPropertyOptions;
  return applyDecorators(
    ApiProperty(nullable ? { ...documented, nullable: true } : documented),
    ValidateIf((_dto, value) => !(optional && value === undefined) && !(nullable && value === null)),
    Shaped(shape),
    ...checks,
  );
}

/** A string; `filled` refuses one that is only white space. */
export function Text(options: Presence & { max?: number; min?: number; filled?: boolean } = {}): PropertyDecorator {
  const { max, filled = false, min = filled ? 1 : undefined } = options;
  return field({ type: String, maxLength: max, minLength: min }, options, [
    IsString(),
    ...(max === undefined ? [] : [LongestText(max)]),
    ...(min === undefined ? [] : [ShortestText(min)]),
    ...(filled ? [Matches(/\S/, { message: '$property must not be blank' })] : []),
  ]);
}

// What moves a cursor, breaks a line or turns the direction of what follows: a name with it shows as something else.
const ODD = '\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069';
const ONE_LINE = new RegExp(`^[^${ODD}]*$`);
const ODD_RUNS = new RegExp(`[${ODD}]+`, 'g');

/** A name: one line without control characters, of at most 100 characters, never blank. */
export function OneLine(options: Presence & { max?: number } = {}): PropertyDecorator {
  const { max = 100 } = options;
  return field({ type: String, maxLength: max, minLength: 1 }, options, [
    IsString(),
    LongestText(max),
    Matches(/\S/, { message: '$property must not be blank' }),
    Matches(ONE_LINE, { message: '$property must be one line without control characters' }),
  ]);
}

/** The text as `OneLine` takes it: what others have called somebody; undefined when nothing is left. */
export function oneLine(text: string, max = 100): string | undefined {
  const line = text.replace(ODD_RUNS, ' ').replace(/\s+/g, ' ').trim();
  return [...line].slice(0, max).join('').trim() || undefined;
}

/** A mail address, lower-cased. */
export function Email(options: Presence = {}): PropertyDecorator {
  return field({ type: String, format: 'idn-email', maxLength: 254 }, options, [
    Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    IsMailAddress(),
    LongestText(254),
  ]);
}

/** One of a fixed set of strings or numbers. `name` makes it a named schema for generated clients. */
export function Choice<T extends string | number>(
  values: readonly T[],
  options: Presence & { name?: string } = {},
): PropertyDecorator {
  const schema = { enum: [...values] as string[], enumName: options.name } as ApiPropertyOptions;
  return field(schema, options, [IsIn(values)]);
}

/** A list of one or more of a fixed set. */
export function Choices<T extends string>(
  values: readonly T[],
  options: Presence & { name?: string; min?: number } = {},
): PropertyDecorator {
  const schema = {
    enum: [...values] as string[],
    enumName: options.name,
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
export function Whole(options: Presence & { min?: number; max?: number } = {}): PropertyDecorator {
  const { min, max } = options;
  return field({ type: 'integer', minimum: min, maximum: max }, options, [
    IsInt(),
    ...(min === undefined ? [] : [Min(min)]),
    ...(max === undefined ? [] : [Max(max)]),
  ]);
}

/** A JSON boolean. */
export function Flag(options: Presence = {}): PropertyDecorator {
  return field({ type: Boolean }, options, [IsBoolean()]);
}

/** A record's id. */
export function Id(options: Presence = {}): PropertyDecorator {
  return field({ type: String, format: 'uuid' }, options, [IsUUID('loose')]);
}

/** A list of record ids. */
export function Ids(options: Presence & { max?: number; min?: number } = {}): PropertyDecorator {
  const { max = 1000, min } = options;
  return field(
    { type: String, format: 'uuid', isArray: true, maxItems: max, minItems: min },
    options,
    [IsArray(), ArrayMaxSize(max), ...(min === undefined ? [] : [ArrayMinSize(min)]), IsUUID('loose', { each: true })],
    { kind: 'list', max },
  );
}

/** A list of strings. */
export function Texts(options: Presence & { max?: number; maxItems?: number } = {}): PropertyDecorator {
  const { max, maxItems = 100 } = options;
  return field(
    { type: 'array', items: { type: 'string', maxLength: max }, maxItems },
    options,
    [
      IsArray(),
      ArrayMaxSize(maxItems),
      IsString({ each: true }),
      ...(max === undefined ? [] : [LongestText(max, { each: true })]),
    ],
    { kind: 'list', max: maxItems },
  );
}

/** A list of IP addresses and CIDR blocks, not empty. */
export function AddressBlocks(options: Presence & { maxItems?: number } = {}): PropertyDecorator {
  const { maxItems = 50 } = options;
  return field({ type: 'array', items: { type: 'string' }, minItems: 1, maxItems }, options, [
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(maxItems),
    IsAddressBlock({ each: true }),
  ]);
}

/** A moment: strict ISO 8601 with a zone on the way in, UTC with milliseconds on the way out. The property is a `Date`. */
export function Timestamp(options: Presence = {}): PropertyDecorator {
  return field({ type: String, format: 'date-time' }, options, [
    Transform(({ value }) => (typeof value === 'string' && isTimestamp(value) ? new Date(value) : value)),
    IsMoment(),
  ]);
}

/** An http or https address. */
export function WebAddress(options: Presence & { max?: number } = {}): PropertyDecorator {
  const { max = 2000 } = options;
  return field({ type: String, format: 'iri', maxLength: max }, options, [
    IsString(),
    LongestText(max),
    IsWebAddress(),
  ]);
}

/** Another DTO. */
export function Nested(type: () => new () => object, options: Presence = {}): PropertyDecorator {
  return field({ type: () => type() }, options, [IsObject(), ValidateNested(), Type(type)], { kind: 'nested', type });
}

/** A list of another DTO. */
export function NestedList(type: () => new () => object, options: Presence & { max?: number } = {}): PropertyDecorator {
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
    { kind: 'nested', type, max },
  );
}

/** A free JSON object. */
export function JsonObject(options: Presence = {}): PropertyDecorator {
  return field({ type: 'object', additionalProperties: true }, options, [IsObject()], { kind: 'free' });
}

/** A list of free JSON objects. */
export function JsonObjects(options: Presence = {}): PropertyDecorator {
  const items = { type: 'object', additionalProperties: true };
  return field({ type: 'array', items } as ApiPropertyOptions, options, [IsArray(), IsObject({ each: true })]);
}

const ANY_JSON = [
  { type: 'object', additionalProperties: true },
  { type: 'array', items: {} },
  ...['string', 'number', 'boolean', 'null'].map((type) => ({ type })),
];

/** Any JSON value, in answers. */
export function Anything(options: Presence = {}): PropertyDecorator {
  return ApiProperty({ description: options.description, anyOf: ANY_JSON } as ApiPropertyOptions);
}
