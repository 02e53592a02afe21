interface ErrorDetails {
  name?: string;
  message?: string;
  code?: unknown;
  error?: unknown;
  status?: unknown;
  cause?: unknown;
}

const detailsOf = (error: unknown): ErrorDetails => (typeof error === 'object' && error !== null ? error : {});

// The errors of `fetch` for a refused connection or a timeout. Errors about arguments carry a code.
const NETWORK_ERRORS = ['TypeError', 'TimeoutError', 'AbortError'];
const isNetworkError = ({ name = '', code }: ErrorDetails): boolean =>
  NETWORK_ERRORS.includes(name) && !(typeof code === 'string' && code.startsWith('ERR_'));

/** Whether a request to the provider failed because it is unavailable, rather than because of its response. */
export function isOutage(error: unknown): boolean {
  const failed = detailsOf(error);
  const cause = detailsOf(failed.cause);
  const { status } = typeof failed.status === 'number' ? failed : cause;
  if (typeof status === 'number') return status >= 500 || status === 429;
  return failed.code === 'OAUTH_TIMEOUT' || isNetworkError(failed) || isNetworkError(cause);
}

/** The reason of a failure for the log, without the claims and tokens that such errors carry. */
export function reasonOf(error: unknown): string {
  const { message, code, error: refusal, cause } = detailsOf(error);
  return [message, code, refusal, detailsOf(cause).message].filter((part) => typeof part === 'string').join('; ');
}
