import type { Fault, FaultParams } from '#libs/errors';
import { getMetadataStorage } from 'class-validator';
import type { z } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  isString: 'string',
  isArray: 'array',
  isBoolean: 'boolean',
  isObject: 'object',
  isInt: 'integer',
  nestedValidation: 'object',
};
const FORMATS: Readonly<Record<string, string>> = {
  isEmail: 'email',
  isUuid: 'uuid',
  isMoment: 'date-time',
  isDay: 'date',
  isWebAddress: 'uri',
  isAddressBlock: 'cidr',
  isFilled: 'filled',
};
/** Names of limits by the check that has them. */
const LIMITS: Readonly<Record<string, 'min' | 'max'>> = {
  maxLength: 'max',
  minLength: 'min',
  arrayMaxSize: 'max',
  arrayMinSize: 'min',
  max: 'max',
  min: 'min',
};

type WithParams = Pick<Fault, 'params'>;

/** What a check of a class wants of a property: its limit, its values, its type or its format. */
export function paramsOf(target: object, property: string, check: string): WithParams {
  if (TYPES[check]) return { params: { type: TYPES[check] } };
  if (FORMATS[check]) return { params: { format: FORMATS[check] } };
  if (!LIMITS[check] && check !== 'isIn') return {};
  const checks = getMetadataStorage().getTargetValidationMetadatas(target.constructor, '', false, false);
  const found = checks.find(({ propertyName, name }) => propertyName === property && name === check);
  const [constraint] = (found?.constraints ?? []) as [unknown?];
  if (constraint === undefined) return {};
  return {
    params: LIMITS[check] ? { [LIMITS[check]]: constraint } : { allowed: constraint as FaultParams['allowed'] },
  };
}

// Where zod has a name of its own for what JSON Schema knows.
const JSON_TYPES: Readonly<Record<string, string>> = { int: 'integer', record: 'object' };
const JSON_FORMATS: Readonly<Record<string, string>> = { datetime: 'date-time', url: 'uri' };

/** The same of an issue that a compiled schema finds. */
export function paramsOfIssue(issue: z.core.$ZodIssue): WithParams {
  if (issue.code === 'too_big') return { params: { max: Number(issue.maximum) } };
  if (issue.code === 'too_small') return { params: { min: Number(issue.minimum) } };
  if (issue.code === 'invalid_type') return { params: { type: JSON_TYPES[issue.expected] ?? issue.expected } };
  if (issue.code === 'invalid_value') return { params: { allowed: issue.values.map((value) => value as string) } };
  if (issue.code === 'invalid_format' && issue.format !== 'regex')
    return { params: { format: JSON_FORMATS[issue.format] ?? issue.format } };
  return {};
}
