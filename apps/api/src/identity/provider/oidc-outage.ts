interface ErrorDetails {
  name?: string;
  message?: string;
  code?: unknown;
  error?: unknown;
  status?: unknown;
  cause?: unknown;
}

const detailsOf = (error: unknown): ErrorDetails => (typeof error === 'object' && error !== null ? error : {});

// How `fetch` fails: nobody listens, or no answer in time. Errors of arguments carry a code.
const NETWORK_ERRORS = ['TypeError', 'TimeoutError', 'AbortError'];
const isNetworkError = ({ name = '', code }: ErrorDetails): boolean =>
  NETWORK_ERRORS.includes(name) && !(typeof code === 'string' && code.startsWith('ERR_'));

/** Whether talking to a provider failed because it does not answer, rather than because of what it answered. */
export function isOutage(error: unknown): boolean {
  const failed = detailsOf(error);
  const cause = detailsOf(failed.cause);
  const { status } = typeof failed.status === 'number' ? failed : cause;
  if (typeof status === 'number') return status >= 500 || status === 429;
  return failed.code === 'OAUTH_TIMEOUT' || isNetworkError(failed) || isNetworkError(cause);
}

/** Why it failed, for the log: without claims and tokens, which the causes of such errors carry. */
export function reasonOf(error: unknown): string {
  const { message, code, error: refusal, cause } = detailsOf(error);
  return [message, code, refusal, detailsOf(cause).message].filter((part) => typeof part === 'string').join('; ');
}
