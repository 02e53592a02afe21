import type { Fault } from './faults.js';

export {
  type Fault,
  FAULT_CODES,
  type FaultCode,
  FaultList,
  type FaultParams,
  NAMED_FAULTS,
  pointerSegment,
} from './faults.js';

/** The kind of an error; only the HTTP layer maps it to a status. */
export type ErrorKind =
  | 'bad_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'changed'
  | 'gone'
  | 'too_large'
  | 'unsupported_type'
  | 'unprocessable'
  | 'too_many'
  | 'unavailable';

/** The base class of all documented errors. */
export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind;
  abstract readonly code: string;
  /** Extension members of the problem document (RFC 9457). */
  readonly members?: object;
}

/** The request is invalid; `faults` has its faults, or the first of very many; `faultCount` is their number. */
export abstract class BadRequest extends DomainError {
  readonly kind = 'bad_request';
  constructor(
    message: string,
    readonly faults: Fault[] = [],
    readonly faultCount = faults.length,
  ) {
    super(message);
  }
}

/** The caller is not authenticated. */
export class Unauthenticated extends DomainError {
  readonly kind = 'unauthenticated';
  constructor(
    readonly code = 'unauthenticated',
    message = 'Authentication required. Sign in, or send a valid API key.',
  ) {
    super(message);
  }
}

/** The caller is authenticated but not authorized. */
export class Forbidden extends DomainError {
  readonly kind = 'forbidden';
  constructor(
    readonly code: string,
    message: string,
    override readonly members?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

/** There is no such record within the caller's reach. */
export class NotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code: string = 'not_found';
  constructor(noun = 'record') {
    super(`There is no such ${noun}.`);
  }
}

/** The request is well formed but the state of the records forbids it. */
export abstract class Conflict extends DomainError {
  readonly kind = 'conflict';
}

/** Somebody has changed the record since the caller read it. */
export class ChangedMeanwhile extends DomainError {
  readonly kind = 'changed';
  readonly code = 'changed_meanwhile';
  /** @param members the record as it is now, under its own name */
  constructor(override readonly members?: object) {
    super('The record has changed since you read it. Read it again, and repeat your change.');
  }
}

/** The limit of a kind of records is reached. */
export class LimitReached extends Conflict {
  readonly code = 'limit_reached';
  /**
   * @param records the kind of records and their scope, such as `teams of an organization`
   * @param most how many there may be
   * @param variable the setting that raises the limit, such as `LIMIT_TEAMS`
   */
  constructor(records: string, most: number, variable: string) {
    super(`The limit of ${most} ${records} is reached. The operator of the service can raise it (${variable}).`);
  }
}

/** A secret cannot be stored because no encryption key is configured. */
export class SecretKeyMissing extends Conflict {
  readonly code = 'secret_key_missing';
  constructor() {
    super('This requires SECRET_KEY, which the operator of the service must set.');
  }
}

/** Faulty input found by a rule rather than by a DTO: the general 400 with its faults. */
export class InvalidInput extends BadRequest {
  readonly code = 'invalid_input';
  constructor(faults: Fault[], count = faults.length) {
    super(count === 1 ? faults[0]!.message : `The request has ${count} faults.`, faults, count);
  }
}

/** What its schema refuses: a request that no state of the records would make right. */
export class FaultyRequest extends InvalidInput {}

/**
 * An error with the pointer of each invalid reference in a list: of one that stands there twice, both.
 * @param values which of `all` are invalid
 */
export function unknownReferences(
  pointer: string,
  values: readonly string[],
  all: readonly string[],
  noun: string,
): InvalidInput {
  const invalid = new Set(values);
  return new InvalidInput(
    [...all.entries()]
      .filter(([, value]) => invalid.has(value))
      .map(([index, value]) => unknownFault(`${pointer}/${index}`, noun, value)),
  );
}

/** The fault of an invalid reference; `value` is its value in the request, if known. */
export const unknownFault = (path: string, noun: string, value?: string | number): Fault => ({
  path,
  code: 'unknown_reference',
  message: `There is no such ${noun}${value === undefined ? '.' : `: ${value}`}`,
  ...(value === undefined ? {} : { params: { value } }),
});

/** An error for one invalid reference. */
export const unknownReference = (pointer: string, noun: string, value?: string | number): InvalidInput =>
  new InvalidInput([unknownFault(pointer, noun, value)]);

/**
 * Runs all checks one after the other, and throws the faults of all of them together. Any other error is thrown at
 * once.
 */
export async function requireEach(...checks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const faults: Fault[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      faults.push(...error.faults);
    }
  }
  if (faults.length > 0) throw new InvalidInput(faults);
}

/** The database or another dependency is temporarily unavailable. */
export class TemporarilyUnavailable extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'temporarily_unavailable';
  /**
   * @param cause the original error, for the log
   * @param retryAfter when to try again, in seconds
   */
  constructor(
    cause?: unknown,
    readonly retryAfter = 2,
  ) {
    super('The service is temporarily unavailable. Try again shortly.', { cause });
  }
}

/** An operator lets nothing be written for a while. */
export class ReadOnly extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'read_only';
  /** @param retryAfter when to try again, in seconds */
  constructor(
    reason: string | null,
    readonly retryAfter: number,
  ) {
    super(`The service is temporarily read-only${reason === null ? '' : ` (${reason})`}. Try again later.`);
  }
}

/** Too many requests; `retryAfter` in seconds. */
export class RateLimited extends DomainError {
  readonly kind = 'too_many';
  readonly code: string = 'rate_limited';
  constructor(
    readonly retryAfter: number,
    message = `Too many requests; try again in ${retryAfter} s.`,
  ) {
    super(message);
  }
}
