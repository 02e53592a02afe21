import { isHttpUrl, isStorable } from '#libs/fields';
import { z } from 'zod';
import { TrackerFault } from './tracker-fault.js';
import type { TrackerAnswer } from './tracker-client.js';

/**
 * What an answer must have.
 * @throws TrackerFault `not_found` where it is 404 or 410, `unexpected_answer` where it has another form
 */
export function readJson<T>(schema: z.ZodType<T>, { status, json }: TrackerAnswer): T {
  if (status === 404 || status === 410) throw new TrackerFault('not_found', status);
  const read = schema.safeParse(json);
  if (!read.success) throw new TrackerFault('unexpected_answer', status);
  return read.data;
}

const LONGEST_NAME = 500;
const LONGEST_ADDRESS = 2_000;

/** A name that a tracker gives, of a bounded length, which the database can keep. */
export const nameThere = z.string().max(LONGEST_NAME).refine(isStorable);

/** The address of an issue there. */
export const addressThere = z.string().max(LONGEST_ADDRESS).refine(isStorable).refine(isHttpUrl);

/** A list of no more than was asked for: the items of a longer one are not looked at. */
export const listThere = <T>(item: z.ZodType<T>, most: number): z.ZodType<T[]> =>
  z.array(z.unknown()).max(most).pipe(z.array(item));

/** The same of what need not be there. */
export const readIfThere = <T>(schema: z.ZodType<T>, answer: TrackerAnswer): T | undefined =>
  answer.status === 404 || answer.status === 410 ? undefined : readJson(schema, answer);
