import { sql, type Uuid } from '#libs/database';

/** The standard in force with its level, and what else of an organization is not read with each request. */
export interface StandardInForce {
  id: string;
  name: string;
  slug: string;
  levelId: string | null;
  levelName: string | null;
  legalDisclaimer: string | null;
}

export const STANDARD_IN_FORCE = sql<[organizationId: Uuid, standardId: Uuid, levelId: Uuid | null], StandardInForce>(`
  SELECT s.id, s.name, s.slug, l.id AS "levelId", l.name AS "levelName", o.legal_disclaimer AS "legalDisclaimer"
  FROM standards s LEFT JOIN standard_levels l ON l.standard_id = s.id AND l.id = $3
  LEFT JOIN organizations o ON o.id = $1
  WHERE s.id = $2`);
