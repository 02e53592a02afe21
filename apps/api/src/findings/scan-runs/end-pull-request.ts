import type { ChangeContext } from '../../platform/work/change-context.js';
import { endLinesWhere } from './end-lines-where.js';

/** A pull request: the address of its repository without the scheme, such as `github.com/acme/shop`, and its number. */
export interface PullRequest {
  repository: string;
  number: number;
}

/**
 * Ends the proposals of a pull request that was closed; returns how many. A proposal that names no repository is meant
 * where another one of its product names this one: elsewhere the number may be that of any repository.
 */
export const endPullRequest = (
  change: ChangeContext,
  organizationId: string,
  pullRequest: PullRequest,
): Promise<number> =>
  endLinesWhere(
    change,
    organizationId,
    `l.kind = 'proposal' AND l.pr_number = :number AND (l.repository = :repository OR (l.repository IS NULL AND EXISTS (
       SELECT FROM lines other WHERE other.organization_id = :organizationId AND other.product_id = l.product_id
         AND other.kind = 'proposal' AND other.repository = :repository AND other.last_number IS NOT NULL)))`,
    pullRequest,
  );
