import type { ChangeContext } from '../work/change-context.js';
import {
  type ClosedIssueChange,
  closedIssueChanges,
  closedIssueKind,
  countClosedIssues,
} from './closed-issue-counts.js';
import type { Issue } from './issue.entity.js';
import { countOpenIssues, type OpenIssueChange, openIssueChanges, openIssueKind } from './open-issue-counts.js';
import { closedAtIn } from './transition.js';

/** The fields that people and trackers change, by their columns. */
const COLUMNS = {
  title: 'title',
  description: 'description',
  state: 'state',
  severity: 'severity',
  impact: 'impact',
  effort: 'effort',
  priority: 'priority',
  sourceUrl: 'source_url',
  sourceId: 'source_id',
  auditId: 'audit_id',
} as const;

/** New values of an issue; an absent field stays. `closedAt` follows from the state. */
export type IssueValues = Partial<Pick<Issue, keyof typeof COLUMNS>>;

/** The key of an issue and its product. */
export interface IssueKey {
  organizationId: string;
  id: string;
  productId: string;
}

type ChangedIssue = IssueKey & { isChanged: boolean };

/**
 * Gives issues of an organization these values, and locks them in the order of their ids, so that two requests cannot
 * deadlock. One that has them already is not changed. Answers those that exist. One statement.
 * @param at the moment of a change of state, `timeBetweenRuns` of their products: what runs say before and after it is judged by it
 */
export async function changeIssues(
  change: ChangeContext,
  organizationId: string,
  ids: readonly string[],
  values: IssueValues,
  at?: Date,
): Promise<ChangedIssue[]> {
  const columns = Object.entries(values).map(([field, value]) => [COLUMNS[field as keyof typeof COLUMNS], value]);
  const [{ found, changes, closed }] = await change.tx.query<
    [{ found: ChangedIssue[]; changes: OpenIssueChange[]; closed: ClosedIssueChange[] }]
  >(CHANGE, [organizationId, ids, JSON.stringify(Object.fromEntries(columns)), at ?? null]);
  countOpenIssues(change, organizationId, changes);
  countClosedIssues(change, organizationId, closed);
  return found;
}

const NAMES = Object.values(COLUMNS);

const CHANGE = `
  WITH found AS MATERIALIZED (
    SELECT ${openIssueKind('i')}, ${closedIssueKind('i')}, NOT to_jsonb(i) @> $3::jsonb AS differs FROM issues i
    WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[]) ORDER BY i.id FOR UPDATE
  ), before AS (SELECT * FROM found WHERE differs
  ), changed AS (
    UPDATE issues i SET
      (${NAMES.join(', ')}, closed_at) = (
        SELECT ${NAMES.map((name) => `given.${name}`).join(', ')}, ${closedAtIn('i', 'given.state', '$4::timestamptz')}
        FROM jsonb_populate_record(i, $3::jsonb) given),
      updated_at = now(), revision = i.revision + 1
    FROM before WHERE i.organization_id = $1 AND i.id = before.id
    RETURNING ${openIssueKind('i')}, ${closedIssueKind('i')}
  )
  SELECT (SELECT coalesce(json_agg(json_build_object('organizationId', $1::uuid, 'id', id, 'productId', product_id, 'isChanged', differs)), '[]') FROM found) AS found,
    ${openIssueChanges('before', 'changed')} AS changes, ${closedIssueChanges('before', 'changed')} AS closed`;
