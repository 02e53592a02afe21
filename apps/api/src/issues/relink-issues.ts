import type { RemovedRequirements } from '../standards/standard-changes.js';
import type { ChangeContext } from '../work/change-context.js';
import type { Issue } from './issue.entity.js';
import {
  countOpenIssues,
  type OpenIssueChange,
  openIssueChanges,
  openIssueKind,
  requirementSet,
} from './open-issue-counts.js';

/** Makes the requirements of an issue, which is locked, exactly these; answers whether that changed anything. */
export async function relinkIssue(
  change: ChangeContext,
  { id, organizationId }: Pick<Issue, 'id' | 'organizationId'>,
  requirementIds: readonly string[],
): Promise<boolean> {
  const [{ changed, changes }] = await change.tx.query<[{ changed: boolean; changes: OpenIssueChange[] }]>(RELINK, [
    organizationId,
    id,
    requirementIds,
  ]);
  countOpenIssues(change, organizationId, changes);
  return changed;
}

/**
 * Prepares issues of an organization for the end of some of its requirements, which takes their links along. An issue that
 * fails these alone will fail none, under whatever standard. Call with `requirementsLock`: then no issue can be linked to
 * them meanwhile, and which issues are is known before the second statement reads the links.
 */
export async function unlinkRequirements(
  change: ChangeContext,
  { organizationId, requirementIds }: RemovedRequirements,
): Promise<void> {
  const linked = await change.tx.query<{ id: string }[]>(LOCK_LINKED, [organizationId, requirementIds]);
  if (linked.length === 0) return;
  const ids = linked.map(({ id }) => id);
  const [{ changes }] = await change.tx.query<[{ changes: OpenIssueChange[] }]>(UNLINK, [
    organizationId,
    ids,
    requirementIds,
  ]);
  countOpenIssues(change, organizationId, changes);
}

const RELINK = `
  WITH wanted AS (SELECT DISTINCT unnest($3::uuid[]) AS id
  ), gone AS (
    DELETE FROM issue_requirements
    WHERE organization_id = $1 AND issue_id = $2 AND requirement_id NOT IN (SELECT id FROM wanted)
  ), added AS (
    INSERT INTO issue_requirements (organization_id, issue_id, requirement_id)
    SELECT $1::uuid, $2, id FROM (SELECT DISTINCT unnest($3::uuid[]) AS id) added ORDER BY id ON CONFLICT DO NOTHING
  ), before AS MATERIALIZED (
    SELECT ${openIssueKind('i')}, given.set FROM issues i, (SELECT ${requirementSet('ARRAY(SELECT id FROM wanted)')} AS set) given
    WHERE i.organization_id = $1 AND i.id = $2 AND i.requirement_set <> given.set
  ), relinked AS (
    UPDATE issues i SET requirement_set = before.set FROM before WHERE i.organization_id = $1 AND i.id = before.id
    RETURNING ${openIssueKind('i')}
  )
  SELECT EXISTS (SELECT FROM relinked) AS changed, ${openIssueChanges('before', 'relinked')} AS changes`;

const LOCK_LINKED = `
  SELECT i.id FROM issues i
  WHERE i.organization_id = $1 AND i.id IN (
    SELECT issue_id FROM issue_requirements WHERE organization_id = $1 AND requirement_id = ANY ($2::uuid[]))
  ORDER BY i.id FOR UPDATE`;

const UNLINK = `
  WITH before AS MATERIALIZED (
    SELECT ${openIssueKind('i')} FROM issues i WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[])
  ), unlinked AS (
    UPDATE issues i SET requirement_set = ${requirementSet(`ARRAY(
      SELECT l.requirement_id FROM issue_requirements l
      WHERE l.organization_id = $1 AND l.issue_id = i.id AND l.requirement_id <> ALL ($3::uuid[]))`)}, revision = i.revision + 1
    WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[])
    RETURNING ${openIssueKind('i')}
  )
  SELECT ${openIssueChanges('before', 'unlinked')} AS changes`;
