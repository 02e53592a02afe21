import { type Fault, type FaultCode, FaultList, FaultyRequest, pointerSegment } from '#libs/errors';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { checkInParts } from './check-in-parts.js';
import { paramsOf } from './fault-params.js';
import { isStorable } from './json-text.js';
import { rememberChecks } from './known-checks.js';
import { prune } from './prune.js';
import { shapesOf } from './shape.js';
import { bodySchemaOf, validateBody } from './validate-body.js';

rememberChecks();

const LENIENT = Symbol('lenient');
const TOGETHER = Symbol('together');

/**
 * Unknown properties of this body are ignored instead of rejected, because third-party clients send additional ones.
 */
export const Lenient = (): ClassDecorator => (target) => Reflect.defineMetadata(LENIENT, true, target);

/** Checks that span several fields of a body, after each field is valid. */
export const CheckTogether = <T>(faults: (dto: T) => Fault[]): ClassDecorator => Reflect.metadata(TOGETHER, faults);

/** Turns bodies and queries into their DTO and refuses with every fault named at once, or the first of very many. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || !metatype || metatype === Object) return value;
    // Checked already, where admission had to know what it says.
    if (value instanceof metatype) return value;
    const compiled = bodySchemaOf(metatype);
    return compiled ? validateBody(compiled, value ?? {}) : checkDto(metatype as Dto, value ?? {}, type);
  }
}

type Dto = new () => object;

async function checkDto(metatype: Dto, plain: unknown, type: 'body' | 'query'): Promise<object> {
  const isStrict = type === 'body' && !Reflect.getMetadata(LENIENT, metatype);
  const faults = new FaultList();
  const { dto, errors } = await checkInParts(metatype, prune(metatype, plain, isStrict ? faults : undefined));
  const checkFaults = new FaultList();
  addFaults(checkFaults, errors, type === 'query' ? '/query' : '');
  if (type === 'query')
    for (const fault of [...unstorable(dto), ...bracketed(metatype, plain as object)]) checkFaults.add(() => fault);
  const count = checkFaults.count + faults.count;
  if (count > 0) throw new FaultyRequest([...checkFaults.first, ...faults.first], count);
  const together = (Reflect.getMetadata(TOGETHER, metatype) as ((dto: object) => Fault[]) | undefined)?.(dto) ?? [];
  if (together.length > 0) throw new FaultyRequest(together);
  return dto;
}

function unstorable(dto: object): Fault[] {
  return Object.entries(dto)
    .filter(([, value]) => [value].flat().some((item) => typeof item === 'string' && !isStorable(item)))
    .map(([key]) => ({
      path: `/query/${pointerSegment(key)}`,
      code: 'invalid_text' as const,
      message: `${key} contains characters that cannot be stored`,
    }));
}

/**
 * `page[]=1`: other servers read a list or an object there. Ignored like an unknown parameter, a filter would let
 * everything through.
 */
function bracketed(metatype: Dto, query: object): Fault[] {
  const names = Object.keys(query).flatMap((key) => /^([^[]+)\[.*\]$/.exec(key)?.[1] ?? []);
  return [...new Set(names)]
    .filter((name) => shapesOf(metatype).has(name))
    .map((name) => ({
      path: `/query/${pointerSegment(name)}`,
      code: 'malformed' as const,
      message: `${name} must be written without brackets`,
    }));
}

const CODES: Readonly<Record<string, FaultCode>> = {
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

function addFaults(faults: FaultList, errors: readonly ValidationError[], path: string): void {
  for (const { target, property, value, constraints = {}, children = [] } of errors) {
    const pointer = `${path}/${pointerSegment(property)}`;
    const failed = Object.keys(constraints);
    if (value === undefined && failed.length > 0) {
      faults.add(() => ({ path: pointer, code: 'required', message: `${property} is required` }));
      continue;
    }
    // A value of the wrong type fails every other check too; only the type is reported.
    const wrongType = failed.find((name) => CODES[name] === 'wrong_type');
    for (const name of wrongType === undefined ? failed : [wrongType])
      faults.add(() => ({
        path: pointer,
        code: CODES[name] ?? 'malformed',
        message: constraints[name]!,
        ...paramsOf(target!, property, name),
      }));
    addFaults(faults, children, pointer);
  }
}
