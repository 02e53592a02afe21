import { clock } from '#libs/clock';
import type { RecordLimits } from '#libs/config';
import { query } from '#libs/database';
import { Audit } from '../../records/audits/audit.entity.js';
import { keyOf } from '../../platform/lists/key-of.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { requirementsOfAudit, freezeRequirements } from './audit-requirements.js';
import { keepCounts } from './evaluation-state.js';
import { ALL_ENTRIES } from './outcome.js';
import { LIST_OUTCOMES, NONE_PROPOSED, OUTCOMES_BEGIN, STORE_OUTCOMES } from './outcomes/outcomes.sql.js';
import { emptyOutcome, withoutMoments } from './outcomes/stored-outcome.js';
import { requireRoomForOutcomes } from './room-for-outcomes.js';
import { copySample } from './sample/sample.service.js';

/** As many cells as an audit can have. */
const ALL = 2_147_483_647;

/**
 * An audit that looks at failures again has the sample of the former one, and what failed or could not be told as
 * untested.
 */
export async function beginRetest(
  change: ChangeContext,
  limits: RecordLimits,
  audit: Audit,
  retested: Audit,
): Promise<void> {
  const { tx } = change;
  const { copied } = await copySample(change, limits, audit, retested);
  const entries = new Map(copied.map(({ copiedFrom, number }) => [copiedFrom ?? ALL_ENTRIES, number]));
  entries.set(ALL_ENTRIES, ALL_ENTRIES);
  const { organizationId, id } = retested;
  const failedOutcomes = ['failed', 'cannot_tell'];
  const failed = await query(tx, LIST_OUTCOMES, [
    organizationId,
    id,
    null,
    null,
    failedOutcomes,
    ALL,
    0,
    OUTCOMES_BEGIN,
    NONE_PROPOSED,
  ]);
  const cells = failed.flatMap(({ requirementId, entry, outcome, note }) => {
    const now = entries.get(entry);
    return now === undefined ? [] : [{ ...withoutMoments(emptyOutcome(requirementId, now)), former: outcome, note }];
  });
  if (cells.length > 0) {
    // It asks for what the former one asked for, whatever the standard and the product have become.
    const requirements = await requirementsOfAudit(tx, retested);
    requireRoomForOutcomes(limits, { requirements: requirements.length, entries: copied.length });
    await freezeRequirements(tx, audit, requirements);
    await query(tx, STORE_OUTCOMES, [audit.organizationId, audit.id, JSON.stringify(cells), clock.now()]);
  }
  await keepCounts(change, await tx.findOneByOrFail(Audit, keyOf(audit)));
}
