import type { ChangeContext } from '../work/change-context.js';
import type { Issue } from './issue.entity.js';
import { countOpenIssues, type OpenIssueChange, openIssueChanges, openIssueKind } from './open-issue-counts.js';

/** Notes at an issue, which is locked, the functional needs that it has been linked to, and counts it by them. Counts the revision too. */
export async function noteNeeds(
  change: ChangeContext,
  { organizationId, id }: Pick<Issue, 'organizationId' | 'id'>,
): Promise<void> {
  const [{ changes }] = await change.tx.query<[{ changes: OpenIssueChange[] }]>(NOTE, [organizationId, id]);
  countOpenIssues(change, organizationId, changes);
}

const NOTE = `
  WITH before AS MATERIALIZED (
    SELECT ${openIssueKind('i')} FROM issues i WHERE i.organization_id = $1 AND i.id = $2
  ), noted AS (
    UPDATE issues i SET revision = i.revision + 1, functional_need_ids = ARRAY(
      SELECT l.functional_need_id FROM issue_functional_needs l WHERE l.organization_id = $1 AND l.issue_id = $2 ORDER BY 1)
    WHERE i.organization_id = $1 AND i.id = $2
    RETURNING ${openIssueKind('i')}
  )
  SELECT ${openIssueChanges('before', 'noted')} AS changes`;
