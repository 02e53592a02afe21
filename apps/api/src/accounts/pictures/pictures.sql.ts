import { sql, type Uuid } from '#libs/database';

/** Pictures that are named and not fetched; the rest an hour later. */
export const PICTURES_TO_FETCH = sql<[], { userId: Uuid; address: string }>(`
  SELECT id AS "userId", image_to_fetch AS address FROM users WHERE image_to_fetch IS NOT NULL ORDER BY id LIMIT 1000`);
