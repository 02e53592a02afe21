import type { Fault } from './faults.js';

export { type Fault, FaultList, NAMED_FAULTS, pointerSegment } from './faults.js';

/** What kind of refusal an error is; the HTTP layer alone knows which status that means. */
export type ErrorKind =
  | 'bad_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'unsupported_type'
  | 'unprocessable'
  | 'too_many'
  | 'unavailable';

/** The root of every refusal that the interface documents. */
export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind;
  abstract readonly code: string;
  /** What programs learn of it beside the code, as members of the answer (RFC 9457). */
  readonly members?: Readonly<Record<string, string>>;
}

/** The request itself is wrong; `faults` names its faults at once, of very many the first; `faultCount` is their number. */
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

/** Nobody we know is calling. */
export class Unauthenticated extends DomainError {
  readonly kind = 'unauthenticated';
  constructor(
    readonly code = 'unauthenticated',
    message = 'Sign in, or send a valid API key.',
  ) {
    super(message);
  }
}

/** We know who is calling, and they may not. */
export class Forbidden extends DomainError {
  readonly kind = 'forbidden';
  constructor(
    readonly code: string,
    message: string,
    override readonly members?: Readonly<Record<string, string>>,
  ) {
    super(message);
  }
}

/** There is no such record within the caller's reach. */
export class NotFound extends DomainError {
  readonly kind = 'not_found';
  readonly code: string = 'not_found';
  constructor(what = 'record') {
    super(`There is no such ${what}.`);
  }
}

/** The request is well formed but the state of the records forbids it. */
export abstract class Conflict extends DomainError {
  readonly kind = 'conflict';
}

/** There are as many of a kind as there may be. */
export class LimitReached extends Conflict {
  readonly code = 'limit_reached';
  /**
   * @param what the kind and whose they are: `teams of an organization`
   * @param most how many there may be
   * @param variable the setting that raises the limit, such as `LIMIT_TEAMS`
   */
  constructor(what: string, most: number, variable: string) {
    super(`There may be ${most} ${what} (${variable}); whoever runs the service can raise it.`);
  }
}

/** What must be read again is kept encrypted, and there is no key to do it with. */
export class SecretKeyMissing extends Conflict {
  readonly code = 'secret_key_missing';
  constructor() {
    super('This cannot be kept without SECRET_KEY; whoever runs the service can set it.');
  }
}

/** Faulty input found by a rule rather than by a DTO: the general 400 with its faults. */
export class InvalidInput extends BadRequest {
  readonly code = 'invalid_input';
  constructor(faults: Fault[], count = faults.length) {
    super(count === 1 ? faults[0]!.message : `The request has ${count} faults.`, faults, count);
  }
}

/** Names each value of a list that does not belong, by its pointer. */
export function unknownReferences(
  pointer: string,
  values: readonly string[],
  all: readonly string[],
  what: string,
): InvalidInput {
  return new InvalidInput(
    values.map((value) => ({
      path: `${pointer}/${all.indexOf(value)}`,
      code: 'unknown_reference',
      message: `There is no such ${what} here: ${value}`,
    })),
  );
}

/** One reference that does not belong, by its pointer; `value` is how the request named it, where that is known. */
export function unknownReference(pointer: string, what: string, value?: string | number): InvalidInput {
  const message = `There is no such ${what} here${value === undefined ? '.' : `: ${value}`}`;
  return new InvalidInput([{ path: pointer, code: 'unknown_reference', message }]);
}

/**
 * Makes each check in turn, and throws the faults of all that found some: a caller learns every wrong reference at once.
 * Anything else that a check throws ends it.
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

/** The database or another part we need does not answer just now. */
export class TemporarilyUnavailable extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'temporarily_unavailable';
  /** @param cause what did not answer, for the log */
  constructor(cause?: unknown) {
    super('The service cannot answer just now; try again shortly.', { cause });
  }
}
