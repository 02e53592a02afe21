import { sql, type Uuid } from '#libs/database';
import type { ActivityType } from './test-activity.entity.js';

/** Test activities stay without their creator when the person's account is deleted. */
export const CLEAR_CREATOR = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE test_activities SET created_by_user_id = NULL WHERE organization_id = $1 AND created_by_user_id = $2`);

/** What an activity is counted by; those of a preview by its environment too. */
export type ActivityKind = [productId: Uuid, type: ActivityType, tool: string, trigger: string, environment: string];
export type PreviewKind = [productId: Uuid, environment: string];
/** A moment of its week. */
export type WeekKind = [productId: Uuid, moment: Date];

export const COUNT_ACTIVITY = sql<[organizationId: Uuid, ...ActivityKind]>(`
  INSERT INTO activity_counts AS c (organization_id, product_id, type, tool, trigger, environment, value)
  VALUES ($1, $2, $3, $4, $5, $6, 1)
  ON CONFLICT ON CONSTRAINT pk_activity_counts DO UPDATE SET value = c.value + 1`);

export const COUNT_PREVIEW = sql<[organizationId: Uuid, ...PreviewKind]>(`
  INSERT INTO preview_counts AS c (organization_id, product_id, environment, value) VALUES ($1, $2, $3, 1)
  ON CONFLICT ON CONSTRAINT pk_preview_counts DO UPDATE SET value = c.value + 1`);

// Nothing reads the weeks any more. Processes of 0.1.0 do, beside those of 0.2.0 while it is rolled out, so they are
// still written; 0.3.0 drops them.
const WEEK = `date_trunc('week', $3::timestamptz AT TIME ZONE 'UTC')::date`;

export const COUNT_WEEK = sql<[organizationId: Uuid, ...WeekKind]>(`
  INSERT INTO activity_weeks AS c (organization_id, product_id, week, value) VALUES ($1, $2, ${WEEK}, 1)
  ON CONFLICT ON CONSTRAINT pk_activity_weeks DO UPDATE SET value = c.value + 1`);

/** The feeds offer every tool and environment that has a row, so one that nothing is left of goes. */
export const DELETE_LAST_ACTIVITY = sql<[organizationId: Uuid, ...ActivityKind]>(`
  DELETE FROM activity_counts
  WHERE organization_id = $1 AND product_id = $2 AND type = $3 AND tool = $4 AND trigger = $5 AND environment = $6
    AND value = 1`);

export const DISCOUNT_ACTIVITY = sql<[organizationId: Uuid, ...ActivityKind]>(`
  UPDATE activity_counts SET value = value - 1
  WHERE organization_id = $1 AND product_id = $2 AND type = $3 AND tool = $4 AND trigger = $5 AND environment = $6
    AND value > 1`);

export const DELETE_LAST_PREVIEW = sql<[organizationId: Uuid, ...PreviewKind]>(`
  DELETE FROM preview_counts WHERE organization_id = $1 AND product_id = $2 AND environment = $3 AND value = 1`);

export const DISCOUNT_PREVIEW = sql<[organizationId: Uuid, ...PreviewKind]>(`
  UPDATE preview_counts SET value = value - 1 WHERE organization_id = $1 AND product_id = $2 AND environment = $3
    AND value > 1`);

export const DISCOUNT_WEEK = sql<[organizationId: Uuid, ...WeekKind]>(`
  UPDATE activity_weeks SET value = value - 1 WHERE organization_id = $1 AND product_id = $2 AND week = ${WEEK}`);

/** What the lines of runs had after them, as JSON. */
export const SET_CONTENTS = sql<[organizationId: Uuid, productId: Uuid, contents: string]>(`
  UPDATE test_activities a SET content_id = c."contentId"
  FROM json_to_recordset($3::json) AS c(number int, "contentId" uuid)
  WHERE a.organization_id = $1 AND a.product_id = $2 AND a.number = c.number`);
