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

// OAuth 2.0 (RFC 6749, section 5.2): the id or the secret of the client is wrong, or it may not do this.
const CLIENT_ERRORS: readonly unknown[] = ['invalid_client', 'unauthorized_client'];

/** Whether the provider refuses not the person but us, by what it knows us by. */
export function refusesClient(error: unknown): boolean {
  const { error: refusal, cause } = detailsOf(error);
  // Where it tells how a client is to show who it is, it has not said what was wrong; only clients do so by Basic.
  const challenges: unknown[] = Array.isArray(cause) ? cause : [];
  return (
    CLIENT_ERRORS.includes(refusal) || challenges.some((challenge) => /^basic$/i.test(String(schemeOf(challenge))))
  );
}

const schemeOf = (challenge: unknown): unknown => (challenge as { scheme?: unknown } | null)?.scheme;

/** The reason of a failure for the log, without the claims and tokens that such errors carry. */
export function reasonOf(error: unknown): string {
  const { message, code, error: refusal, cause } = detailsOf(error);
  return [message, code, refusal, detailsOf(cause).message].filter((part) => typeof part === 'string').join('; ');
}
