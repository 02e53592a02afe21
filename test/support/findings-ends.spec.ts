import {
  closePullRequest,
  confirm,
  dismiss,
  edit,
  endIdleLines,
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
const ended = endLineOf(push(7, ''));

describe('the end of a line', () => {
  test('an Admin ends it once', () => {
    expect(play(push(7, 'a'), ended).answer).toBe('done');
    expect(play(push(7, 'a'), ended, ended).answer).toBe('line_ended');
    expect(play(push(7, 'a'), ended, push(7, 'a'), ended).answer).toBe('done');
  });

  test('a proposal ends 30 days after the arrival of its last run', () => {
    expect(play(push(7, 'a'), wait(20), push(7, 'a'), wait(29), endIdleLines).statuses).toBe('a pending');
    expect(play(push(7, 'a'), wait(30), endIdleLines).statuses).toBe('');
  });

  test('a main line ends after 180 days while another one of its tool goes on; the last one never by age', () => {
    const two = [run('a', production), run('b', staging), wait(179), partly(run('', staging)), wait(1)];
    expect(play(...two, endIdleLines).statuses).toBe('a resolved, b pending');
    expect(play(run('a', production), wait(400), endIdleLines).statuses).toBe('a pending');
    expect(play(run('a', production), run('b', staging), wait(400), endIdleLines).statuses).toBe(
      'a pending, b pending',
    );
    const otherTool = run('', { tool: 'pa11y' });
    expect(play(run('a', production), wait(180), otherTool, endIdleLines).statuses).toBe('a pending');
  });

  test('the last main line ends by hand', () => {
    expect(play(run('a'), endLineOf(run(''))).statuses).toBe('a resolved');
  });

  test('a pull request that is closed ends the proposals of its repository and number', () => {
    const two = [push(7, 'a', { repository: 'example/shop' }), push(7, 'b', { repository: 'example/pay' })];
    const { shown } = play(...two, closePullRequest('example/shop', 7));
    expect(shown.lines).toHaveLength(1);
    expect(shown.findings.map(({ name }) => name)).toEqual(['axe b']);
    expect(play(...two, closePullRequest('example/shop', 8)).shown.lines).toHaveLength(2);
  });

  test('proposals of that number without prUrl end only where other proposals name that repository', () => {
    const unnamed = push(7, 'a');
    const closed = closePullRequest('example/shop', 7);
    expect(play(unnamed, closed).shown.lines).toHaveLength(1);
    expect(play(unnamed, push(3, '', { repository: 'example/pay' }), closed).shown.lines).toHaveLength(2);
    expect(play(unnamed, push(3, '', { repository: 'example/shop' }), closed).shown.lines).toHaveLength(1);
  });

  test('what was present only in a main line that ends is resolved, and its issue no longer reported', () => {
    const two = [run('a b', production), run('b', staging), confirm('a'), endLineOf(run('', production))];
    expect(play(...two).statuses).toBe('a resolved, b pending');
    expect(play(...two).issue(1)).toMatchObject({ noLongerReported: true });
  });

  test('a proposed finding that nobody has triaged or edited goes when every proposal that reported it has ended', () => {
    expect(play(push(7, 'a'), ended).shown.findings).toEqual([]);
    expect(play(push(7, 'a'), push(8, 'a'), ended).statuses).toBe('a pending');
    expect(play(push(7, 'a'), push(8, 'a'), push(8, ''), ended).statuses).toBe('a resolved');
    expect(play(push(7, 'a'), push(8, 'a'), push(8, ''), ended, endLineOf(push(8, ''))).statuses).toBe('');
    expect(play(push(7, 'a'), run('a'), ended).statuses).toBe('a pending');
  });

  test('a proposed finding that somebody has triaged or edited stays', () => {
    expect(play(push(7, 'a'), dismiss('a'), ended).statuses).toBe('a dismissed');
    expect(play(push(7, 'a'), confirm('a'), ended).statuses).toBe('a resolved');
    expect(play(push(7, 'a'), edit('a', 'better'), ended).statuses).toBe('a resolved');
    expect(play(push(7, 'a'), dismiss('a'), ended, reopen('a')).statuses).toBe('a pending');
  });

  test('what went is raised anew, with dates of its own', () => {
    const again = play(push(7, 'a', { at: 1 }), ended, push(8, 'a', { at: 5 }));
    expect(again.delta).toBe('new 1');
    expect(again.finding('a')!.firstSeen).toBe(again.finding('a')!.lastSeen);
  });

  test('a later run of the same name begins the line anew, and sightings before the end protect from nothing after it', () => {
    const anew = [run('a', { at: 9 }), endLineOf(run('')), partly(run('a', { at: 1 })), run('', { at: 2 })];
    expect(play(...anew).statuses).toBe('a resolved');
    expect(play(...anew).shown.lines).toMatchObject([{ firstRun: { number: 2 }, lastRun: { number: 3 } }]);
  });

  test('runs and their records stay', () => {
    expect(play(push(7, 'a'), dismiss('a'), ended).shown.runs).toEqual([
      { number: 1, changes: ['axe a: new'], discovered: 1 },
    ]);
  });
});

describe('the list of lines', () => {
  test('it shows each line with its first and last run and how many findings are present, landed ones in proposals too', () => {
    const { shown } = play(run('a b'), push(7, 'a c', { at: 2 }), push(7, 'a', { at: 3 }));
    expect(shown.lines.map(({ findingsPresent }) => findingsPresent)).toEqual([2, 1]);
    expect(shown.lines[1]!.firstRun.at).toBeLessThan(shown.lines[1]!.lastRun.at);
  });

  test('ended lines and lines without a run are left out', () => {
    expect(play(push(7, 'a'), ended).shown.lines).toEqual([]);
    expect(play(push(7, 'a'), run(''), undo(1)).shown.lines).toMatchObject([{ kind: 'main' }]);
  });
});
