import {
  close,
  confirm,
  dismiss,
  edit,
  endLineOf,
  part,
  partly,
  push,
  reopen,
  run,
  play,
  undo,
  undoTriage,
  wait,
} from './findings-stories.js';
import type { Step } from './findings-steps.js';

describe('undo', () => {
  test('what only that run reported goes, unless somebody has triaged or edited it', () => {
    expect(play(run('a'), undo(1)).shown.findings).toEqual([]);
    expect(play(run('a'), dismiss('a'), undo(1)).statuses).toBe('a dismissed');
    expect(play(run('a'), confirm('a'), undo(1)).statuses).toBe('a confirmed');
  });

  test('what its sweep resolved is as it was', () => {
    expect(play(run('a b'), confirm('b'), run('a'), undo(2)).statuses).toBe('a pending, b confirmed');
  });

  test('the runs that remain are judged as if they alone had come', () => {
    const story = [run('a', { at: 3 }), partly(run('a', { at: 1 })), run('', { at: 2 })];
    expect(play(...story).statuses).toBe('a pending');
    expect(play(...story, undo(1)).statuses).toBe('a resolved');
    const back = [run('a'), run(''), run('a')];
    expect(play(...back).finding('a')).toMatchObject({ regressions: 1 });
    expect(play(...back, undo(2)).finding('a')).toMatchObject({ regressions: 0 });
    expect(play(...back, undo(1)).finding('a')).toMatchObject({ regressions: 0, status: 'pending' });
  });

  test('what people decided keeps its place in the order', () => {
    expect(play(run('a'), run(''), reopen('a'), undo(2)).statuses).toBe('a pending');
    expect(play(run('a'), run(''), reopen('a'), run(''), undo(3)).statuses).toBe('a pending');
    expect(play(run('a'), run(''), run('a'), dismiss('a'), reopen('a'), undo(3)).statuses).toBe('a pending');
    expect(play(run('a'), reopen('a'), run(''), run('a'), undo(3)).statuses).toBe('a resolved');
  });

  test('dates, texts and pages follow', () => {
    const story = [
      run('a', { at: 1, title: 'one', page: 'https://example.org/p1' }),
      run('a', { at: 2, title: 'two', page: 'https://example.org/p2' }),
    ];
    const alone = play(story[0]!).finding('a');
    expect(play(...story, undo(2)).finding('a')).toEqual(alone);
  });

  test('the flag of a closed issue goes with the run that raised it', () => {
    const story = [run('a'), confirm('a'), close(1), run('a')];
    expect(play(...story).issue(1)).toMatchObject({ regressed: true });
    expect(play(...story, undo(2)).issue(1)).toMatchObject({ regressed: false });
  });

  test('undoing the landing makes a finding proposed again', () => {
    const story = [push(7, 'a'), run('a'), undo(2)];
    expect(play(...story).finding('a')).toMatchObject({ status: 'pending', proposed: true });
    expect(play(...story, run('a')).delta).toBe('new 1');
  });

  test('a proposed finding goes where only ended proposals are left that reported it', () => {
    const ended = endLineOf(push(7, ''));
    expect(play(push(7, 'a'), run('a'), ended, undo(2)).shown.findings).toEqual([]);
    expect(play(push(7, 'a'), push(8, 'a'), ended, undo(2)).shown.findings).toEqual([]);
    expect(play(push(7, 'a'), run('a'), ended, dismiss('a'), undo(2)).statuses).toBe('a dismissed');
  });

  test('one that its proposals had left before another raised it shows what that one says', () => {
    const seven = push(7, 'a', { at: 5, title: 'seven', page: 'https://example.org/p7' });
    const eight = push(8, 'a', { at: 4, title: 'eight', page: 'https://example.org/p8' });
    const alone = play(eight).finding('a');
    for (const keeper of [run('a'), push(9, 'a')])
      expect(play(seven, keeper, endLineOf(seven), eight, undo(2)).finding('a')).toEqual(alone);
  });

  test('what people decide after that changes nothing of it; what they had decided before has kept it', () => {
    const seven = push(7, 'a', { at: 5, title: 'seven' });
    const eight = push(8, 'a', { at: 4, title: 'eight' });
    const story = [seven, run('a'), endLineOf(seven), eight];
    const discovered = (...steps: Step[]) => play(...steps).shown.runs.map((shown) => shown.discovered);
    for (const touch of [dismiss('a'), confirm('a'), edit('a', 'better')]) {
      expect(play(...story, touch, undo(2)).shown).toEqual(play(...story, undo(2), touch).shown);
      expect(discovered(...story, undo(2), touch)).toEqual([0, 1]);
      expect(discovered(seven, run('a'), touch, endLineOf(seven), eight, undo(2))).toEqual([1, 0]);
      expect(discovered(seven, run('a'), endLineOf(seven), touch, eight, undo(2))).toEqual([1, 0]);
    }
  });

  test('one that no run reports any more keeps what it showed last, and is new when a main line reports it, unless judged', () => {
    const kept = [run('a', { at: 2, title: 'words' }), run('', { at: 2 }), reopen('a'), undo(1)];
    expect(play(...kept).finding('a')).toMatchObject({ status: 'pending', title: 'words', proposed: true });
    expect(play(...kept).finding('a')!.firstSeen).toBe(play(kept[0]!).finding('a')!.firstSeen);
    expect(play(...kept, run('a')).delta).toBe('new 1');
    expect(play(run('a'), dismiss('a'), undo(1), run('a')).delta).toBe('dismissed 1');
    expect(play(run('a'), confirm('a'), undo(1), run('a')).delta).toBe('known 1');
    expect(play(run('a'), edit('a', 'better'), undo(1)).finding('a')).toMatchObject({ title: 'better' });
  });

  test('a run cannot be undone twice', () => {
    expect(play(run('a'), undo(1), undo(1)).answer).toBe('not_found');
  });

  test('the first report that remains has discovered a finding', () => {
    expect(play(run('a'), run('a'), undo(1)).shown.runs).toEqual([
      { number: 2, changes: ['axe a: known'], discovered: 1 },
    ]);
  });
});

describe('sharded runs', () => {
  const half = (place: string, rules: string, at = 1) => part(place, run(rules, { at }));
  const before = run('a b c');

  test('absentees end when the last part is in, in any order, as if one complete run had said it all', () => {
    expect(play(before, half('2/2', 'b')).statuses).toBe('a pending, b pending, c pending');
    expect(play(before, half('2/2', 'b'), half('1/2', 'a'))).toMatchObject({
      statuses: 'a pending, b pending, c resolved',
      delta: 'known 1, resolved 1',
    });
  });

  test('they end at the moment of the latest part', () => {
    const seen = run('c', { at: 5 });
    expect(play(seen, half('1/2', 'a', 5), half('2/2', 'b', 1)).finding('c')).toMatchObject({ status: 'resolved' });
    expect(play(seen, half('1/2', 'a', 4), half('2/2', 'b', 1)).finding('c')).toMatchObject({ status: 'pending' });
  });

  test('a part that comes twice counts once, and what any copy reported counts as reported', () => {
    const twice = [before, half('1/2', 'a'), half('1/2', 'c')];
    expect(play(...twice).statuses).toBe('a pending, b pending, c pending');
    expect(play(...twice, half('2/2', '')).statuses).toBe('a pending, b resolved, c pending');
  });

  test('a part that comes in pieces is in when all are', () => {
    const pieces = [before, half('2/2', 'b'), half('1/2.2/2', '')];
    expect(play(...pieces).statuses).toBe('a pending, b pending, c pending');
    expect(play(...pieces, half('1/2.1/2', 'a')).statuses).toBe('a pending, b pending, c resolved');
    expect(play(...pieces, half('1/2.1/3', 'a')).answer).toBe('invalid_input');
  });

  test('a part of another number of parts is refused while the sweep is under way', () => {
    expect(play(half('1/2', 'a'), half('2/3', 'a')).answer).toBe('invalid_input');
    expect(play(half('1/2', 'a'), wait(1), half('2/3', 'a')).answer).not.toBe('invalid_input');
  });

  test('the same key in another line or tool is another sweep', () => {
    const elsewhere = part('2/2', run('', { environment: 'staging' }));
    expect(play(before, half('1/2', ''), elsewhere).statuses).toBe('a pending, b pending, c pending');
    const otherTool = part('2/2', run('', { tool: 'pa11y' }));
    expect(play(before, half('1/2', ''), otherTool).statuses).toBe('a pending, b pending, c pending');
    expect(play(before, half('1/2', ''), part('2/2', run(''), 'weekly')).statuses).toContain('c pending');
  });

  test('a copy after the whole says what it says and ends nothing, for 24 hours; then the key begins a new sweep', () => {
    const whole = [before, half('1/1', 'a b')];
    expect(play(...whole).statuses).toBe('a pending, b pending, c resolved');
    expect(play(...whole, wait(0.9), half('1/1', 'a c')).statuses).toBe('a pending, b pending, c pending');
    expect(play(...whole, wait(1), half('1/1', 'a c')).statuses).toBe('a pending, b resolved, c pending');
  });

  test('an unfinished sweep lapses 24 hours after the arrival of its first part', () => {
    const unfinished = [before, half('1/2', 'a'), wait(0.6)];
    expect(play(...unfinished, half('2/2', 'b')).statuses).toBe('a pending, b pending, c resolved');
    const late = [...unfinished, half('1/2', 'a'), wait(0.6), half('2/2', 'b')];
    expect(play(...late).statuses).toBe('a pending, b pending, c pending');
  });

  test('undoing a part makes the sweep unfinished again; undoing one copy leaves the part in while another remains', () => {
    const whole = [before, half('1/2', 'a'), half('1/2', 'a'), half('2/2', 'b')];
    expect(play(...whole, undo(2)).statuses).toBe('a pending, b pending, c resolved');
    expect(play(...whole, undo(2), undo(3)).statuses).toBe('a pending, b pending, c pending');
    expect(play(...whole, undo(4)).statuses).toBe('a pending, b pending, c pending');
    expect(play(...whole, undo(4), half('2/2', 'b'))).toMatchObject({ delta: 'known 1, resolved 1' });
  });

  test('what a person holds open is resolved by the last part only', () => {
    const reopened = [run('a'), run(''), reopen('a'), half('1/2', '')];
    expect(play(...reopened).statuses).toBe('a pending');
    expect(play(...reopened, half('2/2', ''))).toMatchObject({ statuses: 'a resolved', delta: 'resolved 1' });
  });

  test('the line ends and begins anew: a sweep does not go on across', () => {
    const across = [before, half('1/2', ''), endLineOf(run('')), before, half('2/2', 'b')];
    expect(play(...across).statuses).toBe('a pending, b pending, c pending');
  });
});

describe('undo of triage', () => {
  test('gives back what the decision before said, and one after the other all', () => {
    const story = [run('a'), dismiss('a'), reopen('a'), confirm('a')];
    expect(play(...story, undoTriage(2)).statuses).toBe('a pending');
    expect(play(...story, undoTriage(2), undoTriage(1)).statuses).toBe('a dismissed');
    expect(play(...story, undoTriage(2), undoTriage(1), undoTriage(0)).statuses).toBe('a pending');
  });

  test('skips what somebody has decided since, happens once, and within a day', () => {
    expect(play(run('a b'), dismiss('a b'), reopen('a'), undoTriage(0))).toMatchObject({
      answer: 'undone 1, skipped 1, kept ',
      statuses: 'a pending, b pending',
    });
    expect(play(run('a'), dismiss('a'), undoTriage(0), undoTriage(0)).answer).toBe('decision_undone');
    expect(play(run('a'), dismiss('a'), wait(1), undoTriage(0))).toMatchObject({
      answer: 'decision_too_old',
      statuses: 'a dismissed',
    });
  });

  test('takes the issue along that it made, unless that was touched', () => {
    expect(play(run('a'), confirm('a'), undoTriage(0)).shown.issues).toEqual([]);
    const touched = play(run('a'), confirm('a'), close(1), undoTriage(0));
    expect(touched).toMatchObject({ answer: 'undone 1, skipped 0, kept 1', statuses: 'a pending' });
    expect(play(run('a b'), confirm('a'), confirm('b', 1), undoTriage(0)).answer).toBe('undone 1, skipped 0, kept 1');
  });

  test('leaves what runs have said meanwhile', () => {
    expect(play(run('a'), confirm('a'), run(''), undoTriage(0)).statuses).toBe('a resolved');
    expect(play(run('a'), run(''), reopen('a'), undoTriage(0)).statuses).toBe('a resolved');
    expect(play(run('a'), run(''), reopen('a'), dismiss('a'), undoTriage(1)).statuses).toBe('a pending');
  });

  test('does not have a proposed finding go with its lines, or with its run', () => {
    expect(play(push(7, 'a'), dismiss('a'), undoTriage(0), endLineOf(push(7, 'a'))).statuses).toBe('a resolved');
    expect(play(run('a'), dismiss('a'), undoTriage(0), undo(1)).statuses).toBe('a resolved');
  });
});
