import { claimFaults, comparableClaims, ISSUER_KINDS, proposalNumberOf, sourceName, titleOf } from './issuer-kinds.js';

const { github, gitlab } = ISSUER_KINDS;
const IDS = { repository_id: '74', repository_owner_id: '65' };

test.each<[keyof typeof ISSUER_KINDS, Record<string, string>, string[]]>([
  ['github', IDS, []],
  ['github', { ...IDS, environment: 'production', ref: 'refs/heads/main', job_workflow_ref: 'a/b/.github/w.yml' }, []],
  ['gitlab', { project_id: '22', namespace_id: '72', ref_path: 'refs/heads/main' }, []],
  ['github', {}, ['required', 'required']],
  ['github', { repository_id: '74' }, ['required']],
  ['github', { ...IDS, repository_id: 'acme/shop' }, ['invalid_format']],
  ['github', { ...IDS, repository_id: '074' }, ['invalid_format']],
  ['github', { ...IDS, project_id: '22' }, ['not_allowed']],
  ['gitlab', IDS, ['required', 'required', 'not_allowed', 'not_allowed']],
  ['github', { ...IDS, job_workflow_ref: 'a/b/w.yml@refs/heads/main' }, ['invalid_format']],
])('the claims of a publisher at %s: %j', (kind, claims, codes) => {
  expect(claimFaults(ISSUER_KINDS[kind], claims).map(({ code }) => code)).toEqual(codes);
});

test.each([
  ['a/b/w.yml@refs/heads/main', 'a/b/w.yml'],
  ['a/b/w.yml@refs/heads/x@y', 'a/b/w.yml'],
  [`a/b/w.yml@${'0a'.repeat(20)}`, 'a/b/w.yml'],
  // A file that somebody has named so that its path seems to end before the ref.
  ['a/b/w.yml@x.yml@refs/heads/main', 'a/b/w.yml@x.yml@refs/heads/main'],
  ['a/b/w.yml', 'a/b/w.yml'],
])('the pipeline %s is the file %s', (job_workflow_ref, file) => {
  expect(comparableClaims(github, { job_workflow_ref })).toEqual({ job_workflow_ref: file });
});

test('of a token only what publishers can name is compared, as text', () => {
  const claims = {
    repository_id: 74,
    ref_protected: true,
    sub: 'repo:a/b',
    workflow: 'W',
    environment: null,
    ref: 'a\0',
  };
  expect(comparableClaims(github, claims)).toEqual({ repository_id: '74', ref_protected: 'true' });
});

test.each([
  [github, { event_name: 'push', ref: 'refs/heads/main' }, false],
  [github, { event_name: 'schedule' }, false],
  [github, { event_name: 'pull_request', ref: 'refs/pull/7/merge' }, true],
  [github, { event_name: 'pull_request_target', ref: 'refs/heads/main' }, true],
  [github, { event_name: 'merge_group' }, true],
  [github, { event_name: 'workflow_dispatch', ref: 'refs/pull/7/head' }, true],
  [gitlab, { pipeline_source: 'push', ref_path: 'refs/heads/main' }, false],
  [gitlab, { pipeline_source: 'merge_request_event' }, true],
  [gitlab, { pipeline_source: 'external_pull_request_event' }, true],
  [gitlab, { pipeline_source: 'parent_pipeline', ref_path: 'refs/merge-requests/7/head' }, true],
  [gitlab, { pipeline_source: 'parent_pipeline', ref_path: 'refs/heads/main' }, true],
  [gitlab, { pipeline_source: 'parent_pipeline', ref_path: 'refs/heads/main', ref_protected: 'false' }, true],
  [gitlab, { pipeline_source: 'parent_pipeline', ref_path: 'refs/heads/main', ref_protected: 'true' }, false],
])('of a pull or merge request: %#', (kind, claims, expected) => {
  expect(kind.isOfProposal(claims, {})).toBe(expected);
});

test.each([
  [github, { ref: 'refs/pull/7/merge' }, 7],
  [github, { ref: 'refs/heads/refs/pull/7/merge' }, null],
  [github, { ref: 'refs/heads/main' }, null],
  [github, { ref: 'refs/pull/99999999999/merge' }, null],
  [gitlab, { ref_path: 'refs/merge-requests/12/head' }, 12],
  [gitlab, { ref_path: 'refs/heads/x' }, null],
  [gitlab, {}, null],
])('the number of a pull or merge request: %#', (kind, claims, expected) => {
  expect(proposalNumberOf(kind, claims)).toBe(expected);
});

test.each(['workflow_run', 'issue_comment'])(
  'what a stranger starts by %s is a proposal, unless the publisher names its file',
  (event) => {
    const claims = { event_name: event, ref: 'refs/heads/main' };
    expect(github.isOfProposal(claims, {})).toBe(true);
    expect(github.isOfProposal(claims, { job_workflow_ref: 'acme/shop/.github/workflows/report.yml' })).toBe(false);
  },
);

test('a repository is shown by its name in one line, and a publisher by its id', () => {
  expect(sourceName(github, { repository: 'acme/\u202eshop\n' })).toBe('acme/ shop');
  expect(sourceName(gitlab, { project_id: '22' })).toBe('GitLab project 22');
  expect(titleOf({ claims: IDS, repository: 'acme/shop' })).toBe('GitHub repository 74');
  expect(titleOf({ claims: {}, repository: 'acme/shop' })).toBe('Repository acme/shop');
});
