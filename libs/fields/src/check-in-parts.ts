import { mapInSlices } from '#libs/queues';
import { plainToInstance } from 'class-transformer';
import { validate, validateSync, type ValidationError } from 'class-validator';
import { shapesOf } from './shape.js';

type Dto = new () => object;

/** How many records of a list are checked at once; a thousand would hold the event loop for a tenth of a second. */
const PART = 25;
const VALUES = { exposeDefaultValues: true };
const CHECKS = { forbidUnknownValues: false };

interface Checked {
  dto: object;
  errors: ValidationError[];
}

/**
 * Makes an object of a class and checks it as class-validator does: long lists of records part by part, so that others
 * go on between them.
 */
export async function checkInParts(type: Dto, plain: unknown): Promise<Checked> {
  const names = longLists(type, plain);
  const lists = new Map(names.map((name) => [name, (plain as Record<string, unknown[]>)[name]!]));
  // What is said of a list as a whole is its length; each record in it is a fault here, which its part replaces.
  const lengths = Object.fromEntries([...lists].map(([name, { length }]) => [name, Array(length).fill(null)]));
  const dto = plainToInstance(type, names.length === 0 ? plain : { ...(plain as object), ...lengths }, VALUES);
  let errors = await validate(dto, CHECKS);
  for (const [name, list] of lists) {
    const { records, found } = await checkList(type, name, list);
    Object.assign(dto, { [name]: records });
    errors = errors.map((error) =>
      error.property === name ? { ...error, value: records, ...wholeFaultOf(error, found) } : error,
    );
  }
  return { dto, errors: errors as ValidationError[] };
}

const longLists = (type: Dto, plain: unknown): string[] =>
  typeof plain === 'object' && plain !== null
    ? [...shapesOf(type)].flatMap(([name, shape]) => {
        const value = (plain as Record<string, unknown>)[name];
        return shape?.isList && Array.isArray(value) && value.length > PART ? [name] : [];
      })
    : [];

async function checkList(type: Dto, name: string, list: readonly unknown[]) {
  const starts = Array.from({ length: Math.ceil(list.length / PART) }, (_, part) => part * PART);
  const records: unknown[] = [];
  const found: ValidationError[] = [];
  await mapInSlices(starts, (start) => {
    const part = plainToInstance(type, { [name]: list.slice(start, start + PART) }, VALUES);
    records.push(...(part as Record<string, unknown[]>)[name]!);
    for (const error of validateSync(part, CHECKS))
      if (error.property === name) {
        for (const child of error.children ?? []) child.property = String(start + Number(child.property));
        found.push(error);
      }
  });
  return { records, found };
}

/** Of a list its length as a whole, the rest of its parts. */
const wholeFaultOf = ({ constraints: { arrayMaxSize } = {} }: ValidationError, found: readonly ValidationError[]) => ({
  constraints: Object.assign(
    {},
    ...found.map(({ constraints }) => constraints),
    arrayMaxSize && { arrayMaxSize },
  ) as Record<string, string>,
  children: found.flatMap(({ children = [] }) => children),
});
