import { SetMetadata } from '@nestjs/common';

const LIMIT = Symbol('limit');

/**
 * The rate limit by address that a request is counted in: `ingest`, `sign-in` and `published` (what anybody may read of
 * an organization) have their own; `public` is for endpoints without database access, `deliveries` for other services,
 * `console` for the files of the console; `general` is everything else without a known credential.
 */
export type AddressLimit = 'general' | 'ingest' | 'sign-in' | 'published' | 'public' | 'deliveries' | 'console';

/** Selects another rate limit by address for an endpoint; `ingest` endpoints have no other limit. */
export const Throttled = (limit: Exclude<AddressLimit, 'general' | 'console'>) => SetMetadata(LIMIT, limit);

/** The limit by address of an endpoint. */
export const limitOf = (handler: object): AddressLimit =>
  (Reflect.getMetadata(LIMIT, handler) as AddressLimit | undefined) ?? 'general';
