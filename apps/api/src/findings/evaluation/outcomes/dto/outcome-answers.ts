import { ALL_ENTRIES } from '../../outcome.js';
import type { FailureRow } from '../../proposals/proposed-failures.sql.js';
import type { OutcomeRow } from '../outcomes.sql.js';
import type { OutcomeDto } from './outcome.dto.js';

/** An entry as it is told: its number, or `all`. */
export const entryDto = (entry: number): number | string => (entry === ALL_ENTRIES ? 'all' : entry);

/** The number of an entry that was asked for; null: of none. @returns undefined where it is none */
export function entryNumber(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  if (text === 'all') return ALL_ENTRIES;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Who decided it; null: nobody yet. */
export const decidedBy = ({ userId, userName }: Pick<OutcomeRow, 'userId' | 'userName'>) =>
  userName === null ? null : { userId, name: userName };

/** An outcome as it is told. @param failure what findings propose of it, where nobody has decided */
export const outcomeDto = (row: OutcomeRow, failure?: FailureRow): OutcomeDto => ({
  requirementId: row.requirementId,
  entry: entryDto(row.entry),
  outcome: row.outcome,
  note: row.note,
  derogation: row.derogation,
  by: decidedBy(row),
  at: row.at,
  issueNumbers: row.issueNumbers,
  evidenceIds: row.evidenceIds,
  copiedFrom: row.copiedFrom,
  former: row.former,
  fromProposal: row.fromProposal,
  proposal: proposalOf(row, failure),
  revision: row.revision,
});

/** What findings fail comes before what an API key proposes in favour of conformance. */
function proposalOf({ outcome, proposal, proposedBy, proposedAt }: OutcomeRow, failure: FailureRow | undefined) {
  if (outcome === 'untested' && failure)
    return { outcome: 'failed' as const, by: failure.tools.join(', '), at: failure.since, findings: failure.findings };
  return proposal === null ? null : { outcome: proposal, by: proposedBy!, at: proposedAt!, findings: [] };
}
