import { registerDecorator, type ValidationOptions } from 'class-validator';
import { isCidrBlock } from './cidr-blocks.js';
import { isEmailAddress } from './email-address.js';

// The year has four digits: PostgreSQL and JavaScript disagree about others. `now` and `infinity` are none.
const TIMESTAMP = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Whether this is a strict ISO 8601 timestamp with a zone, of a day that exists in the years 1 to 9999. */
export function isTimestamp(value: string): boolean {
  const parts = TIMESTAMP.exec(value);
  if (!parts || parts[1] === '0000') return false;
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  // JavaScript reads February 30 as March 1.
  const lastDay = new Date(Date.UTC(2000, 0, 1));
  lastDay.setUTCFullYear(year, month, 0);
  if (day > lastDay.getUTCDate()) return false;
  return moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999;
}

/** Whether this is a day that exists in the years 1 to 9999, as `YYYY-MM-DD`. */
export const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value) && isTimestamp(`${value}T00:00:00Z`);

/** Whether this is an absolute http or https address without credentials in it. */
export function isHttpUrl(value: string): boolean {
  if (/[\s\u0000-\u001f\u007f]/.test(value)) return false;
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && /^https?:\/\//i.test(value) && hostname !== '' && !username && !password;
}

/** A custom property check; its name determines the code of its fault. */
function check(
  name: string,
  test: (value: unknown) => boolean,
  message: string,
  options?: ValidationOptions,
  limit?: number,
): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: property as string,
      options,
      constraints: limit === undefined ? [] : [limit],
      validator: { validate: test, defaultMessage: () => `$property ${message}` },
    });
}

/** The text, or each of a list, has at most this many characters. */
export function MaxTextLength(max: number, options?: ValidationOptions): PropertyDecorator {
  const test = (value: unknown) => typeof value === 'string' && characterCount(value) <= max;
  return check('maxLength', test, `must be shorter than or equal to ${max} characters`, options, max);
}

/** The text has at least this many characters. */
export function MinTextLength(min: number, options?: ValidationOptions): PropertyDecorator {
  const test = (value: unknown) => typeof value === 'string' && characterCount(value) >= min;
  return check('minLength', test, `must be longer than or equal to ${min} characters`, options, min);
}

/**
 * How long a text is, as JSON Schema counts: in characters. class-validator does not count variation selectors and so
 * accepts texts that are too long; zod counts UTF-16 units and so rejects texts that the document allows.
 */
export const characterCount = (text: string): number =>
  text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);

/** The text is not only white space. */
export function IsFilled(): PropertyDecorator {
  return check('isFilled', (value) => typeof value === 'string' && /\S/.test(value), 'must not be blank');
}

/** The value has become a `Date`: it was a strict timestamp. */
export function IsTimestamp(options?: ValidationOptions): PropertyDecorator {
  return check('isMoment', (value) => value instanceof Date, 'must be an ISO 8601 timestamp with a zone', options);
}

/** The value has become a `Date`: it was a day, or a strict timestamp. */
export function IsEndOfDay(): PropertyDecorator {
  const message = 'must be a day as YYYY-MM-DD, or an ISO 8601 timestamp with a zone';
  return check('isMoment', (value) => value instanceof Date, message);
}

/** The value is a day. */
export function IsDay(options?: ValidationOptions): PropertyDecorator {
  const test = (value: unknown) => typeof value === 'string' && isDay(value);
  return check('isDay', test, 'must be a day as YYYY-MM-DD', options);
}

/** The value is an http or https address. */
export function IsHttpUrl(options?: ValidationOptions): PropertyDecorator {
  const test = (value: unknown) => typeof value === 'string' && isHttpUrl(value);
  return check('isWebAddress', test, 'must be an http or https address', options);
}

/** The value is a mail address; the check has the name that its fault always had. */
export function IsEmailAddress(options?: ValidationOptions): PropertyDecorator {
  const test = (value: unknown) => typeof value === 'string' && isEmailAddress(value);
  return check('isEmail', test, 'must be an email', options);
}

/** The value, or each of a list, is an IP address or a CIDR block. */
export function IsCidrBlock(options?: ValidationOptions): PropertyDecorator {
  const test = (value: unknown) => typeof value === 'string' && isCidrBlock(value);
  return check('isAddressBlock', test, 'must be an IP address or a CIDR block, such as 192.0.2.0/24', options);
}
