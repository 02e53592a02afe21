/** One thing wrong with a request: where (a JSON pointer), a stable code, and a sentence for people. */
export interface Fault {
  path: string;
  code: string;
  message: string;
}

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
}

/** The request itself is wrong; `faults` names every fault at once. */
export abstract class BadRequest extends DomainError {
  readonly kind = 'bad_request';
  constructor(
    message: string,
    readonly faults: Fault[] = [],
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

/** Faulty input found by a rule rather than by a DTO: the general 400 with its faults. */
export class InvalidInput extends BadRequest {
  readonly code = 'invalid_input';
  constructor(faults: Fault[]) {
    super(faults.length === 1 ? faults[0]!.message : `The request has ${faults.length} faults.`, faults);
  }
}

/** Names each value of a list that does not belong, by its pointer. */
export function notBelonging(
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

/** One reference that does not belong, by its pointer. */
export function unknownReference(pointer: string, what: string): InvalidInput {
  return new InvalidInput([{ path: pointer, code: 'unknown_reference', message: `There is no such ${what} here.` }]);
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
