import { Places } from '#libs/queues';
import type { DataSource } from 'typeorm';

/** How many lists of one owner are read at once. */
const MOST_OF_AN_OWNER = 3;
const places = new WeakMap<DataSource, Places>();

/** The places for lists in a database, half of its connections: whoever reads much keeps no one from the others. */
export function placesFor(database: DataSource): Places {
  const { poolSize = 10 } = database.options as { poolSize?: number };
  const known = places.get(database) ?? new Places(Math.max(1, Math.floor(poolSize / 2)), MOST_OF_AN_OWNER);
  places.set(database, known);
  return known;
}
