/**
 * Every `code` that a fault may have, and what it means. Whoever adds a code adds a line here; codes are never renamed.
 */
export const FAULT_CODES = {
  required: 'The value is missing.',
  unknown_property: 'The property is not allowed in this request.',
  wrong_type: 'The value has the wrong type; `type` is the expected one.',
  malformed: 'The value, or the request, has the wrong format; `format` is the expected one.',
  invalid_format: 'The value does not have the form used by the issuer of the token.',
  invalid_text: 'The text contains characters that cannot be stored: NUL, or an unpaired surrogate.',
  invalid_json: 'The body is not valid JSON.',
  invalid_utf8: 'The body is not valid UTF-8.',
  too_long: 'The text has more than `max` characters.',
  too_short: 'The text has fewer than `min` characters.',
  too_many: 'There are more than `max` values.',
  too_few: 'There are fewer than `min` values.',
  too_deep: 'The body is nested deeper than `max` levels.',
  too_slow: 'The body arrived at less than `min` bytes per second.',
  out_of_range: 'The number is less than `min` or more than `max`.',
  not_allowed: 'The value is not allowed here; `allowed` lists the allowed values, if fixed.',
  not_applicable: 'The property cannot be combined with the rest of the request.',
  not_unique: 'Another record already has this value.',
  duplicate: 'The value is a duplicate.',
  unknown_reference: 'There is no such accessible record; `value` is the submitted value.',
  in_the_past: 'The time must be in the future.',
  circular: 'The record would be its own ancestor.',
  unknown_filter: 'The list has no such filter; `allowed` lists the available filters.',
  invalid_filter: 'The filter does not accept this value.',
  module_required: 'The module cannot be disabled.',
  private_address: 'The address is in a private network.',
  range: 'The first value is later than the second, or the range has more than `max` steps.',
  sweep_mismatch: 'The part does not match the other parts of its sweep.',
  picture_undecodable: 'The file is not an image, or has an unsupported format.',
} as const;
export type FaultCode = keyof typeof FAULT_CODES;

/** What a sentence about a fault needs beside its code, so that clients can word it in other languages. */
export interface FaultParams {
  min?: number;
  max?: number;
  allowed?: readonly (string | number)[];
  type?: string;
  format?: string;
  value?: string | number;
  /** Of a table, from 1. */
  row?: number;
  column?: number;
}

/**
 * One thing wrong with a request: where (a JSON pointer), a stable code with its parameters, and a sentence for people.
 */
export interface Fault {
  path: string;
  code: FaultCode;
  message: string;
  params?: FaultParams;
}

/** How many faults an answer names; of the others it says how many they are. */
export const NAMED_FAULTS = 100;

/** One segment of a JSON pointer (RFC 6901). */
export const pointerSegment = (key: string | number): string => String(key).replace(/~/g, '~0').replace(/\//g, '~1');

/** Collects faults: the first ones in full, of the others only their number. */
export class FaultList {
  readonly first: Fault[] = [];
  count = 0;

  /** Whether another one would be counted only. */
  get isFull(): boolean {
    return this.first.length >= NAMED_FAULTS;
  }

  /** Adds a fault; the function is called only if the fault will be reported. */
  add(fault: () => Fault): void {
    this.count += 1;
    if (!this.isFull) this.first.push(fault());
  }

  /** Counts faults that will not be reported. */
  addUnnamed(more: number): void {
    this.count += more;
  }
}
