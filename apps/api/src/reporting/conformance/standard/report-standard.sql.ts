import { sql, type Uuid } from '#libs/database';
import type { AppliesTo } from '../../../standards/catalogue/applies-to.js';

/** A requirement as its standard has it. */
interface RequirementRow {
  id: Uuid;
  name: string;
  levelId: Uuid | null;
  groupId: Uuid | null;
  appliesTo: AppliesTo | null;
  wcag: string[];
}

/** The requirements of a standard in its order: thousands, of which entities would take long to be made. */
export const REQUIREMENTS_OF_STANDARD = sql<[standardId: Uuid], RequirementRow>(`
  SELECT id, name, level_id AS "levelId", group_id AS "groupId", applies_to AS "appliesTo", wcag
  FROM requirements WHERE standard_id = $1 ORDER BY sort_order, id`);
