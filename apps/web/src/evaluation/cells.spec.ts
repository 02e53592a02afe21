import type { AuditOutcome, OutcomeCell } from '@curbcut/client';
import { afterKept, changesOf, countsOf, type EntryKey, type Grid, outcomeOn, rowsOf, withChanges } from './cells';

const requirement = (requirementId: string, isGone = false) => ({
  requirementId,
  number: requirementId,
  name: requirementId,
  level: 'A',
  isGone,
});
const entry = (number: number) => ({ number, name: `Page ${number}` }) as Grid['sample'][number];
const cell = (requirementId: string, at: EntryKey, outcome: AuditOutcome, revision = 1): OutcomeCell => ({
  requirementId,
  entry: at,
  outcome,
  revision,
  former: null,
  proposal: null,
  byName: null,
  hasNote: false,
  issueCount: 0,
  evidenceCount: 0,
});
const grid = (cells: OutcomeCell[]): Grid => ({
  requirements: [requirement('a'), requirement('b'), requirement('gone', true)],
  sample: [entry(1), entry(2)],
  cells,
});

describe('the cells of a grid', () => {
  it('say what all pages say where they say nothing themselves', () => {
    const rows = rowsOf(grid([cell('a', 'all', 'passed'), cell('a', 2, 'failed')]));
    expect(outcomeOn(rows.get('a'), 1)).toBe('passed');
    expect(outcomeOn(rows.get('a'), 2)).toBe('failed');
    expect(outcomeOn(rows.get('b'), 1)).toBe('untested');
  });

  it('are counted where their requirement is still asked for, of an audit without a sample those of all', () => {
    const read = grid([cell('a', 'all', 'passed'), cell('a', 2, 'failed'), cell('gone', 1, 'failed')]);
    expect(countsOf(read, rowsOf(read))).toMatchObject({ passed: 1, failed: 1, untested: 2 });
    const without = { ...read, sample: [] };
    expect(countsOf(without, rowsOf(without))).toMatchObject({ passed: 1, untested: 1 });
  });

  it('keep what was said until the service has it, and of which revision it was', () => {
    const read = grid([cell('a', 1, 'passed', 3)]);
    const said = withChanges(rowsOf(read), [
      { requirementId: 'a', entry: 1, outcome: 'failed' },
      { requirementId: 'b', entry: 'all', note: 'Seen.' },
    ]);
    const sent = changesOf(said);
    expect(sent).toEqual([
      { requirementId: 'a', entry: 1, outcome: 'failed', ifRevision: 3 },
      { requirementId: 'b', entry: 'all', note: 'Seen.', ifRevision: 0 },
    ]);
    // Read anew meanwhile: what was said stays.
    expect(changesOf(rowsOf(read, said))).toEqual(sent);
    const since = withChanges(said, [{ requirementId: 'a', entry: 1, outcome: 'cannot_tell' }]);
    const kept = afterKept(since, sent, [cell('a', 1, 'failed', 4), cell('b', 'all', 'untested', 1)]);
    expect(changesOf(kept)).toEqual([{ requirementId: 'a', entry: 1, outcome: 'cannot_tell', ifRevision: 4 }]);
    expect(outcomeOn(kept.get('a'), 1)).toBe('cannot_tell');
  });

  it('do not go back to what an older answer says', () => {
    const now = rowsOf(grid([cell('a', 1, 'failed', 5)]));
    expect(outcomeOn(rowsOf(grid([cell('a', 1, 'passed', 4)]), now).get('a'), 1)).toBe('failed');
    expect(outcomeOn(rowsOf(grid([cell('a', 1, 'passed', 6)]), now).get('a'), 1)).toBe('passed');
  });
});
