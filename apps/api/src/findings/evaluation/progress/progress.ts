import { mapInSlices } from '#libs/queues';
import type { AuditRequirement } from '../audit-requirements.js';
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
  requirements: (Pick<AuditRequirement, 'requirementId' | 'number' | 'name' | 'level'> & {
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

/** How far an audit is: a few milliseconds at a time, for it may have many requirements on many entries. */
export async function progressOf(state: EvaluationState, sample: readonly AuditEntry[]): Promise<AuditProgress> {
  const { requirements, entries } = state;
  // Where there is no sample the outcome of all entries is the only one.
  const columns = entries.length === 0 ? [ALL_ENTRIES] : entries;
  const kinds = new Map(sample.map(({ number, kind }) => [number, kind]));
  const ofEntries = new Map(columns.map((entry) => [entry, noOutcomes()]));
  const judged = await mapInSlices(requirements, (requirement) => {
    const requirementOutcomes = outcomesOf(state, requirement.requirementId);
    const outcomes = noOutcomes();
    const on: Partial<Record<Outcome, number[]>> = { failed: [], untested: [] };
    for (const entry of columns) {
      const outcome = outcomeOn(requirementOutcomes, entry);
      outcomes[outcome] += 1;
      ofEntries.get(entry)![outcome] += 1;
      if (entry !== ALL_ENTRIES) on[outcome]?.push(entry);
    }
    return {
      requirement,
      outcomes,
      failed: on.failed!,
      untested: on.untested!,
      verdict: verdictOf(requirementOutcomes, entries),
    };
  });
  const summaryOf = ({ requirementId, number }: AuditRequirement) => ({ requirementId, number });
  return {
    outcomes: sumOf(judged.map(({ outcomes }) => outcomes)),
    verdicts: countsOf(judged.map(({ verdict }) => verdict)),
    requirements: judged.map(({ requirement: { requirementId, number, name, level }, outcomes, verdict }) => ({
      requirementId,
      number,
      name,
      level,
      verdict,
      outcomes,
    })),
    entries: sample.map(({ number, name }) => ({ entry: number, name, outcomes: ofEntries.get(number)! })),
    levels: [...new Set(requirements.map(({ level }) => level))].map((level) => ({
      level,
      verdicts: countsOf(judged.filter((one) => one.requirement.level === level).map(({ verdict }) => verdict)),
    })),
    missing: judged
      .filter(({ verdict }) => verdict === 'untested')
      .map(({ requirement, untested }) => ({ ...summaryOf(requirement), entries: untested })),
    randomOnly: judged
      .map(({ requirement, failed }) => ({ ...summaryOf(requirement), entries: failed }))
      .filter(({ entries: failing }) => failing.length > 0 && failing.every((entry) => kinds.get(entry) === 'random')),
  };
}

const noOutcomes = (): OutcomeCounts => ({ failed: 0, cannot_tell: 0, untested: 0, passed: 0, inapplicable: 0 });

function countsOf(outcomes: readonly Outcome[]): OutcomeCounts {
  const counts = noOutcomes();
  for (const outcome of outcomes) counts[outcome] += 1;
  return counts;
}

function sumOf(each: readonly OutcomeCounts[]): OutcomeCounts {
  const sum = noOutcomes();
  for (const counts of each) for (const outcome of OUTCOMES) sum[outcome] += counts[outcome];
  return sum;
}
