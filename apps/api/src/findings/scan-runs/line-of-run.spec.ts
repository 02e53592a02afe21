import type { RunContext } from '../../records/test-activities/run-context.js';
import type { LineKind } from '../../records/test-activities/test-activity.entity.js';
import { lineOfRun, repositoryOf } from './line-of-run.js';

const push: RunContext = { trigger: 'push' };
const pull: RunContext = { trigger: 'pull_request' };
const prUrl = 'https://github.com/acme/shop/pull/7';

test.each<[string, RunContext | null, LineKind | undefined, LineKind, string | null]>([
  ['no context', null, undefined, 'main', null],
  ['no environment', { ...push, ref: 'main' }, undefined, 'main', null],
  ['an environment', { trigger: 'schedule', environment: ' production ' }, undefined, 'main', 'production'],
  ['a pull request', { ...pull, prNumber: 7, ref: 'x', environment: 'preview' }, undefined, 'proposal', '7'],
  ['a pull request without a number', { ...pull, ref: ' feature ' }, undefined, 'proposal', 'feature'],
  ['one with a blank branch', { ...pull, ref: ' ' }, undefined, 'proposal', null],
  ['one that is nothing', pull, undefined, 'proposal', null],
  ['a number outside of a pull request', { ...push, prNumber: 7 }, undefined, 'main', null],
  ['a push that is said to be a proposal', { ...push, ref: 'feature' }, 'proposal', 'proposal', 'feature'],
  ['a pull request that is said to be main', { ...pull, prNumber: 7 }, 'main', 'main', null],
  ['no context that is said to be a proposal', null, 'proposal', 'proposal', null],
])('%s', (_what, context, requested, kind, name) => {
  expect(lineOfRun(context, requested)).toMatchObject({ kind, name });
});

test('lines are one where their names are', () => {
  const keys = (...contexts: RunContext[]) => new Set(contexts.map((context) => lineOfRun(context).key)).size;
  expect(keys({ ...pull, prNumber: 7, prUrl }, { ...pull, prNumber: 7, prUrl: `${prUrl}/files`, ref: 'x' })).toBe(1);
  expect(keys({ ...pull, prNumber: 7 }, { ...pull, prNumber: 7, prUrl }, { ...pull, ref: '7' }, pull)).toBe(4);
  expect(keys({ ...push, environment: 'a' }, { ...push, environment: 'A' }, push)).toBe(3);
});

test.each([
  [prUrl, 'github.com/acme/shop'],
  [`${prUrl}/files?w=1#diff`, 'github.com/acme/shop'],
  ['https://GitHub.com/acme/shop/pull/7', 'github.com/acme/shop'],
  ['https://git.example/group/sub/shop/-/merge_requests/7', 'git.example/group/sub/shop'],
  ['https://bitbucket.org/acme/shop/pull-requests/7', 'bitbucket.org/acme/shop'],
  ['https://dev.azure.com/acme/shop/_git/shop/pullrequest/7', 'dev.azure.com/acme/shop/_git/shop'],
  ['https://gitea.example:3000/acme/shop/pulls/7', 'gitea.example:3000/acme/shop'],
  ['https://github.com/acme/shop/', 'github.com/acme/shop'],
  ['https://reviews.example/c/7', 'reviews.example/c/7'],
])('%s is of %s', (address, repository) => {
  expect(repositoryOf(address)).toBe(repository);
});
