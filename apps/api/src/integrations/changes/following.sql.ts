import { sql, type Uuid } from '#libs/database';

/** Where an event stands: by its position, or as one of before there were positions by its moment. */
export interface Place {
  id: Uuid;
  at: Date;
  position: string | null;
}

export const PLACE = sql<[organizationId: Uuid, id: Uuid], Place>(`
  SELECT id, at, position FROM events WHERE organization_id = $1 AND id = $2`);

/** When the organization was made, and when the first event happened that it still has; null: it has none. */
export const BEGINNING = sql<[organizationId: Uuid], { madeAt: Date; firstAt: Date | null }>(`
  SELECT o.created_at AS "madeAt", (SELECT min(e.at) FROM events e WHERE e.organization_id = $1) AS "firstAt"
  FROM organizations o WHERE o.id = $1`);
