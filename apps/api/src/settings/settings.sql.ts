import { sql, type Uuid } from '#libs/database';

/** A standard with one of its levels. */
export interface StandardWithLevel {
  id: string;
  name: string;
  slug: string;
  levelId: string | null;
  levelName: string | null;
}

export const STANDARD_WITH_LEVEL = sql<[standardId: Uuid, levelId: Uuid | null], StandardWithLevel>(`
  SELECT s.id, s.name, s.slug, l.id AS "levelId", l.name AS "levelName"
  FROM standards s LEFT JOIN standard_levels l ON l.standard_id = s.id AND l.id = $2 WHERE s.id = $1`);
