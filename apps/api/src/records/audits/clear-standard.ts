import { query } from '#libs/database';
import type { RemovedStandard } from '../../standards/standards/standard-changes.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { CLEAR_STANDARD } from './audits.sql.js';

/** Audits lose a standard and levels that are deleted. */
export async function clearStandardOfAudits(
  { tx }: ChangeContext,
  { organizationId, standardId, levelIds }: RemovedStandard,
): Promise<void> {
  await query(tx, CLEAR_STANDARD, [organizationId, standardId, levelIds]);
}
