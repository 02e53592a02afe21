import { SetMetadata } from '@nestjs/common';

const LIMIT = Symbol('limit');

/**
 * Which counter of its address a request takes a place in: `ingest` and `sign-in` have their own; `public` is what asks no
 * database, `deliveries` what other services send; `general` is everything else, and only for who shows no credential.
 */
export type AddressLimit = 'general' | 'ingest' | 'sign-in' | 'public' | 'deliveries';

/** Gives an endpoint another limit by address than the general one; `ingest` has no other limit at all. */
export const Throttled = (limit: Exclude<AddressLimit, 'general'>) => SetMetadata(LIMIT, limit);

/** The limit by address of an endpoint. */
export const limitOf = (handler: object): AddressLimit =>
  (Reflect.getMetadata(LIMIT, handler) as AddressLimit | undefined) ?? 'general';
