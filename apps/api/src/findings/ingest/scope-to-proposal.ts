import { createHash } from 'node:crypto';
import type { Principal } from '../../platform/http/current.js';
import { lineOfRun, type LineName } from '../scan-runs/line-of-run.js';
import type { Report } from './dto/ingest.schema.js';
import { ProposalOnly } from './errors.js';

type Proposals = NonNullable<NonNullable<Principal['key']>['proposals']>;

/**
 * A report by a pass of a pull or merge request. Who wrote that chooses what its pipeline sends: so it may speak of its
 * own proposal alone, and its idempotency key is one among those of that line, which answers for no report of anybody
 * else and keeps none from being stored.
 * @throws ProposalOnly
 */
export function scopeToProposal(report: Report, proposals: Proposals): Report {
  const { type, line, context } = report;
  const { publisherId, number } = proposals;
  const proposal = lineOfRun(context ?? null, line);
  const { kind, key } = proposal;
  if (type !== 'automated_scan' || kind !== 'proposal' || (number !== null && !isNamed(proposal, proposals)))
    throw new ProposalOnly(number);
  if (report.idempotencyKey === undefined) return report;
  const keyDigest = createHash('sha256').update(JSON.stringify([publisherId, key, report.idempotencyKey]));
  return { ...report, idempotencyKey: `proposal ${keyDigest.digest('hex')}` };
}

/** A product that several repositories feed has a proposal of each number and repository. */
const isNamed = ({ prNumber, repository: named }: LineName, { number, repository }: Proposals): boolean =>
  prNumber === number && (named === null || named.toLowerCase().endsWith(`/${repository.toLowerCase()}`));
