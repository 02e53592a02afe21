import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeReport, emptyFolder, githubJob, runCli } from '../support/cli.js';
import { type CommentPlatform, commentPlatform } from '../support/comment-platform.js';
import { allNew, type FakeIngest, fakeIngest, type Turn } from '../support/fake-ingest.js';

jest.setTimeout(120_000);

const folder = emptyFolder();
const fakes: FakeIngest[] = [];
const platforms: CommentPlatform[] = [];
beforeAll(() => writeFileSync(join(folder, 'axe.json'), axeReport(['alt'])));
afterEach(async () => {
  platforms.splice(0).forEach(({ close }) => close());
  await Promise.all(fakes.splice(0).map(({ close }) => close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

const service = async (turns: readonly Turn[]): Promise<string> => {
  const started = await fakeIngest(turns);
  fakes.push(started);
  return started.url;
};
const platform = async (...words: Parameters<typeof commentPlatform>): Promise<CommentPlatform> => {
  const started = await commentPlatform(...words);
  platforms.push(started);
  return started;
};

const comment = (url: string, env: Record<string, string>, words: readonly string[] = []) =>
  runCli(['upload', 'axe.json', '--comment', ...words], {
    cwd: folder,
    env: { CURBCUT_URL: url, CURBCUT_API_KEY: 'svc_x', CURBCUT_PRODUCT: 'shop', ...env },
  });

const atGithub = ({ url }: CommentPlatform, more: Record<string, string> = {}) => ({
  ...githubJob(folder, writeFileSync, 7),
  ...{ GITHUB_TOKEN: 'token', GITHUB_API_URL: url, GITHUB_JOB: 'test', ...more },
});
const atGitlab = ({ url }: CommentPlatform, more: Record<string, string> = {}) => ({
  ...{ GITLAB_CI: 'true', CI_PIPELINE_ID: '1', CI_JOB_ID: '2', CI_MERGE_REQUEST_IID: '7', CI_PROJECT_ID: '22' },
  ...{ CI_MERGE_REQUEST_PROJECT_ID: '22', CI_COMMIT_SHA: 'c0ffee', CI_API_V4_URL: `${url}/api/v4`, ...more },
});
const ofGithub = ({ authorization }: { authorization?: string | undefined }): boolean =>
  authorization === 'Bearer token';

test('a run at GitHub keeps one comment, which it changes later', async () => {
  const url = await service([allNew(1), allNew(0)]);
  const api = await platform(ofGithub, { knowsSelf: false });
  const job = atGithub(api);
  expect((await comment(url, job)).code).toBe(1);
  expect(api.comments.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^<!-- curbcut shop -->\n### ❌ [\s\S]*#### axe-core, test: failed/),
  ]);
  const green = await comment(url, job);
  expect([green.code, green.err]).toEqual([0, '']);
  expect(api.comments).toMatchObject([{ id: 1, body: expect.stringMatching(/^<!-- curbcut shop -->\n### ✅/) }]);
  const refused = await comment(url, { ...job, GITHUB_TOKEN: 'another' });
  expect([refused.code, refused.err]).toEqual([0, expect.stringMatching(/failed with 403/)]);
});

test('a run at GitLab keeps one comment, by a token that may comment', async () => {
  const url = await service([allNew(1), allNew(0)]);
  const api = await platform((headers) => headers['private-token'] === 'glpat');
  const without = await comment(url, atGitlab(api));
  expect([without.code, without.err]).toEqual([1, expect.stringContaining('Set GITLAB_TOKEN')]);
  const notes = '/api/v4/projects/22/merge_requests/7/notes';
  const list = `GET ${notes}?per_page=100&page=1&sort=asc&order_by=created_at`;
  const red = await comment(url, atGitlab(api, { GITLAB_TOKEN: 'glpat' }), ['--fail-on', 'none']);
  expect([red.code, red.err, api.asked]).toEqual([0, '', ['GET /api/v4/user', list, `POST ${notes}`, list]]);
  expect((await comment(url, atGitlab(api, { GITLAB_TOKEN: 'glpat', CI_JOB_NAME: 'other' }))).code).toBe(0);
  expect(api.asked.slice(-2)).toEqual([`PUT ${notes}/1`, list]);
  expect(api.comments).toMatchObject([{ id: 1, body: expect.stringMatching(/### ✅[\s\S]*####[\s\S]*####/) }]);
});

test.each([
  ['GitHub', ofGithub, (api: CommentPlatform, name: string) => atGithub(api, { GITHUB_JOB: name })],
  [
    'GitLab',
    (headers: Record<string, unknown>) => headers['private-token'] === 'glpat',
    (api: CommentPlatform, name: string) => atGitlab(api, { GITLAB_TOKEN: 'glpat', CI_JOB_NAME: name }),
  ],
])(
  'ten runs at once at %s share one comment: all have their section, and the worst decides its head',
  async (_name, isAllowed, job) => {
    const names = Array.from({ length: 10 }, (_, index) => `job-${index}`);
    const api = await platform(isAllowed, { latency: 300 });
    // What tells a job where it runs is written before any of them reads it.
    const jobs = names.map((name) => job(api, name));
    const runs = jobs.map(async (one, index) => comment(await service([allNew(index === 7 ? 1 : 0)]), one));
    const ended = await Promise.all(runs);
    expect(ended.map(({ code, err }) => [code, err])).toEqual(names.map((_, index) => [index === 7 ? 1 : 0, '']));
    expect(api.comments).toHaveLength(1);
    const { body } = api.comments[0]!;
    expect(body).toMatch(/^<!-- curbcut shop -->\n### ❌ Accessibility: failed\n/);
    expect([...body.matchAll(/^#### axe-core, (job-\d): (\w+)$/gm)].map(([, name]) => name).sort()).toEqual(names);
  },
);

test('what somebody else wrote under our mark is neither read nor changed', async () => {
  const api = await platform(ofGithub, { knowsSelf: false });
  const forged = '<!-- curbcut shop -->\n### ✅\n\n<!-- 0123456789abcdef passed c0ffee 99999 -->\nforged\n<!-- end -->';
  api.comments.push({ id: 0, body: forged, user: { id: 5, type: 'User' } });
  expect((await comment(await service([allNew(1)]), atGithub(api))).code).toBe(1);
  expect(api.comments).toMatchObject([{ body: forged }, { body: expect.not.stringContaining('forged') }]);
});

test('a run of an older commit leaves the comment to that of the newer one, which ends what the older said', async () => {
  const api = await platform(ofGithub);
  const run = (sha: string, id: string, name: string) =>
    service([allNew(0)]).then((url) =>
      comment(url, atGithub(api, { GITHUB_RUN_ID: id, GITHUB_JOB: name }), ['--sha', sha]),
    );
  await run('aaaaaaa', '100', 'first');
  await run('bbbbbbb', '101', 'second');
  await run('aaaaaaa', '100', 'late');
  const { body } = api.comments[0]!;
  expect([body.includes('second'), body.includes('first'), body.includes('late')]).toEqual([true, false, false]);
});
