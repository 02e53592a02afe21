import { invalidValue } from './errors.js';

/** How many resources a page has at most. */
export const MOST_OF_PAGE = 200;
const USUAL_OF_PAGE = 100;

/** Which part of a list is asked for. */
export interface Page {
  /** From 1. */
  startIndex: number;
  count: number;
}

/**
 * What is less than the least counts as the least, and more than the most as the most (RFC 7644, 3.4.2.4).
 * @throws ScimBadRequest `scim_invalid_value`
 */
export function pageOf({ startIndex, count }: { startIndex?: string; count?: string }): Page {
  return {
    startIndex: Math.max(1, wholeNumber('startIndex', startIndex) ?? 1),
    count: Math.min(MOST_OF_PAGE, Math.max(0, wholeNumber('count', count) ?? USUAL_OF_PAGE)),
  };
}

/** At most what an integer of the database holds. */
const LARGEST = 2_147_483_647;

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^[+-]?\d{1,20}$/.test(text)) throw invalidValue(`${name} must be an integer.`);
  return Math.min(LARGEST, Number(text));
}
