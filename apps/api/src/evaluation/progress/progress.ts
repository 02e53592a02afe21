import type { AskedRequirement } from '../asked-requirements.js';
import { type EvaluationState, outcomesOf } from '../evaluation-state.js';
import { ALL_ENTRIES, type Outcome, OUTCOMES, outcomeOn, verdictOf } from '../outcome.js';
import type { AuditEntry } from '../sample/audit-entry.js';

/** How many there are of each outcome. */
export type OutcomeCounts = Record<Outcome, number>;

/** How far an audit is. */
export interface AuditProgress {
  /** Of all requirements on all entries. */
  outcomes: OutcomeCounts;
  /** Of all requirements. */
  verdicts: OutcomeCounts;
  requirements: (Pick<AskedRequirement, 'requirementId' | 'number' | 'name' | 'level'> & {
    verdict: Outcome;
    outcomes: OutcomeCounts;
  })[];
  entries: { entry: number; name: string; outcomes: OutcomeCounts }[];
  levels: { level: string | null; verdicts: OutcomeCounts }[];
  /** What completing would leave untested, with the entries on which it is; none: on all of them. */
  missing: { requirementId: string; number: string; entries: number[] }[];
  /** Requirements that fail on random entries alone: the structured sample was not representative (WCAG-EM 4.3). */
  randomOnly: { requirementId: string; number: string; entries: number[] }[];
}

/** How far an audit is. */
export function progressOf(state: EvaluationState, sample: readonly AuditEntry[]): AuditProgress {
  const { asked, entries } = state;
  // Where there is no sample the outcome of all entries is the only one.
  const columns = entries.length === 0 ? [ALL_ENTRIES] : entries;
  const kinds = new Map(sample.map(({ number, kind }) => [number, kind]));
  const judged = asked.map((requirement) => {
    const own = outcomesOf(state, requirement.requirementId);
    const on = new Map(columns.map((entry) => [entry, outcomeOn(own, entry)]));
    const withOutcome = (wanted: Outcome) => columns.filter((entry) => on.get(entry) === wanted);
    return { requirement, on, withOutcome, verdict: verdictOf(own, entries) };
  });
  const told = ({ requirementId, number }: AskedRequirement) => ({ requirementId, number });
  const realEntries = (of: number[]) => of.filter((entry) => entry !== ALL_ENTRIES);
  return {
    outcomes: countsOf(judged.flatMap(({ on }) => [...on.values()])),
    verdicts: countsOf(judged.map(({ verdict }) => verdict)),
    requirements: judged.map(({ requirement: { requirementId, number, name, level }, on, verdict }) => ({
      requirementId,
      number,
      name,
      level,
      verdict,
      outcomes: countsOf([...on.values()]),
    })),
    entries: sample.map(({ number, name }) => ({
      entry: number,
      name,
      outcomes: countsOf(judged.map(({ on }) => on.get(number)!)),
    })),
    levels: [...new Set(asked.map(({ level }) => level))].map((level) => ({
      level,
      verdicts: countsOf(judged.filter((one) => one.requirement.level === level).map(({ verdict }) => verdict)),
    })),
    missing: judged
      .filter(({ verdict }) => verdict === 'untested')
      .map(({ requirement, withOutcome }) => ({
        ...told(requirement),
        entries: realEntries(withOutcome('untested')),
      })),
    randomOnly: judged
      .map(({ requirement, withOutcome }) => ({ ...told(requirement), entries: realEntries(withOutcome('failed')) }))
      .filter(({ entries: failing }) => failing.length > 0 && failing.every((entry) => kinds.get(entry) === 'random')),
  };
}

function countsOf(outcomes: readonly Outcome[]): OutcomeCounts {
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as OutcomeCounts;
  for (const outcome of outcomes) counts[outcome] += 1;
  return counts;
}
