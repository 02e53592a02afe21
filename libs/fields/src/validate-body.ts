import { type FaultCode, FaultList, FaultyRequest, pointerSegment } from '#libs/errors';
import { mapInSlices, pauseBefore } from '#libs/queues';
import { z } from 'zod';
import { paramsOfIssue } from './fault-params.js';
import { unknownProperty } from './prune.js';

const COMPILED = Symbol('compiled');

/** A schema, its one long list, and a rule across fields whose faults are reported together with the schema's. */
interface BodySchema {
  schema: z.ZodObject;
  /** The property that may hold thousands of records, and the schema of one of them. */
  longList: { name: string; item: z.ZodType };
  rule: (value: unknown, faults: FaultList) => void;
}

/**
 * This body is checked by a compiled schema: hundreds of times faster for thousands of nested records. Its long list is
 * checked item by item, a few milliseconds at a time.
 */
export const ValidatedBySchema =
  (compiled: BodySchema): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(COMPILED, { ...compiled, frame: frameOf(compiled) }, target);

/** The same with the schema of all but the items of the long list. */
type PreparedBodySchema = BodySchema & { frame: z.ZodType };

/** How the body of this class is checked, where it has a compiled schema. */
export const bodySchemaOf = (type: object): PreparedBodySchema | undefined =>
  Reflect.getMetadata(COMPILED, type) as PreparedBodySchema | undefined;

/** The compiled schema of a body class, for its documentation. */
export const schemaOf = (type: object): z.ZodType | undefined => bodySchemaOf(type)?.schema;

/**
 * Checks a body as a whole.
 * @throws FaultyRequest with the first faults and the number of all
 */
export async function validateBody({ frame, longList, rule }: PreparedBodySchema, value: unknown): Promise<unknown> {
  const given = (value as Record<string, unknown>)[longList.name];
  const list = Array.isArray(given) ? given : [];
  await pauseBefore(list);
  const faults = new FaultList();
  const result = frame.safeParse(value, { reportInput: true });
  for (const issue of result.error?.issues ?? []) addIssue(faults, issue, '');
  const items = await checkItems(longList, list, faults);
  rule(value, faults);
  if (faults.count > 0) throw new FaultyRequest(faults.first, faults.count);
  return { ...(result.data as object), [longList.name]: items };
}

async function checkItems(
  { name, item }: BodySchema['longList'],
  list: unknown[],
  faults: FaultList,
): Promise<unknown[]> {
  const checked: unknown[] = [];
  await mapInSlices(list, (value, index) => {
    // Raw issues: formatting them is most of the work, and only few are reported.
    const found = item._zod.run({ value, issues: [] }, { async: false }) as z.core.ParsePayload;
    if (found.issues.length === 0) checked.push(found.value);
    else if (faults.isFull) faults.addUnnamed(found.issues.reduce((sum, issue) => sum + faultCountOf(issue), 0));
    else {
      const { error } = item.safeParse(value, { reportInput: true });
      for (const issue of error?.issues ?? []) addIssue(faults, issue, `/${name}/${index}`);
    }
  });
  return checked;
}

// Of the list itself only whether it is one: its items are checked one by one.
const frameOf = ({ schema, longList }: BodySchema): z.ZodType =>
  schema.extend({ [longList.name]: z.array(z.unknown()).default([]) });

const faultCountOf = (issue: { code?: string; keys?: readonly string[] }): number => issue.keys?.length ?? 1;

function addIssue(faults: FaultList, issue: z.core.$ZodIssue, base: string): void {
  const path = base + issue.path.map((key) => `/${pointerSegment(String(key))}`).join('');
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) faults.add(() => unknownProperty(path, key));
    return;
  }
  const code = zodCode(issue);
  faults.add(() => ({
    path,
    code,
    message: code === 'required' ? `${issue.path.at(-1)?.toString()} is required` : issue.message,
    ...(code === 'required' ? {} : paramsOfIssue(issue)),
  }));
}

function zodCode(issue: z.core.$ZodIssue): FaultCode {
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'required' : 'wrong_type';
  if (issue.code === 'too_big')
    return issue.origin === 'string' ? 'too_long' : issue.origin === 'array' ? 'too_many' : 'out_of_range';
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? 'too_short' : issue.origin === 'array' ? 'too_few' : 'out_of_range';
  if (issue.code === 'invalid_value') return issue.input === undefined ? 'required' : 'not_allowed';
  if (issue.code === 'invalid_union') return issue.input === undefined ? 'required' : 'wrong_type';
  return 'malformed';
}
