/**
 * Every `code` that a fault may have, and what it means. Whoever adds a code adds a line here; codes are never renamed.
 */
export const FAULT_CODES = {
  required: 'The value is missing.',
  unknown_property: 'The request has no such property.',
  wrong_type: 'The value is of another type; `type` says of which it must be.',
  malformed: 'The value, or the request, is not written as it must be; `format` says how.',
  invalid_format: 'The value is not written as the issuer of the token writes it.',
  invalid_text: 'The text has characters that cannot be stored: NUL, or half of a surrogate pair.',
  invalid_json: 'The body is not JSON.',
  invalid_utf8: 'The body is not UTF-8.',
  too_long: 'The text has more than `max` characters.',
  too_short: 'The text has fewer than `min` characters.',
  too_many: 'There are more than `max` values.',
  too_few: 'There are fewer than `min` values.',
  too_deep: 'The body is nested deeper than `max` levels.',
  too_slow: 'The body came slower than `min` bytes a second.',
  out_of_range: 'The number is less than `min` or more than `max`.',
  not_allowed: 'The value is none of those that are possible here; `allowed` lists them where they are fixed.',
  not_applicable: 'The property does not go with the rest of the request.',
  not_unique: 'Another record has this value.',
  duplicate: 'The value stands there twice.',
  unknown_reference: 'There is no such record within reach; `value` is what was sent.',
  in_the_past: 'The moment must lie ahead.',
  circular: 'The record would stand below itself.',
  unknown_filter: 'The list has no such filter; `allowed` lists those it has.',
  invalid_filter: 'The list does not take this value of a filter.',
  module_required: 'The module cannot be switched off.',
  private_address: 'The address leads into a private network.',
  range: 'The first value is later than the second, or more than `max` steps lie between them.',
  sweep_mismatch: 'The part does not fit the other parts of its sweep.',
  picture_undecodable: 'The file is no picture, or of a kind that is not read.',
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
