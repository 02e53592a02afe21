import {
  close,
  confirm,
  dismiss,
  endLineOf,
  part,
  partly,
  push,
  reopen,
  run,
  play,
  tried,
  undo,
  wait,
} from './findings-stories.js';
import type { Step } from './findings-steps.js';

const production = { environment: 'production' };
const staging = { environment: 'staging' };

describe('delta of a run of a main line', () => {
  test('what shows dismissed counts as dismissed, landed or not', () => {
    expect(play(run('a'), dismiss('a'), run('a')).delta).toBe('dismissed 1');
    expect(play(push(7, 'a'), dismiss('a'), run('a')).delta).toBe('dismissed 1');
  });

  test('what has not landed is known if its issue is open, regressed if it is closed, and else new', () => {
    const proposed = [push(7, 'a'), confirm('a')];
    expect(play(...proposed, run('a')).delta).toBe('known 1');
    expect(play(...proposed, push(7, ''), run('a')).delta).toBe('known 1');
    expect(play(...proposed, close(1), run('a')).delta).toBe('regressed 1');
    expect(play(...proposed, push(7, ''), close(1), run('a')).delta).toBe('regressed 1');
    expect(play(push(7, 'a'), run('a')).delta).toBe('new 1');
    expect(play(push(7, 'a'), push(7, ''), run('a')).delta).toBe('new 1');
  });

  test('what has landed is regressed if it shows resolved, or confirmed with a closed issue', () => {
    expect(play(run('a'), run(''), run('a')).delta).toBe('regressed 1');
    expect(play(run('a'), confirm('a'), close(1), run('a')).delta).toBe('regressed 1');
    expect(play(run('a'), confirm('a'), run('a')).delta).toBe('known 1');
    expect(play(run('a'), dismiss('a', 1), run(''), wait(2), run('a')).delta).toBe('regressed 1');
  });

  test('what another main line had is known', () => {
    expect(play(run('a', production), run('a', staging)).delta).toBe('known 1');
  });

  test('what a person had reopened is known, and the complete run that does not find it resolves it', () => {
    expect(play(run('a'), run(''), reopen('a'), run('a')).delta).toBe('known 1');
    expect(play(run('a'), run(''), reopen('a'), run('')).delta).toBe('resolved 1');
  });
});

describe('delta of a run of a proposal', () => {
  test('what has not landed is new on each push, until it is mended, dismissed or confirmed', () => {
    const pushes = [push(7, 'a'), push(7, 'a')];
    expect(play(...pushes).delta).toBe('new 1');
    expect(play(...pushes, push(7, '')).delta).toBe('nothing');
    expect(play(...pushes, dismiss('a'), push(7, 'a')).delta).toBe('dismissed 1');
    expect(play(...pushes, confirm('a'), push(7, 'a')).delta).toBe('known 1');
    expect(play(...pushes, confirm('a'), close(1), push(7, 'a')).delta).toBe('known 1');
    expect(play(...pushes, reopen('a'), push(7, 'a')).delta).toBe('new 1');
  });

  test('what has landed is known where a main line has it or a person holds it open, and else regressed on each push', () => {
    expect(play(run('a'), push(7, 'a')).delta).toBe('known 1');
    const mended = [run('a'), run('')];
    expect(play(...mended, push(7, 'a'), push(7, 'a')).delta).toBe('regressed 1');
    expect(play(...mended, reopen('a'), push(7, 'a')).delta).toBe('known 1');
    expect(play(run('a'), confirm('a'), close(1), push(7, 'a')).delta).toBe('known 1');
  });

  test('nothing is resolved', () => {
    expect(play(run('a'), push(7, 'b'), push(7, '')).delta).toBe('nothing');
  });
});

describe('fixes', () => {
  test('a complete run of a proposal says how many findings of main lines it no longer has', () => {
    expect(play(run('a b'), push(7, 'a')).last.fixes).toBe(1);
    expect(play(run('a b'), dismiss('b'), push(7, 'a')).last.fixes).toBe(0);
    expect(play(run('a b'), run('a'), push(7, 'a')).last.fixes).toBe(0);
    expect(play(push(8, 'b'), push(7, 'a')).last.fixes).toBe(0);
    expect(play(run('b', { tool: 'pa11y' }), push(7, 'a')).last.fixes).toBe(0);
  });

  test('it is null for all other runs', () => {
    expect(play(run('a')).last.fixes).toBeNull();
    expect(play(partly(push(7, 'a'))).last.fixes).toBeNull();
    expect(play(push(7, 'a', { areas: true })).last.fixes).toBeNull();
  });

  test('what a main line saw after the moment of the run is not mended by it, unless that line has ended', () => {
    const seenLater = [run('a', production), run('a', { at: 5, ...staging })];
    expect(play(...seenLater, push(7, '', { at: 4 })).last.fixes).toBe(0);
    expect(play(...seenLater, push(7, '', { at: 5 })).last.fixes).toBe(1);
    expect(play(...seenLater, endLineOf(run('', staging)), push(7, '', { at: 4 })).last.fixes).toBe(1);
  });

  test('of a sweep, the last part says it for all', () => {
    const parts = [part('1/2', push(7, 'a')), part('2/2', push(7, 'b'))];
    expect(play(run('a b c d'), parts[0]!).last.fixes).toBeNull();
    expect(play(run('a b c d'), ...parts).last.fixes).toBe(2);
    expect(play(run('a b c d'), ...parts, parts[1]!).last.fixes).toBeNull();
  });
});

describe('introduced', () => {
  test('it points to the first place of each new or regressed finding among those sent', () => {
    const { last } = play(run('a b'), run('a'), run('b a c b c d'));
    expect(last.introduced).toEqual({ count: 3, indexes: [0, 2, 5], regressed: [0], spread: [], pages: [] });
    expect(last.delta).toMatchObject({ new: 2, regressed: 1, known: 1 });
  });

  test('at most 1,000 places are named, and all are counted', () => {
    const many = Array.from({ length: 1_200 }, (_, index) => `r${index}`).join(' ');
    const { introduced } = play(run(many)).last;
    expect(introduced).toMatchObject({ count: 1_200, regressed: [] });
    expect(introduced.indexes).toHaveLength(1_000);
  });
});

describe('answers as given', () => {
  const story = [run('a b'), run('a'), push(7, 'b c')];

  test('a dry run answers as the run would, and keeps nothing', () => {
    expect(play(...story, tried(push(7, 'b d'))).last).toEqual(play(...story, push(7, 'b d')).last);
    expect(play(...story, tried(push(7, 'b d'))).shown).toEqual(play(...story).shown);
  });

  test('a repeated job sees the same gate, whatever came between', () => {
    const repeated = [...story, run('a b c'), dismiss('c'), undo(1), { kind: 'repeat', number: 3 } as const];
    expect(play(...repeated).answer).toEqual(play(...story).last);
  });

  test('what a run said of findings stays as it was answered, deletions of other runs or not', () => {
    expect(play(...story).shown.runs.map(({ changes }) => changes)).toEqual([
      ['axe a: new', 'axe b: new'],
      ['axe a: known', 'axe b: resolved'],
      ['axe b: regressed', 'axe c: new'],
    ]);
    expect(play(...story, undo(1)).shown.runs.map(({ changes }) => changes)).toEqual([
      ['axe a: known', 'axe b: resolved'],
      ['axe b: regressed', 'axe c: new'],
    ]);
  });

  test('findings whose record went are left out, also where the same is raised again', () => {
    const ended = [push(7, 'a'), endLineOf(push(7, '')), push(8, 'a')];
    expect(play(...ended).shown.runs.map(({ changes }) => changes)).toEqual([[], ['axe a: new']]);
  });

  test('a run has discovered the findings that no earlier run of any line had reported', () => {
    const discovered = (...steps: Step[]) => play(...steps).shown.runs.map((shown) => shown.discovered);
    expect(discovered(push(7, 'a'), run('a b'), run('a b c', staging))).toEqual([1, 1, 1]);
  });
});
