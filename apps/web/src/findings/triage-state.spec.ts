import type { Finding } from '@curbcut/client';
import {
  countOf,
  currentBy,
  decidedBy,
  groupKeyOf,
  inKeptOrder,
  initialState,
  isTicked,
  isTickedHidden,
  keptOf,
  partsOf,
  reduce,
  type SeenRow,
  stillUndoable,
  tickOf,
  type TriageEvent,
  type TriageState,
} from './triage-state';

const row = (id: string, group = 'x', revision = 1): SeenRow => ({ id, group, revision, productId: 'p' });
const after = (...events: TriageEvent[]): TriageState => events.reduce(reduce, initialState(undefined));
const listed = (...keys: (string | null)[]): TriageEvent => ({ type: 'groups listed', keys });
const tick = (seen: SeenRow, loaded: readonly SeenRow[] = [seen]): TriageEvent => ({
  type: 'row ticked',
  row: seen,
  loaded,
});
const COUNTS = [
  { key: 'x', count: 2 },
  { key: 'y', count: 130 },
  { key: 'z', count: 1 },
];
const tickGroup = (key: string, loaded: readonly SeenRow[] = []): TriageEvent => ({
  type: 'group ticked',
  group: COUNTS.find((group) => group.key === key)!,
  loaded,
  groups: COUNTS,
});
const [a, b, c] = [row('a'), row('b'), row('c', 'y')];
const opened = (id: string): TriageEvent => ({ type: 'finding opened', row: { id, productId: 'p' } });
const at = (id: string) => ({ kind: 'finding', id }) as const;

describe('the groups of a triage list', () => {
  it('expand the first one, and keep their order when the counts change', () => {
    const state = after(listed('x', 'y'), listed('y', 'x'));
    expect([...state.open]).toEqual(['x']);
    expect(inKeptOrder([{ key: 'y' }, { key: 'x' }], state)).toEqual([{ key: 'x' }, { key: 'y' }]);
  });

  it('come after the others where they are new, and in their old place where they are back', () => {
    const state = after(listed('x', null), listed(null), listed('z', 'x', null));
    expect(inKeptOrder([{ key: 'z' }, { key: null }, { key: 'x' }], state).map(({ key }) => key)).toEqual([
      'x',
      null,
      'z',
    ]);
  });

  it('stay expanded whatever else happens, until somebody collapses them', () => {
    const expanded = after(listed('x', 'y'), { type: 'group expanded', key: 'y' }, listed('y', 'x'), opened('a'));
    expect([...expanded.open]).toEqual(['x', 'y']);
    expect([...reduce(expanded, { type: 'group toggled', key: 'x' }).open]).toEqual(['y']);
  });

  it('expand the first that has a name', () => {
    expect([...after(listed(null, 'y')).open]).toEqual(['y']);
    expect([...after(listed(null)).open]).toEqual([]);
  });
});

describe('the selection of a triage list', () => {
  it('adds up over rows and groups', () => {
    const state = after(tick(a), tickGroup('y'), tickGroup('z', [row('d', 'z')]));
    expect(countOf(state)).toBe(132);
    expect(isTicked(state, 'a', 'x')).toBe(true);
    expect(isTicked(state, 'b', 'x')).toBe(false);
    expect(isTicked(state, 'c', 'y')).toBe(true);
    expect(partsOf(state.ticked)).toEqual([{ group: 'y', count: 130 }, { rows: [a, row('d', 'z')] }]);
  });

  it('says of a group whether all, some or none of it is ticked', () => {
    expect(tickOf(after().ticked, COUNTS[0]!)).toBe('none');
    expect(tickOf(after(tick(a)).ticked, COUNTS[0]!)).toBe('some');
    expect(tickOf(after(tick(a), tick(b)).ticked, COUNTS[0]!)).toBe('all');
    expect(tickOf(after(tickGroup('y')).ticked, COUNTS[1]!)).toBe('all');
    expect(tickOf(after({ type: 'list ticked', count: 133 }).ticked, COUNTS[2]!)).toBe('all');
  });

  it('completes a partly ticked group, and unticks a wholly ticked one', () => {
    expect(countOf(after(tick(a), tickGroup('x', [a, b])))).toBe(2);
    expect(countOf(after(tickGroup('x', [a, b]), tickGroup('x', [a, b])))).toBe(0);
    expect(countOf(after(tick(c), tickGroup('y', [c]), tickGroup('y', [c])))).toBe(0);
  });

  it('never counts a row twice', () => {
    expect(countOf(after(tick(c), tickGroup('y', [c])))).toBe(130);
  });

  it('leaves the loaded others where one row of a whole group or list is unticked', () => {
    const group = after(tick(a), tickGroup('y'), tick(c, [a, b, c, row('e', 'y')]));
    expect([...group.ticked.rows.keys()]).toEqual(['a', 'e']);
    const list = after({ type: 'list ticked', count: 133 }, tick(c, [a, b, c]));
    expect([...list.ticked.rows.keys()]).toEqual(['a', 'b']);
    expect(list.ticked.list).toBeUndefined();
  });

  it('leaves the other groups where one group of the whole list is unticked', () => {
    const state = after({ type: 'list ticked', count: 133 }, tickGroup('y'));
    expect([...state.ticked.groups]).toEqual([
      ['x', 2],
      ['z', 1],
    ]);
  });

  it('no longer has what was decided alone, and nothing after a bulk action', () => {
    const left = after(tick(a), tickGroup('y'), { type: 'finding left', id: 'a', group: 'x' });
    expect(countOf(left)).toBe(130);
    expect(countOf(reduce(left, { type: 'finding left', id: 'c', group: 'y' }))).toBe(129);
    const done = reduce(left, { type: 'bulk action done', skipped: [{ id: 'c', row: undefined }] });
    expect(countOf(done)).toBe(0);
    expect(done.skipped).toEqual([{ id: 'c', row: undefined }]);
    expect(reduce(done, tick(a)).skipped).toEqual([]);
  });

  it('keeps what a failed request did not decide', () => {
    const state = after(tick(a), tickGroup('y'), tickGroup('z', [row('d', 'z')]));
    const [whole, rows] = partsOf(state.ticked);
    expect(countOf(reduce(state, { type: 'parts decided', parts: [whole!] }))).toBe(2);
    expect(countOf(reduce(state, { type: 'parts decided', parts: [rows!] }))).toBe(130);
    const list = after({ type: 'list ticked', count: 133 });
    expect(countOf(reduce(list, { type: 'parts decided', parts: partsOf(list.ticked) }))).toBe(0);
  });

  it('is sent in requests of a hundred, each row with the revision that was seen', () => {
    const rows = Array.from({ length: 101 }, (_, index) => row(String(index), 'x', index));
    const parts = partsOf(after(...rows.map((one) => tick(one))).ticked);
    expect(parts.map((part) => 'rows' in part && part.rows.length)).toEqual([100, 1]);
    expect(parts[1]).toEqual({ rows: [row('100', 'x', 100)] });
  });
});

describe('a key in a triage list', () => {
  const state = after(listed('x', 'y'), opened('a'));

  it('acts on the open finding where its row or its details have the focus', () => {
    expect(currentBy(state, at('a'), true)).toBe('current');
    expect(currentBy(state, at('a'), false)).toBe('current');
  });

  it('never acts where another finding or a group has the focus', () => {
    expect(currentBy(state, at('b'), true)).toBe('other focused');
    expect(currentBy(state, { kind: 'group' }, true)).toBe('other focused');
  });

  it('never acts on an open finding whose row is not shown', () => {
    expect(currentBy(state, undefined, true)).toBe('current');
    expect(currentBy(state, undefined, false)).toBe('not shown');
    expect(currentBy(after(), undefined, false)).toBe('nothing');
  });

  it('never acts on a selection that a collapsed group hides', () => {
    const ticked = reduce(state, tick(a));
    expect(decidedBy(ticked, COUNTS, at('b'), true)).toBe('ticked');
    const collapsed = reduce(ticked, { type: 'group toggled', key: 'x' });
    expect(decidedBy(collapsed, COUNTS, at('b'), true)).toBe('ticked hidden');
    expect(decidedBy(reduce(collapsed, { type: 'ticks cleared' }), COUNTS, at('a'), true)).toBe('current');
  });

  it('acts on a collapsed group that is ticked as a whole: its box says so', () => {
    expect(isTickedHidden(after(tick(a), tick(b)), COUNTS)).toBe(false);
    expect(isTickedHidden(after(tickGroup('y')), COUNTS)).toBe(false);
    expect(isTickedHidden(after(tick(row('f', 'gone'))), COUNTS)).toBe(true);
  });
});

describe('a finding of a triage list', () => {
  it('belongs to the group of what the list is grouped by', () => {
    const finding = { ruleId: 'label', selector: null, tool: 'axe-core' } as Finding;
    expect(groupKeyOf(finding, 'rule')).toBe('label');
    expect(groupKeyOf(finding, 'tool')).toBe('axe-core');
    expect(groupKeyOf(finding, 'selector')).toBeNull();
  });
});

describe('the decisions of a triage list', () => {
  const undo = () => Promise.resolve(undefined);
  const decision = { id: 1, text: 'label 1', isOne: true, undo, made: { ids: ['d'], at: 1000 } };

  it('are noted newest first, changed in place, and forgotten', () => {
    const state = after(
      { type: 'decision noted', decision },
      { type: 'decision noted', decision: { ...decision, id: 2 } },
    );
    expect(state.decisions.map(({ id }) => id)).toEqual([2, 1]);
    const changed = reduce(state, { type: 'decision changed', decision: { ...decision, undo: undefined } });
    expect(changed.decisions.map(({ undo: its }) => its === undefined)).toEqual([false, true]);
    expect(reduce(changed, { type: 'decision forgotten', id: 2 }).decisions.map(({ id }) => id)).toEqual([1]);
  });

  it('are kept in the tab for as long as the service undoes them', () => {
    const kept = keptOf([decision, { ...decision, undo: undefined }, { id: 3, text: 'unanswered', isOne: true, undo }]);
    expect(kept).toEqual([{ text: 'label 1', isOne: true, ids: ['d'], at: 1000 }]);
    expect(stillUndoable(kept, 1000 + 23 * 3_600_000)).toEqual(kept);
    expect(stillUndoable(kept, 1000 + 24 * 3_600_000)).toEqual([]);
    expect(stillUndoable(undefined, 0)).toEqual([]);
  });
});
