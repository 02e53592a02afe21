import { BadRequest } from '#libs/errors';
import { Places } from '#libs/queues';
import type { DataSource } from 'typeorm';

/** The most records that a text search may find. */
export const MAX_FOUND = 20_000;
/** How long the database may look for a text, in milliseconds. */
export const SEARCH_TIMEOUT_MS = 2_000;

/** The text is in too many records: reading them costs everybody, and nobody would. */
export class SearchTooBroad extends BadRequest {
  override readonly code = 'search_too_broad';
  constructor() {
    super(`More than ${MAX_FOUND.toLocaleString('en')} records have this text: search for a longer one, or filter.`);
  }
}

/** Of how many searches of one owner the database is asked at once. */
const MOST_OF_AN_OWNER = 3;
const places = new WeakMap<DataSource, Places>();

/** The places for searches in a database, half of its connections: whoever searches much keeps no one from the others. */
export function placesFor(database: DataSource): Places {
  const { poolSize = 10 } = database.options as { poolSize?: number };
  const known = places.get(database) ?? new Places(Math.max(1, Math.floor(poolSize / 2)), MOST_OF_AN_OWNER);
  places.set(database, known);
  return known;
}
