import { gitIn, GitRepository, surroundingsOf } from '../../../../test/support/git-repository.js';
import { baseOf } from './base.js';
import type { CiRun } from './ci-run.js';

let repository: GitRepository;
let history: ReturnType<typeof diverged>;
beforeAll(() => {
  repository = new GitRepository();
  history = diverged();
});
afterAll(() => repository.remove());

const run = (over: Partial<CiRun>): CiRun => ({
  ...{ provider: 'github', trigger: 'pull_request', target: 'main', defaultBranch: 'main' },
  ...over,
});
const at = (folder: string, over: Partial<CiRun>, override?: string) =>
  baseOf(run(over), override, surroundingsOf(folder));

/** A branch that left main at the second of four commits, has two of its own, and the merge that the provider tests. */
function diverged() {
  const [first, fork] = [repository.head(), repository.commit({ a: '1' })];
  repository.branch('feature', 'main');
  repository.commit({ b: '1' });
  const head = repository.commit({ b: '2' });
  repository.branch('main');
  const later = repository.commit({ c: '1' });
  const tip = repository.commit({ c: '2' });
  const merge = repository.providersMerge('feature', 7);
  return { first, fork, head, later, tip, merge };
}

describe('of the merge that the provider tests', () => {
  test.each([undefined, 1, 2])('it is the first parent with what is before, in a clone of depth %s', (depth) => {
    const { first, fork, head, later, tip, merge } = history;
    const folder = repository.checkout('refs/pull/7/merge', depth);
    const { commits, because } = at(folder, { commitSha: head, mergeSha: merge });
    expect(commits).toEqual([tip, later, fork, first]);
    expect(because).toBe('the target of the merge');
  });

  test('it is known from the commit alone where nothing can be fetched', () => {
    const { head, tip } = history;
    const folder = repository.checkout('refs/pull/7/merge', 1);
    gitIn(folder, 'remote', 'set-url', 'origin', '/nowhere');
    expect(at(folder, { commitSha: head }).commits).toEqual([tip]);
  });

  test('it is the other parent where a job merges the target into the branch', () => {
    const { head, later, tip } = history;
    const folder = repository.checkout('refs/heads/feature');
    gitIn(folder, 'merge', '--quiet', '--no-ff', '--no-edit', 'origin/main');
    expect(at(folder, { provider: 'bitbucket', commitSha: head }).commits.slice(0, 2)).toEqual([tip, later]);
  });

  test('it is the merge base where a train has rebased the change', () => {
    const { tip } = history;
    repository.branch('train', 'feature');
    repository.git('rebase', '--quiet', 'main');
    const merge = repository.push();
    const folder = repository.checkout('refs/heads/train');
    expect(at(folder, { provider: 'gitlab', commitSha: 'c0ffee', mergeSha: merge }).commits[0]).toBe(tip);
  });
});

describe('of a branch', () => {
  test.each([undefined, 1])('it is the merge base with the target, in a clone of depth %s', (depth) => {
    const { first, fork, head } = history;
    const { commits, because } = at(repository.checkout('refs/heads/feature', depth), { commitSha: head });
    expect([commits, because]).toEqual([[fork, first], 'the merge base with main']);
  });

  test('a merge that somebody made on it is what it contains of the target', () => {
    const { later, tip } = history;
    repository.branch('merged', 'feature');
    repository.git('merge', '--quiet', '--no-ff', '--no-edit', 'main');
    const head = repository.push();
    expect(at(repository.checkout('refs/heads/merged', 1), { commitSha: head }).commits.slice(0, 2)).toEqual([
      tip,
      later,
    ]);
  });

  test('it is of main as it is now, where the clone has an older one', () => {
    const { tip } = history;
    const folder = repository.checkout('refs/heads/feature');
    repository.branch('rebased', 'feature');
    repository.git('rebase', '--quiet', 'main');
    const head = repository.push();
    gitIn(folder, 'update-ref', 'refs/remotes/origin/main', `${tip}~1`);
    gitIn(folder, 'fetch', '--quiet', 'origin', 'rebased');
    gitIn(folder, 'checkout', '--quiet', '--detach', 'FETCH_HEAD');
    gitIn(folder, 'update-ref', 'refs/remotes/origin/main', `${tip}~1`);
    expect(at(folder, { commitSha: head }).commits[0]).toBe(tip);
  });

  test('says what to do where the clone does not reach back to the target', () => {
    const { head } = history;
    const folder = repository.checkout('refs/heads/feature', 1);
    gitIn(folder, 'remote', 'set-url', 'origin', '/nowhere');
    expect(at(folder, { commitSha: head })).toEqual({
      commits: [],
      because: 'main is not in this clone and could not be fetched: set it with --base',
    });
  });

  test('at somebody’s desk nothing is fetched', () => {
    const { fork, head } = history;
    const folder = repository.checkout('refs/heads/feature');
    gitIn(folder, 'remote', 'set-url', 'origin', '/nowhere');
    const local: Partial<CiRun> = { provider: 'git', commitSha: head, target: undefined, defaultBranch: undefined };
    expect(at(folder, local).commits[0]).toBe(fork);
  });

  test('a server that gives no commit by its name gives the target', () => {
    const { head, tip, later, merge } = history;
    const folder = repository.checkout('refs/pull/7/merge', 1);
    const allow = (is: boolean) => gitIn(repository.origin, 'config', 'uploadpack.allowAnySHA1InWant', `${is}`);
    allow(false);
    expect(at(folder, { commitSha: head, mergeSha: merge }).commits.slice(0, 2)).toEqual([tip, later]);
    allow(true);
  });
});

test('of a queue it is what the provider says, also in a clone of depth 1', () => {
  const { head, tip, later } = history;
  const folder = repository.checkout('refs/heads/feature', 1);
  expect(at(folder, { commitSha: head, baseSha: tip }).commits.slice(0, 2)).toEqual([tip, later]);
});

test('of another commit than is checked out nobody knows, unless the caller says it', () => {
  const { fork, first } = history;
  const folder = repository.checkout('refs/heads/main');
  const { commits, because } = at(folder, { commitSha: 'a'.repeat(40) });
  expect([commits, because]).toEqual([
    [],
    expect.stringMatching(/checked out, but the run is for aaaaaaaa: set it with/),
  ]);
  expect(at(folder, { commitSha: 'a'.repeat(40) }, fork).commits).toEqual([fork, first]);
  expect(at(folder, {}, fork.slice(0, 10)).commits).toEqual([fork, first]);
  expect(at(folder, {}, 'b'.repeat(40)).commits).toEqual(['b'.repeat(40)]);
  expect(() => at(folder, {}, 'bbbbbbbb')).toThrow('--base bbbbbbbb: this clone does not contain the commit');
});

test('without a repository it is what the provider says, or unknown', () => {
  const baseSha = 'd'.repeat(40);
  expect(at('/', { commitSha: 'a'.repeat(40), baseSha }).commits).toEqual([baseSha]);
  expect(at('/', {}).because).toBe('no commit is checked out: set it with --base');
});

test('as many are named as the service takes', () => {
  repository.branch('long', 'main');
  for (let count = 0; count < 60; count += 1) repository.git('commit', '--quiet', '--allow-empty', '--message', 'x');
  repository.push();
  const head = repository.head();
  expect(at(repository.checkout('refs/heads/long'), { commitSha: head, target: 'long' }).commits).toHaveLength(51);
});
