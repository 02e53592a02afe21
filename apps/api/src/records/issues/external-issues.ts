import { query } from '#libs/database';
import { productOf } from '../../products/products/product-key.js';
import { timeBetweenRuns } from '../../products/products/product-records.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { changeIssues } from './change-issues.js';
import { Issue, type IssueState } from './issue.entity.js';
import { subjectOfIssue } from './issues.service.js';
import { NOTE_EXTERNAL_EVENT } from './issues.sql.js';

/** A change of an issue in an external tracker. */
export interface ExternalIssueChange {
  sourceUrl: string;
  state: IssueState;
  action: string;
  at: Date;
}

/**
 * Closes or reopens the issues of this organization that are linked to an external issue; returns how many changed.
 * Events that are older than the latest known one, or equally old with the same action, are ignored. A fixed number of
 * statements.
 */
export async function applyExternalChange(
  change: ChangeContext,
  organizationId: string,
  { sourceUrl, state, action, at }: ExternalIssueChange,
): Promise<number> {
  const { tx } = change;
  const linked = () =>
    tx
      .createQueryBuilder(Issue, 'issue')
      .where(`issue.organizationId = :organizationId AND issue.source = 'external'`, { organizationId })
      .andWhere('md5(issue.sourceUrl) = md5(:sourceUrl) AND issue.sourceUrl = :sourceUrl', { sourceUrl })
      .orderBy('issue.id');
  const named = await linked().select(['issue.id', 'issue.productId']).getMany();
  if (named.length === 0) return 0;
  const changedAt = await timeBetweenRuns(change, organizationId, [
    ...new Set(named.map(({ productId }) => productId)),
  ]);
  const issues = await linked().setLock('pessimistic_write').getMany();
  const ids = issues.map(({ id }) => id);
  const newer = await query(tx, NOTE_EXTERNAL_EVENT, [ids, sourceUrl, at, action, organizationId]);
  const newerIds = new Set(newer.map(({ id }) => id));
  const moved = issues.filter((issue) => newerIds.has(issue.id) && issue.state !== state);
  await changeIssues(
    change,
    organizationId,
    moved.map(({ id }) => id),
    { state },
    changedAt,
  );
  change.record(
    ...moved.map((issue) => ({
      ...subjectOfIssue(issue),
      type: 'issue.updated' as const,
      changes: [{ field: 'state', from: issue.state, to: state }],
    })),
  );
  change.regradeAfterwards(...moved.map(productOf));
  return moved.length;
}
