import {
  close,
  confirm,
  dismiss,
  edit,
  endLineOf,
  partly,
  push,
  reopen,
  run,
  play,
  undo,
  wait,
} from './findings-stories.js';

const production = { environment: 'production' };
const staging = { environment: 'staging' };

describe('lines', () => {
  test('a run of a pull request belongs to a proposal, any other to a main line named by its environment', () => {
    const { shown } = play(run('a'), run('a', staging), push(7, 'a'), run('a', { trigger: 'schedule' }));
    expect(shown.lines).toEqual([
      expect.objectContaining({ kind: 'main', name: null, firstRun: { number: 1, at: expect.any(Number) } }),
      expect.objectContaining({ kind: 'main', name: 'staging' }),
      expect.objectContaining({ kind: 'proposal', name: '7' }),
    ]);
    expect(shown.lines[0]!.lastRun.number).toBe(4);
  });

  test('the numbers 7 of two repositories, of none, and ref "7" are four lines', () => {
    const { shown } = play(
      push(7, '', { repository: 'example/shop' }),
      push(7, '', { repository: 'example/pay' }),
      push(7, ''),
      run('', { trigger: 'pull_request', ref: '7' }),
    );
    expect(shown.lines).toHaveLength(4);
  });

  test('a proposal without a number is named by its ref, and one with a blank ref by nothing', () => {
    const named = (ref?: string) => run('', { trigger: 'pull_request', ref });
    const { shown } = play(named(' fix '), named('fix'), named('Fix'), named(' '), named());
    expect(shown.lines.map(({ name }) => name)).toEqual(['fix', 'Fix', null]);
  });

  test('a body may say its line itself: a push as a proposal, a run with a trigger of a pull request as main', () => {
    const { shown } = play(
      run('a', { trigger: 'push', ref: 'feature', line: 'proposal' }),
      push(7, 'b', { line: 'main', ...staging }),
    );
    expect(shown.lines.map(({ kind, name }) => [kind, name])).toEqual([
      ['proposal', 'feature'],
      ['main', 'staging'],
    ]);
    expect(shown.findings.map(({ proposed }) => proposed)).toEqual([true, false]);
  });

  test('two tools have lines and findings of their own', () => {
    const { shown } = play(run('a'), run('', { tool: 'pa11y' }), run('a', { tool: 'pa11y' }));
    expect(shown.findings.map(({ name, status }) => [name, status])).toEqual([
      ['axe a', 'pending'],
      ['pa11y a', 'pending'],
    ]);
  });
});

describe('runs of main lines', () => {
  test('staging and production do not resolve and regress the findings of each other by turns', () => {
    const nights = [run('a', production), run('b', staging), run('a', production)];
    const { statuses, delta } = play(...nights, run('b', staging));
    expect(statuses).toBe('a pending, b pending');
    expect(delta).toBe('known 1');
  });

  test('a finding that is present in no main line any more is resolved', () => {
    const both = [run('a', production), run('a', staging), run('', production)];
    expect(play(...both).statuses).toBe('a pending');
    expect(play(...both).delta).toBe('nothing');
    expect(play(...both, run('', staging))).toMatchObject({ statuses: 'a resolved', delta: 'resolved 1' });
  });

  test('a partial run, and one of some areas, ends nothing', () => {
    expect(play(run('a'), partly(run('')), run('', { areas: true })).statuses).toBe('a pending');
  });

  test('a run that is older than the last sighting there ends nothing; one of the same moment does', () => {
    expect(play(run('a', { at: 2 }), run('', { at: 1 })).statuses).toBe('a pending');
    expect(play(run('a', { at: 2 }), run('', { at: 2 })).statuses).toBe('a resolved');
  });

  test('a product that begins to name its environments is not left with a ghost', () => {
    const quiet = [run('a b'), wait(35), run('a', production)];
    expect(play(...quiet)).toMatchObject({ statuses: 'a pending, b resolved', delta: 'known 1, resolved 1' });
    expect(play(run('a b'), wait(34), run('a', production)).statuses).toBe('a pending, b pending');
    expect(play(run('a', production), wait(35), run('')).statuses).toBe('a resolved');
    expect(play(run('a', production), wait(35), run('', staging)).statuses).toBe('a pending');
  });

  test('that the other line was quiet then is kept as it was, whatever is undone later', () => {
    const busy = [run('a b'), wait(30), partly(run('a')), wait(10), run('a', production)];
    expect(play(...busy).statuses).toBe('a pending, b pending');
    expect(play(...busy, undo(2)).statuses).toBe('a pending, b pending');
  });
});

describe('runs of proposals', () => {
  test('they raise what nobody knew as proposed, and it lands when a main line reports it', () => {
    expect(play(push(7, 'a')).finding('a')).toMatchObject({ status: 'pending', proposed: true });
    expect(play(push(7, 'a'), run('a')).finding('a')).toMatchObject({ status: 'pending', proposed: false });
  });

  test('a complete one ends presence in its own line alone', () => {
    const two = [push(7, 'a'), push(8, 'a'), push(7, '')];
    expect(play(...two).statuses).toBe('a pending');
    expect(play(...two, push(8, ''))).toMatchObject({ statuses: 'a resolved', delta: 'nothing' });
  });

  test('they never resolve, regress, reword or re-date a landed finding', () => {
    const landed = run('a', { at: 2 });
    const before = play(landed).finding('a');
    expect(
      play(
        landed,
        push(7, 'a', { at: 9, title: 'other', page: 'https://example.org/p' }),
        push(7, '', { at: 9 }),
      ).finding('a'),
    ).toEqual(before);
    const mended = [landed, run('', { at: 3 })];
    expect(play(...mended, push(7, 'a', { at: 9 })).finding('a')).toMatchObject({ status: 'resolved', regressions: 0 });
  });

  test('the issue of a proposed finding that no line has any more is no longer reported', () => {
    expect(play(push(7, 'a'), confirm('a'), push(7, '')).issue(1)).toMatchObject({ noLongerReported: true });
  });

  test('a dismissal made on a pull request holds after the merge, and a confirmation opens its issue', () => {
    expect(play(push(7, 'a'), dismiss('a'), run('a'))).toMatchObject({ statuses: 'a dismissed', delta: 'dismissed 1' });
    const confirmed = play(push(7, 'a'), confirm('a'), run('a'));
    expect(confirmed.finding('a')).toMatchObject({ status: 'confirmed', issue: 1 });
    expect(confirmed.delta).toBe('known 1');
  });

  test('a closed issue is flagged as regressed by main lines only', () => {
    const closed = [run('a'), confirm('a'), close(1)];
    expect(play(...closed, push(7, 'a')).issue(1)).toMatchObject({ regressed: false });
    expect(play(...closed, run('a')).issue(1)).toMatchObject({ regressed: true });
    const proposed = [push(7, 'a'), confirm('a'), close(1), push(7, 'a')];
    expect(play(...proposed).issue(1)).toMatchObject({ regressed: false });
    expect(play(...proposed, run('a'))).toMatchObject({ delta: 'regressed 1' });
    expect(play(...proposed, run('a')).issue(1)).toMatchObject({ regressed: true });
  });
});

describe('status', () => {
  test('a dismissal that runs out shows pending where the finding is present, and resolved where it is not', () => {
    expect(play(run('a'), dismiss('a', 1), wait(2)).statuses).toBe('a pending');
    expect(play(run('a'), dismiss('a', 1), run(''), wait(0.5)).statuses).toBe('a dismissed');
    expect(play(run('a'), dismiss('a', 1), run(''), wait(2)).statuses).toBe('a resolved');
  });

  test('a landed finding that only a pull request has is resolved', () => {
    expect(play(run('a'), push(7, 'a'), run('')).statuses).toBe('a resolved');
  });

  test('what is reopened while present nowhere stays open until a main line reports it or the next complete run does not', () => {
    const reopened = [run('a', { at: 5 }), run('', { at: 5 }), reopen('a')];
    expect(play(...reopened).statuses).toBe('a pending');
    expect(play(...reopened, partly(run('', { at: 6 }))).statuses).toBe('a pending');
    expect(play(...reopened, push(7, '', { at: 6 })).statuses).toBe('a pending');
    expect(play(...reopened, run('', { at: 1, ...staging }))).toMatchObject({
      statuses: 'a resolved',
      delta: 'resolved 1',
    });
    expect(play(...reopened, run('', { tool: 'pa11y' })).statuses).toBe('a pending');
    expect(play(...reopened, run('a', { at: 6 }))).toMatchObject({ statuses: 'a pending', delta: 'known 1' });
  });

  test('what is confirmed from a dismissal while present nowhere is held open too', () => {
    const confirmed = [run('a'), dismiss('a'), run(''), confirm('a')];
    expect(play(...confirmed)).toMatchObject({ statuses: 'a confirmed' });
    expect(play(...confirmed, run('')).statuses).toBe('a resolved');
    expect(play(...confirmed, run('')).issue(1)).toMatchObject({ noLongerReported: true });
  });

  test('a proposed finding is held open until any line reports it, or a complete run of a proposal that had it does not', () => {
    const reopened = [push(7, 'a'), push(8, 'b'), push(7, ''), reopen('a')];
    expect(play(...reopened, push(8, 'b')).finding('a')).toMatchObject({ status: 'pending' });
    expect(play(...reopened, push(7, ''))).toMatchObject({ statuses: 'a resolved, b pending', delta: 'nothing' });
    expect(play(...reopened, run(''))).toMatchObject({ statuses: 'a resolved, b pending', delta: 'resolved 1' });
    expect(play(...reopened, push(8, 'a b'), push(8, 'b')).finding('a')).toMatchObject({ status: 'resolved' });
  });

  test('a resolved finding can only be reopened, a confirmed one is dealt with in its issue', () => {
    const resolved = [run('a'), run('')];
    expect(play(...resolved, confirm('a')).answer).toBe('finding_resolved');
    expect(play(...resolved, dismiss('a')).answer).toBe('finding_resolved');
    expect(play(run('a'), confirm('a'), reopen('a')).answer).toBe('finding_confirmed');
  });

  test('bulk triage is all or nothing', () => {
    expect(play(run('a b'), run('a'), dismiss('a b'))).toMatchObject({
      answer: 'finding_resolved',
      statuses: 'a pending, b resolved',
    });
  });

  test('findings whose issue is deleted await triage again', () => {
    const deleted = [run('a'), confirm('a'), { kind: 'delete issue', number: 1 }] as const;
    expect(play(...deleted).finding('a')).toMatchObject({ status: 'pending', issue: null });
  });
});

describe('dates, texts and pages', () => {
  test('those of a landed finding are of main lines: landing starts them anew, and undoing it brings the former back', () => {
    const proposed = push(7, 'a', { at: 1, title: 'as proposed', page: 'https://example.org/preview' });
    const landed = run('a', { at: 3, title: 'as landed', page: 'https://example.org/shop' });
    const before = play(proposed).finding('a');
    expect(play(proposed, landed).finding('a')).toMatchObject({
      title: 'as landed',
      proposed: false,
      pages: [expect.objectContaining({ page: 'https://example.org/shop' })],
      firstSeen: play(landed).finding('a')!.firstSeen,
    });
    expect(play(proposed, landed, undo(2)).finding('a')).toEqual(before);
  });

  test('words are those of the latest moment, of two of the same moment those of the later arrival', () => {
    const words = (...runs: [number, string][]) =>
      play(...runs.map(([at, title]) => run('a', { at, title }))).finding('a')!.title;
    expect(words([2, 'two'], [1, 'one'])).toBe('two');
    expect(words([2, 'two'], [2, 'again'])).toBe('again');
  });

  test('a title that a person has edited is not overwritten, whatever comes or is undone', () => {
    const story = [run('a'), edit('a', 'better'), run('a', { at: 2, title: 'scanned' }), undo(1)];
    expect(play(...story).finding('a')).toMatchObject({ title: 'better', edited: true });
  });

  test('runs of ended lines count', () => {
    const story = [run('a', { at: 1, ...staging }), run('a', { at: 5, ...production }), endLineOf(run('', staging))];
    const { firstSeen, lastSeen } = play(...story).finding('a')!;
    expect(lastSeen - firstSeen).toBeGreaterThan(0);
  });

  test('a regression is counted by main lines only', () => {
    const mended = [run('a'), run('')];
    expect(play(...mended, push(7, 'a'), push(7, 'a')).finding('a')).toMatchObject({ regressions: 0 });
    expect(play(...mended, run('a', staging)).finding('a')).toMatchObject({ regressions: 1, status: 'pending' });
    expect(play(push(7, 'a'), push(7, ''), run('a')).finding('a')).toMatchObject({ regressions: 0 });
  });
});
