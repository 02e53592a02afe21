import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { InvalidInput, type Fault } from '#libs/errors';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import type { z } from 'zod';
import { isStorable, pointerSegment } from './json-body.js';

const LENIENT = Symbol('lenient');
const COMPILED = Symbol('compiled');

/** Unknown properties of this body are ignored instead of refused: foreign clients send more than we ask for. */
export const Lenient = (): ClassDecorator => (target) => Reflect.defineMetadata(LENIENT, true, target);

/** A schema, and a rule across its fields that must be told beside the schema's own faults. */
interface Compiled {
  schema: z.ZodType;
  rule: (value: unknown) => Fault[];
}

/** This body is checked by a compiled schema: hundreds of times faster for thousands of nested records. */
export const CheckedBy =
  (schema: z.ZodType, rule: Compiled['rule'] = () => []): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(COMPILED, { schema, rule } satisfies Compiled, target);

const compiledOf = (type: object): Compiled | undefined => Reflect.getMetadata(COMPILED, type) as Compiled | undefined;

/** The compiled schema of a body class, for its documentation. */
export const schemaOf = (type: object): z.ZodType | undefined => compiledOf(type)?.schema;

/** Turns bodies and queries into their DTO and refuses with every fault named at once. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || !metatype || metatype === Object) return value;
    const compiled = compiledOf(metatype);
    return compiled ? checkCompiled(compiled, value ?? {}) : checkDto(metatype as Type<object>, value ?? {}, type);
  }
}

async function checkDto(metatype: Type<object>, plain: unknown, type: 'body' | 'query'): Promise<object> {
  const strict = type === 'body' && !Reflect.getMetadata(LENIENT, metatype);
  const inherited: Fault[] = [];
  const own = type === 'body' ? withoutInherited(plain, '', inherited) : plain;
  const dto = plainToInstance(metatype, own, { exposeDefaultValues: true });
  const errors = await validate(dto, {
    whitelist: true,
    forbidNonWhitelisted: strict,
    forbidUnknownValues: false,
    validationError: { target: false },
  });
  const faults = [...faultsOf(errors, type === 'query' ? '/query' : ''), ...(type === 'query' ? unstorable(dto) : [])];
  if (strict) faults.push(...inherited);
  if (faults.length > 0) throw new InvalidInput(faults);
  return dto;
}

/**
 * Takes out the names that every object has, such as `__proto__`, `constructor` and `toString`: class-transformer would
 * drop them where nobody sees it, or take a `constructor` for the class of its value and fail.
 */
function withoutInherited(value: unknown, path: string, faults: Fault[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => withoutInherited(item, `${path}/${index}`, faults));
  const kept = Object.entries(value).filter(([key]) => {
    if (key in Object.prototype) faults.push(unknownProperty(path, key));
    return !(key in Object.prototype);
  });
  return Object.fromEntries(
    kept.map(([key, item]) => [key, withoutInherited(item, `${path}/${pointerSegment(key)}`, faults)]),
  );
}

function checkCompiled({ schema, rule }: Compiled, value: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  const faults = [...(result.error?.issues ?? []).flatMap(faultsOfIssue), ...rule(value)];
  if (faults.length > 0) throw new InvalidInput(faults);
  return result.data;
}

function faultsOfIssue(issue: z.core.$ZodIssue): Fault[] {
  const path = issue.path.map((key) => `/${pointerSegment(String(key))}`).join('');
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownProperty(path, key));
  const code = zodCode(issue);
  return [
    { path, code, message: code === 'required' ? `${issue.path.at(-1)?.toString()} is required` : issue.message },
  ];
}

function zodCode(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'required' : 'wrong_type';
  if (issue.code === 'too_big')
    return issue.origin === 'string' ? 'too_long' : issue.origin === 'array' ? 'too_many' : 'out_of_range';
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? 'too_short' : issue.origin === 'array' ? 'too_few' : 'out_of_range';
  if (issue.code === 'invalid_value') return issue.input === undefined ? 'required' : 'not_allowed';
  if (issue.code === 'invalid_union') return issue.input === undefined ? 'required' : 'wrong_type';
  return 'malformed';
}

const unknownProperty = (path: string, key: string): Fault => ({
  path: `${path}/${pointerSegment(key)}`,
  code: 'unknown_property',
  message: `${key} is not a property of this request`,
});

function unstorable(dto: object): Fault[] {
  return Object.entries(dto)
    .filter(([, value]) => [value].flat().some((item) => typeof item === 'string' && !isStorable(item)))
    .map(([key]) => ({
      path: `/query/${pointerSegment(key)}`,
      code: 'invalid_text',
      message: `${key} contains characters that cannot be stored`,
    }));
}

const CODES: Readonly<Record<string, string>> = {
  whitelistValidation: 'unknown_property',
  isString: 'wrong_type',
  isArray: 'wrong_type',
  isBoolean: 'wrong_type',
  isObject: 'wrong_type',
  isInt: 'wrong_type',
  nestedValidation: 'wrong_type',
  maxLength: 'too_long',
  minLength: 'too_short',
  arrayMaxSize: 'too_many',
  arrayMinSize: 'too_few',
  min: 'out_of_range',
  max: 'out_of_range',
  isIn: 'not_allowed',
};

function faultsOf(errors: readonly ValidationError[], path: string): Fault[] {
  return errors.flatMap(({ property, value, constraints = {}, children = [] }) => {
    const here = `${path}/${pointerSegment(property)}`;
    if (constraints['whitelistValidation']) return [unknownProperty(path, property)];
    if (value === undefined && Object.keys(constraints).length > 0) {
      return [{ path: here, code: 'required', message: `${property} is required` }];
    }
    const found = Object.entries(constraints).map(([name, message]) => ({
      path: here,
      code: CODES[name] ?? 'malformed',
      message,
    }));
    // A value of the wrong type fails every other check too; only the type is news.
    const wrongType = found.find(({ code }) => code === 'wrong_type');
    return [...(wrongType ? [wrongType] : found), ...faultsOf(children, here)];
  });
}
