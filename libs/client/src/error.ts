import type { Fault, Problem, ProblemCode } from './generated/types.gen.js';

/** Codes of what no refusal of the service says. */
type OwnCode =
  /** No answer came, or it was cut off; `cause` is what fetch threw. */
  | 'network_error'
  /** The answer is no JSON of the service: a proxy may have given it. */
  | 'unexpected_answer'
  /** What `ifNoneMatch` names still fits. */
  | 'not_modified'
  /** The signature of a message does not fit, or the message is too old. */
  | 'webhook_invalid';

/** A call that was refused or got no answer. Programs decide by `code`; codes of later versions are strings too. */
export class CurbcutError extends Error {
  override readonly name = 'CurbcutError';
  /** Why: what programs decide by. */
  readonly code: ProblemCode | OwnCode | (string & {});
  /** The status of the answer; 0 where there was none. */
  readonly status: number;
  /** Each fault of the request, where it was faulty. */
  readonly errors: readonly Fault[];
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined;
  /** Seconds after which to come back, where the answer says so. */
  readonly retryAfter: number | undefined;
  /** With `fresh_proof_required`: how this account proves who is there. */
  readonly ways: readonly string[];

  constructor(
    message: string,
    {
      code,
      status = 0,
      errors = [],
      requestId,
      retryAfter,
      ways = [],
      cause,
    }: Partial<Omit<CurbcutError, 'code'>> & Pick<CurbcutError, 'code'>,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.ways = ways;
  }
}

/** The error of an answer that is no success. */
export function errorOf(response: Response, text: string): CurbcutError {
  const { status } = response;
  const common = {
    status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(response.headers.get('retry-after')),
  };
  if (status === 304) return new CurbcutError('Nothing has changed.', { ...common, code: 'not_modified' });
  const problem = problemOf(text);
  return problem
    ? new CurbcutError(problem.message, {
        ...common,
        code: problem.code,
        errors: problem.errors ?? [],
        ways: problem.ways ?? [],
      })
    : new CurbcutError(`The answer ${status} is not from this service.`, { ...common, code: 'unexpected_answer' });
}

function problemOf(text: string): Problem | undefined {
  try {
    const problem = JSON.parse(text) as Partial<Problem> | null;
    return typeof problem?.code === 'string' ? (problem as Problem) : undefined;
  } catch {
    return undefined;
  }
}

/** `Retry-After` has seconds or a date. */
function secondsOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
