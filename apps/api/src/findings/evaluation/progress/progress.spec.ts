import { turnsOf } from '../../../../../../test/support/turns.js';
import type { Outcome } from '../outcome.js';
import type { AuditEntry, EntryKind } from '../sample/audit-entry.js';
import { progressOf } from './progress.js';

const entry = (number: number, kind: EntryKind = 'structured'): AuditEntry => ({
  number,
  name: `Page ${number}`,
  url: null,
  description: 'A page.',
  kind,
  process: null,
  areaId: null,
  position: number,
  copiedFrom: null,
  revision: 1,
});
const requirement = (requirementId: string, level: string | null = 'A') => ({
  requirementId,
  number: requirementId,
  name: `Requirement ${requirementId}`,
  level,
  wcag: [],
  isGone: false,
});
const state = (
  cells: Record<string, Partial<Record<number, Outcome>>>,
  entries: number[],
  ids = Object.keys(cells),
) => ({
  requirements: ids.map((id) => requirement(id, id.startsWith('2') ? 'AA' : 'A')),
  entries,
  outcomes: new Map(
    Object.entries(cells).map(([id, own]) => [
      id,
      new Map(Object.entries(own).map(([number, outcome]) => [Number(number), outcome!])),
    ]),
  ),
});

test('counts outcomes by requirement, entry and level, and verdicts', async () => {
  const progress = await progressOf(
    state({ '1.1': { 1: 'passed', 2: 'failed' }, '2.1': { 0: 'inapplicable' }, '2.2': { 1: 'passed' } }, [1, 2]),
    [entry(1), entry(2)],
  );
  expect(progress.outcomes).toEqual({ failed: 1, cannot_tell: 0, untested: 1, passed: 2, inapplicable: 2 });
  expect(progress.verdicts).toEqual({ failed: 1, cannot_tell: 0, untested: 1, passed: 0, inapplicable: 1 });
  expect(progress.entries.map(({ outcomes }) => outcomes.untested)).toEqual([0, 1]);
  expect(progress.levels.map(({ level, verdicts }) => [level, verdicts.failed, verdicts.untested])).toEqual([
    ['A', 1, 0],
    ['AA', 0, 1],
  ]);
  expect(progress.missing).toEqual([{ requirementId: '2.2', number: '2.2', entries: [2] }]);
});

test('without entries the outcome of all is the only one', async () => {
  const progress = await progressOf(state({ '1.1': { 0: 'passed' }, '1.2': {} }, []), []);
  expect(progress.outcomes).toEqual({ failed: 0, cannot_tell: 0, untested: 1, passed: 1, inapplicable: 0 });
  expect(progress.missing).toEqual([{ requirementId: '1.2', number: '1.2', entries: [] }]);
});

test('names what fails on random entries alone', async () => {
  const cells = { '1.1': { 1: 'passed', 2: 'failed' }, '1.2': { 1: 'failed', 2: 'failed' } } as const;
  const progress = await progressOf(state(cells, [1, 2]), [entry(1), entry(2, 'random')]);
  expect(progress.randomOnly).toEqual([{ requirementId: '1.1', number: '1.1', entries: [2] }]);
});

test('many requirements are judged in slices, between which others have their turn', async () => {
  const entries = Array.from({ length: 500 }, (_, place) => place + 1);
  const cells = Object.fromEntries(Array.from({ length: 600 }, (_, place) => [`1.${place}`, { 0: 'passed' as const }]));
  const sample = entries.map((number) => entry(number));
  expect(await turnsOf(() => progressOf(state(cells, entries), sample))).toBeGreaterThan(2);
});
