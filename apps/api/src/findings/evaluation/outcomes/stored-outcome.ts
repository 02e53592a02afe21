import type { Principal } from '../../../platform/http/current.js';
import type { Outcome } from '../outcome.js';
import type { DecideOutcome } from './dto/outcome.dto.js';
import type { OutcomeRow } from './outcomes.sql.js';

/** An outcome as it is to be stored. */
export type StoredOutcome = Omit<OutcomeRow, 'at' | 'revision' | 'issueNumbers' | 'evidenceIds'>;

/** What an API key may decide by itself: whatever speaks in favour of conformance needs a person. */
const COUNTS_FROM_KEYS: readonly Outcome[] = ['failed', 'cannot_tell', 'untested'];

/** What is stored of what somebody says of a cell; what a key says in favour of conformance is a proposal. */
export function storedOutcome(
  before: OutcomeRow | undefined,
  decision: Pick<DecideOutcome, 'requirementId' | 'outcome' | 'note' | 'derogation' | 'fromProposal'> & {
    entry: number;
  },
  { userId, name, key }: Pick<Principal, 'userId' | 'name' | 'key'>,
  now: Date,
): StoredOutcome {
  const kept = before ?? emptyOutcome(decision.requirementId, decision.entry);
  const { note = kept.note, derogation = kept.derogation, outcome = kept.outcome } = decision;
  const changed = { ...withoutMoments(kept), note, derogation };
  const isProposal =
    key !== undefined && decision.outcome !== undefined && !COUNTS_FROM_KEYS.includes(decision.outcome);
  if (isProposal) return proposedOutcome(before, { ...decision, note, derogation, outcome }, key.name, now);
  return {
    ...changed,
    outcome,
    userId: key ? null : userId,
    userName: key ? key.name : name,
    copiedFrom: null,
    fromProposal: decision.fromProposal ?? (decision.outcome === undefined && kept.fromProposal),
    ...(decision.fromProposal && { proposal: null, proposedBy: null, proposedAt: null }),
  };
}

/** What is stored of what an API key or a tool proposes, beside what a person has said. */
export function proposedOutcome(
  before: OutcomeRow | undefined,
  { requirementId, entry, ...texts }: Pick<OutcomeRow, 'requirementId' | 'entry' | 'outcome' | 'note' | 'derogation'>,
  by: string,
  now: Date,
): StoredOutcome {
  const { note, derogation, outcome } = texts;
  const kept = withoutMoments(before ?? emptyOutcome(requirementId, entry));
  return { ...kept, note, derogation, proposal: outcome, proposedBy: by, proposedAt: now };
}

/** What there is of a cell of which nothing was ever said. */
export const emptyOutcome = (requirementId: string, entry: number): OutcomeRow => ({
  requirementId,
  entry,
  outcome: 'untested',
  note: null,
  derogation: null,
  userId: null,
  userName: null,
  at: new Date(0),
  copiedFrom: null,
  former: null,
  fromProposal: false,
  proposal: null,
  proposedBy: null,
  proposedAt: null,
  revision: 0,
  issueNumbers: [],
  evidenceIds: [],
});

export function withoutMoments({
  at: _at,
  revision: _revision,
  issueNumbers: _issues,
  evidenceIds: _evidence,
  ...stored
}: OutcomeRow): StoredOutcome {
  return stored;
}

/** Whether a cell says something else than before. */
export const differs = (before: OutcomeRow | undefined, after: StoredOutcome): boolean => {
  const kept = before ?? emptyOutcome(after.requirementId, after.entry);
  return (['outcome', 'note', 'derogation', 'proposal', 'fromProposal'] as const).some(
    (field) => kept[field] !== after[field],
  );
};
