import { pickDefined } from '../../platform/lists/changed-fields.js';
import { presentConditions, createdBetween } from '../../platform/lists/filters.js';
import type { LinkTable } from '../../platform/lists/links.js';
import type { Condition, RecordList } from '../../platform/lists/page-of.js';
import { taggedWith } from '../../products/products/record-areas.js';
import { inScope, type ListScope } from '../../products/products/record-totals.js';
import { keptTotalOfActivities } from './activity-totals.js';
import type { ListOrganizationActivitiesQuery } from './dto/test-activity.dto.js';

export const ACTIVITY_AREAS: LinkTable = { table: 'test_activity_areas', owner: 'test_activity_id', target: 'area_id' };

/** The condition that an activity `l` belongs to one of some lines. */
export type LineCondition = (lines: readonly string[]) => Condition;

/** Which activities a list has. */
export function activitiesOf(
  scope: ListScope,
  query: ListOrganizationActivitiesQuery,
  inLines: LineCondition,
): RecordList {
  const { area, environment, line, creatorId } = query;
  const conditions = [
    ...presentConditions(
      area && taggedWith(taggedIds, area),
      environment && ((bind) => `l.context_environment = ANY (${bind(environment)})`),
      line && inLines(line),
    ),
    ...createdBetween(query),
  ];
  const isCounted = conditions.length > 0 || creatorId !== undefined;
  return {
    owner: ['organization_id', scope.organization.id],
    where: [inScope(scope), ...conditions],
    filters: { ...pickDefined(query, 'type', 'productId'), createdByUserId: creatorId },
    total: isCounted ? undefined : keptTotalOfActivities(scope, query),
  };
}

const taggedIds = (condition: string): string =>
  `SELECT t.test_activity_id FROM test_activity_areas t WHERE ${condition}`;
