import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CiEnvironment } from './ci-run.js';
import { detectRun } from './detect.js';
import { lineOf } from './line.js';
import { resolveRun } from './resolve-run.js';

const FIXTURES = join(process.cwd(), 'apps/cli/src/context/fixtures');
const names = readdirSync(FIXTURES).flatMap((name) => /^(.*)\.json$/.exec(name)?.[1] ?? []);

const recorded = (name: string, git: CiEnvironment['git'] = () => undefined): CiEnvironment => {
  const { env, event } = JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), 'utf8')) as {
    env: NodeJS.ProcessEnv;
    event?: unknown;
  };
  return { env, readJson: () => event, git };
};

test.each(names)('the run of %s, and the line that its branch decides', (name) => {
  const run = detectRun(recorded(name));
  const known = Object.fromEntries(Object.entries(run).filter(([, value]) => value !== undefined));
  expect({ ...known, line: lineOf(run, undefined, []).line }).toMatchSnapshot();
});

/** A git that answers these command lines. */
const gitOf =
  (answers: Record<string, string>): CiEnvironment['git'] =>
  (...words) =>
    answers[words.join(' ')];
const IN_TREE = { 'rev-parse --is-inside-work-tree': 'true', 'rev-parse --verify --quiet HEAD': 'c0ffee' };
const at = (answers: Record<string, string>) => detectRun({ env: {}, readJson: () => undefined, git: gitOf(answers) });

test.each([
  ['without a repository, what there is', {}, 'main'],
  ['a branch named main', { ...IN_TREE, 'symbolic-ref --quiet HEAD': 'refs/heads/main' }, 'main'],
  ['a branch named master', { ...IN_TREE, 'symbolic-ref --quiet HEAD': 'refs/heads/master' }, 'main'],
  ['any other branch', { ...IN_TREE, 'symbolic-ref --quiet HEAD': 'refs/heads/feature' }, 'proposal'],
  ['a commit without a branch', IN_TREE, 'proposal'],
  [
    'the branch that the clone says is the default one',
    {
      ...IN_TREE,
      'symbolic-ref --quiet HEAD': 'refs/heads/trunk',
      'symbolic-ref --quiet refs/remotes/origin/HEAD': 'refs/remotes/origin/trunk',
    },
    'main',
  ],
  [
    'main, where another one is the default',
    {
      ...IN_TREE,
      'symbolic-ref --quiet HEAD': 'refs/heads/main',
      'symbolic-ref --quiet refs/remotes/origin/HEAD': 'refs/remotes/origin/trunk',
    },
    'proposal',
  ],
])('plain git: %s', (_name, answers, line) => {
  expect(lineOf(at(answers), undefined, []).line).toBe(line);
});

test('the output says what to set where the branch decides nothing for sure', () => {
  expect(lineOf(at(IN_TREE), undefined, []).advice).toBe('set --line main or --line proposal');
  const feature = { ...IN_TREE, 'symbolic-ref --quiet HEAD': 'refs/heads/feature' };
  expect(lineOf(at(feature), undefined, []).advice).toContain('--main-branch');
});

test.each([
  ['release/*', 'release/1.2', 'main'],
  ['release/*', 'release/1/2', 'proposal'],
  ['release/**', 'release/1/2', 'main'],
  ['next', 'nextish', 'proposal'],
  ['v1.x', 'v1ax', 'proposal'],
])('--main-branch %s makes %s a %s', (pattern, ref, line) => {
  expect(lineOf({ provider: 'git', trigger: 'manual', ref, defaultBranch: 'main' }, undefined, [pattern]).line).toBe(
    line,
  );
});

test('what the caller says wins over the branch', () => {
  expect(lineOf(detectRun(recorded('github-pull-request')), 'main', []).line).toBe('main');
});

test('a default branch that the provider does not tell comes from the clone', () => {
  const git = gitOf({ 'symbolic-ref --quiet refs/remotes/origin/HEAD': 'refs/remotes/origin/main' });
  expect(detectRun(recorded('azure-push', git)).defaultBranch).toBe('main');
});

test('what the caller says of the run wins, and the rest stays', () => {
  const runWith = (name: string, words: object) => resolveRun({ overrides: words }, recorded(name));
  expect(runWith('github-workflow-run-of-fork', { pr: 9 }).pullRequest).toEqual({
    ...{ isFromFork: true, number: 9 },
    url: expect.stringMatching(/^https:\/\/github\.com\/.*\/pull\/9$/),
  });
  const elsewhere = runWith('github-tag', { branch: 'feature', sha: 'abcdef1' });
  expect(elsewhere).toMatchObject({ provider: 'github', ref: 'feature', isTag: false, commitSha: 'abcdef1' });
  expect(lineOf(elsewhere, undefined, []).line).toBe('proposal');
  expect(runWith('gitlab-push', { pr: 3 }).pullRequest).toMatchObject({ isFromFork: false, number: 3 });
  expect(runWith('github-push', {})).toEqual(detectRun(recorded('github-push')));
});

test.each([
  ['not readable', undefined],
  ['of a forge that says less', { pull_request: { number: 7 } }],
])('an event of GitHub that is %s: the environment says what it can, with a warning', (_name, event) => {
  const merge = 'a'.repeat(40);
  const [base, head] = ['b'.repeat(40), 'c'.repeat(40)];
  const env = {
    ...{ GITHUB_ACTIONS: 'true', GITHUB_EVENT_PATH: '/event.json', GITHUB_REPOSITORY: 'acme/shop', GITHUB_RUN_ID: '1' },
    ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REF: 'refs/pull/7/merge', GITHUB_REF_NAME: '7/merge' },
    ...{ GITHUB_HEAD_REF: 'feature', GITHUB_BASE_REF: 'main', GITHUB_SHA: merge, GITHUB_EVENT_NAME: 'pull_request' },
  };
  const git = gitOf({ [`cat-file -p ${merge}`]: `tree x\nparent ${base}\nparent ${head}\n\nMerge` });
  const run = detectRun({ env, readJson: () => event, git });
  expect(run).toMatchObject({
    ...{ trigger: 'pull_request', ref: 'feature', target: 'main', commitSha: head, mergeSha: merge },
    pullRequest: { number: 7, url: 'https://github.com/acme/shop/pull/7', isFromFork: false },
    warnings: [
      'the event of this run cannot be read (/event.json): the report is sent with the values of the environment.',
    ],
  });
  expect(lineOf(run, undefined, []).line).toBe('proposal');
});
