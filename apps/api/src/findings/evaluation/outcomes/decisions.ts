import { type Fault, InvalidInput, unknownFault } from '#libs/errors';
import { grouped } from '../../../platform/lists/grouped.js';
import type { AuditRequirement } from '../audit-requirements.js';
import { ALL_ENTRIES } from '../outcome.js';
import type { AuditEntry } from '../sample/audit-entry.js';
import type { DecideOutcome } from './dto/outcome.dto.js';
import type { OutcomeRow } from './outcomes.sql.js';

/** What a request says of a cell, with the number of the entry. */
export type Decision = Omit<DecideOutcome, 'entry'> & { entry: number };

/** Names a cell. */
export const keyOfCell = ({ requirementId, entry }: { requirementId: string; entry: number }): string =>
  `${requirementId} ${entry}`;

/** Refuses what an audit does not ask for, and what is not there: each fault by its index. */
export function requireKnown(
  decisions: readonly Decision[],
  known: {
    requirements: readonly AuditRequirement[];
    sample: readonly AuditEntry[];
    issues: ReadonlyMap<number, string>;
    cells: ReadonlyMap<string, OutcomeRow>;
    /** What findings fail, by `keyOfCell`. */
    failures: Pick<ReadonlySet<string>, 'has'>;
    unknownEvidence: readonly Fault[];
  },
): void {
  const requirementIds = new Set(
    known.requirements.filter(({ isGone }) => !isGone).map(({ requirementId }) => requirementId),
  );
  const entries = new Set([ALL_ENTRIES, ...known.sample.map(({ number }) => number)]);
  const seen = grouped([...decisions.keys()], (index) => keyOfCell(decisions[index]!));
  const faults = [
    ...known.unknownEvidence,
    ...decisions.flatMap((one, index): Fault[] => {
      const path = `/outcomes/${index}`;
      const cell = known.cells.get(keyOfCell(one));
      const isFailure = known.failures.has(keyOfCell(one)) && (cell?.outcome ?? 'untested') === 'untested';
      const proposed = [cell?.proposal ?? null, ...(isFailure ? ['failed'] : [])];
      return [
        ...(requirementIds.has(one.requirementId)
          ? []
          : [unknownFault(`${path}/requirementId`, 'requirement', one.requirementId)]),
        ...(entries.has(one.entry) ? [] : [unknownFault(`${path}/entry`, 'entry', one.entry)]),
        ...(one.issueNumbers ?? []).flatMap((number, place) =>
          known.issues.has(number) ? [] : [unknownFault(`${path}/issueNumbers/${place}`, 'issue', number)],
        ),
        ...(seen.get(keyOfCell(one))![0] === index
          ? []
          : [{ path, code: 'duplicate' as const, message: 'The request contains this requirement and entry twice.' }]),
        ...(one.fromProposal && (one.outcome === undefined || !proposed.includes(one.outcome))
          ? [
              {
                path: `${path}/fromProposal`,
                code: 'not_allowed' as const,
                message: 'There is no such proposal here.',
              },
            ]
          : []),
      ];
    }),
  ];
  if (faults.length > 0) throw new InvalidInput(faults.slice(0, 100), faults.length);
}
