-- The statements of test-activities, as they are sent. Written by `npm run sql`.

-- CLEAR_CREATOR
--   Test activities stay without their creator when the person's account is deleted.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE test_activities SET created_by_user_id = NULL WHERE organization_id = $1 AND created_by_user_id = $2;

-- COUNT_ACTIVITY
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 type: activity_type
--   $4 tool: text
--   $5 trigger: text
--   $6 environment: text
INSERT INTO activity_counts AS c (organization_id, product_id, type, tool, trigger, environment, value) VALUES ($1, $2, $3, $4, $5, $6, 1)
ON CONFLICT ON CONSTRAINT pk_activity_counts DO UPDATE SET value = c.value + 1;

-- COUNT_PREVIEW
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 environment: text
INSERT INTO preview_counts AS c (organization_id, product_id, environment, value) VALUES ($1, $2, $3, 1)
ON CONFLICT ON CONSTRAINT pk_preview_counts DO UPDATE SET value = c.value + 1;

-- COUNT_WEEK
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 moment: timestamp with time zone
INSERT INTO activity_weeks AS c (organization_id, product_id, week, value) VALUES ($1, $2, date_trunc('week', $3::timestamptz AT TIME ZONE 'UTC')::date, 1)
ON CONFLICT ON CONSTRAINT pk_activity_weeks DO UPDATE SET value = c.value + 1;

-- DELETE_LAST_ACTIVITY
--   The feeds offer every tool and environment that has a row, so one that nothing is left of goes.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 type: activity_type
--   $4 tool: text
--   $5 trigger: text
--   $6 environment: text
DELETE FROM activity_counts
WHERE organization_id = $1 AND product_id = $2 AND type = $3 AND tool = $4 AND trigger = $5 AND environment = $6 AND value = 1;

-- DISCOUNT_ACTIVITY
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 type: activity_type
--   $4 tool: text
--   $5 trigger: text
--   $6 environment: text
UPDATE activity_counts SET value = value - 1
WHERE organization_id = $1 AND product_id = $2 AND type = $3 AND tool = $4 AND trigger = $5 AND environment = $6 AND value > 1;

-- DELETE_LAST_PREVIEW
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 environment: text
DELETE FROM preview_counts WHERE organization_id = $1 AND product_id = $2 AND environment = $3 AND value = 1;

-- DISCOUNT_PREVIEW
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 environment: text
UPDATE preview_counts SET value = value - 1 WHERE organization_id = $1 AND product_id = $2 AND environment = $3 AND value > 1;

-- DISCOUNT_WEEK
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 moment: timestamp with time zone
UPDATE activity_weeks SET value = value - 1 WHERE organization_id = $1 AND product_id = $2 AND week = date_trunc('week', $3::timestamptz AT TIME ZONE 'UTC')::date;

-- SET_CONTENTS
--   What the lines of runs had after them, as JSON.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 contents: json
UPDATE test_activities a SET content_id = c."contentId" FROM json_to_recordset($3::json) AS c(number int, "contentId" uuid)
WHERE a.organization_id = $1 AND a.product_id = $2 AND a.number = c.number;
