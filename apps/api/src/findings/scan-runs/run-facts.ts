import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { type FactRun, type Facts, FACTS_OF_TOOL } from './run-facts.sql.js';
import { addToSweep, type Sweep } from './sweep-parts.js';

/** Reads what runs of a tool have reported of a product. One statement. */
export async function loadRunFacts(
  tx: EntityManager,
  { organizationId, productId, tool }: { organizationId: string; productId: string; tool: string },
): Promise<Facts> {
  const [row] = await query(tx, FACTS_OF_TOOL, [organizationId, productId, tool]);
  return row!.facts;
}

/** Which of these identities, or of all, each set has. */
export function membership(facts: Facts, identities?: ReadonlySet<string>): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>();
  // Bases come first: they are less deep.
  for (const { id, baseId, added, removed } of facts.sets) {
    const own = new Set(baseId === null ? [] : members.get(baseId));
    for (const identity of removed) own.delete(identity);
    for (const identity of added) if (identities?.has(identity) ?? true) own.add(identity);
    members.set(id, own);
  }
  return members;
}

/** A run, or the end of a line. */
export type Step =
  | { kind: 'run'; run: FactRun; absence: { completedAt: number; sets: ReadonlySet<string> } | null }
  | { kind: 'end'; line: number; after: number; at: number };

/** The runs and ends of lines in their order, with what each run ends. */
export function stepsOf({ runs, lines }: Facts): Step[] {
  const sweeps = new Map<number, Sweep[]>();
  const steps: Step[] = runs.map((run) => {
    const { line, setId, completedAt, arrivedAt, sweep } = run;
    if (!sweep) return { kind: 'run', run, absence: run.complete ? { completedAt, sets: new Set([setId]) } : null };
    const ofLine = sweeps.get(line) ?? [];
    sweeps.set(line, ofLine);
    const finished = addToSweep(ofLine, { ...sweep, setId, completedAt, arrivedAt });
    return { kind: 'run', run, absence: finished && absenceOf(finished) };
  });
  for (const { number, endedAt, endedNumber } of lines)
    if (endedAt !== null) steps.push({ kind: 'end', line: number, after: endedNumber!, at: endedAt });
  return steps.sort((a, b) => placeOf(a)[0] - placeOf(b)[0] || placeOf(a)[1] - placeOf(b)[1]);
}

const absenceOf = ({ reports }: Sweep) => ({
  completedAt: Math.max(...reports.map(({ completedAt }) => completedAt)),
  sets: new Set(reports.map(({ setId }) => setId)),
});

/** The number of the run that a step follows, and when. */
export const placeOf = (step: Step): [number: number, at: number] =>
  step.kind === 'run' ? [step.run.number, 0] : [step.after, step.at];

/** All that runs of a line have ever reported. */
export function allReportedIn(
  facts: Facts,
  members: ReadonlyMap<string, ReadonlySet<string>>,
  line: number,
): Set<string> {
  const sets = new Set(facts.runs.filter((run) => run.line === line).map(({ setId }) => setId));
  return new Set([...sets].flatMap((id) => [...members.get(id)!]));
}

/**
 * The identities that are present in each line, by its number.
 * @param lost what runs for some pages left on none, by the number of each; absent: such runs are taken for partial
 *   ones
 */
export function presenceOf(
  facts: Facts,
  members: ReadonlyMap<string, ReadonlySet<string>>,
  lost: ReadonlyMap<number, ReadonlySet<string>> = new Map(),
): Map<number, Set<string>> {
  const present = new Map<number, Set<string>>();
  const sightings = new Map<number, Map<string, number>>();
  for (const step of stepsOf(facts)) {
    if (step.kind === 'end') continue;
    const { run, absence } = step;
    const own = present.get(run.line) ?? new Set();
    const seen = sightings.get(run.line) ?? new Map<string, number>();
    present.set(run.line, own);
    sightings.set(run.line, seen);
    for (const identity of members.get(run.setId)!) {
      own.add(identity);
      seen.set(identity, Math.max(run.completedAt, seen.get(identity) ?? run.completedAt));
    }
    for (const identity of lost.get(run.number) ?? [])
      if (own.has(identity) && seen.get(identity)! <= run.completedAt) own.delete(identity);
    if (absence === null) continue;
    const isReported = (identity: string) => [...absence.sets].some((id) => members.get(id)!.has(identity));
    for (const identity of own)
      if (!isReported(identity) && seen.get(identity)! <= absence.completedAt) own.delete(identity);
  }
  return present;
}
