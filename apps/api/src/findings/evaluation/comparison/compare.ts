import { named } from '#libs/fields';
import type { AuditRequirement } from '../audit-requirements.js';
import { type EvaluationState, outcomesOf } from '../evaluation-state.js';
import { ALL_ENTRIES, type Outcome, outcomeOn } from '../outcome.js';
import type { AuditEntry } from '../sample/audit-entry.js';

export const COMPARISONS = named(
  'OutcomeComparison',
  ['fixed', 'still_failing', 'new_failure', 'not_retested', 'better', 'worse', 'same'],
  'The change of an outcome since the former audit.',
);
export type Comparison = (typeof COMPARISONS)[number];

const CONFORMS: readonly Outcome[] = ['passed', 'inapplicable'];

/** What has become of an outcome. */
export function comparisonOf(before: Outcome, after: Outcome): Comparison {
  const conformed = CONFORMS.includes(before);
  const conforms = CONFORMS.includes(after);
  if (before === 'failed' && after === 'failed') return 'still_failing';
  if (after === 'failed') return 'new_failure';
  if (before === 'failed') return conforms ? 'fixed' : after === 'untested' ? 'not_retested' : 'better';
  if (before === 'cannot_tell' && conforms) return 'better';
  if (conformed && !conforms) return 'worse';
  return 'same';
}

/** An audit as it is compared. */
export interface ComparedAudit {
  state: EvaluationState;
  sample: readonly AuditEntry[];
}

/** A cell of both audits. */
export interface ComparedCell {
  requirementId: string;
  number: string;
  /** The number of the entry; 0: all. */
  entry: number;
  formerEntry: number;
  before: Outcome;
  after: Outcome;
  comparison: Comparison;
}

/**
 * Tells of a requirement what has become of its outcomes of a former audit, where that asks for it too: on each entry
 * that both have.
 */
export function comparing(
  after: ComparedAudit,
  before: ComparedAudit,
): (requirement: AuditRequirement) => ComparedCell[] {
  const pairs = pairedEntries(after.sample, before.sample);
  return (requirement) => {
    const former = formerRequirement(requirement, before.state.requirements);
    if (!former) return [];
    const now = outcomesOf(after.state, requirement.requirementId);
    const then = outcomesOf(before.state, former.requirementId);
    return pairs.map(([entry, formerEntry]) => {
      const outcomes = { before: outcomeOn(then, formerEntry), after: outcomeOn(now, entry) };
      return {
        requirementId: requirement.requirementId,
        number: requirement.number,
        entry,
        formerEntry,
        ...outcomes,
        comparison: comparisonOf(outcomes.before, outcomes.after),
      };
    });
  };
}

/** The requirement of the former audit: by id, else the one with the same WCAG criterion. */
function formerRequirement(
  { requirementId, wcag }: AuditRequirement,
  former: readonly AuditRequirement[],
): AuditRequirement | undefined {
  const same = former.find((one) => one.requirementId === requirementId);
  if (same || wcag.length !== 1) return same;
  const cited = former.filter((one) => one.wcag.length === 1 && one.wcag[0] === wcag[0]);
  return cited.length === 1 ? cited[0] : undefined;
}

/**
 * Entries of both samples: by what they were copied from, else by address, else by name; where neither has any, all.
 */
function pairedEntries(after: readonly AuditEntry[], before: readonly AuditEntry[]): [number, number][] {
  if (after.length === 0 && before.length === 0) return [[ALL_ENTRIES, ALL_ENTRIES]];
  const free = new Set(before);
  const take = (fits: (one: AuditEntry) => boolean): number | undefined => {
    const found = [...free].find(fits);
    if (found) free.delete(found);
    return found?.number;
  };
  return after.flatMap((entry): [number, number][] => {
    const former =
      take((one) => entry.copiedFrom === one.number && entry.name === one.name) ??
      take((one) => entry.url !== null && one.url === entry.url) ??
      take((one) => one.name === entry.name);
    return former === undefined ? [] : [[entry.number, former]];
  });
}
