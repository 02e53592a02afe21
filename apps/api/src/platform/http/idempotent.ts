import type { Route } from './routes.js';

/** The header that names a request; as Node has it. */
export const IDEMPOTENCY_KEY = 'idempotency-key';

/**
 * Whether an endpoint carries a request with an `Idempotency-Key` out once: each `POST` in an organization, but for
 * files.
 */
export const takesIdempotencyKey = ({ verb, path, options }: Pick<Route, 'verb' | 'path' | 'options'>): boolean =>
  verb === 'POST' && path.startsWith('/v1/organizations/:orgId/') && !options?.upload;
