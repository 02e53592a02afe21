import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { embeddedFolder, stopEmbedded } from '../support/embedded.js';
import { type BuiltService, startBuilt, stopAllBuilt } from '../support/built-service.js';
import { useCiIssuers } from '../support/ci-issuer.js';
import { axeReport, type CliRun, githubJob, runCli } from '../support/cli.js';

/** Somebody with an organization and a product at a running service, over HTTP alone. */
interface Newcomer {
  base: string;
  orgId: string;
  /** The product's slug. */
  product: string;
  /** A new key of the organization, or of its product. */
  key(scopes: readonly string[], ofProduct?: boolean): Promise<string>;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: object): Promise<T>;
}

let count = 0;

/** Signs somebody up who makes an organization with one product. */
async function newcomerAt(base: string): Promise<Newcomer> {
  const mail = `newcomer-${(count += 1)}@example.org`;
  const session: { token?: string } = {};
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(session.token ? { authorization: `Bearer ${session.token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const account = { name: 'Ada', email: mail, password: 'kerbs that serve everyone' };
  session.token = (await call<{ token: string }>('POST', '/api/auth/sign-up/email', account)).token;
  const { id: orgId } = await call<{ id: string }>('POST', '/api/auth/organization/create', {
    name: `Agency ${count}`,
  });
  const products = `/v1/organizations/${orgId}/products`;
  const { product } = await call<{ product: { slug: string } }>('POST', products, {
    name: 'Web Shop',
    type: 'website',
  });
  return {
    ...{ base, orgId, product: product.slug },
    key: async (scopes, ofProduct = false) => {
      const body = { name: `Key ${(count += 1)}`, scopes, ...(ofProduct ? { productSlug: product.slug } : {}) };
      const path = `/v1/organizations/${orgId}/api-keys`;
      return (await call<{ apiKey: { key: string } }>('POST', path, body)).apiKey.key;
    },
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
  };
}

jest.setTimeout(120_000);

const dataDir = embeddedFolder('cli-service');
const { github, gitlab, settings } = useCiIssuers();
let service: BuiltService;

beforeAll(async () => {
  service = await startBuilt({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    SIGN_IN_LIMIT_PER_MINUTE: '0',
    TRUSTED_ISSUERS: settings['TRUSTED_ISSUERS']!,
  });
});

afterAll(async () => {
  await stopAllBuilt();
  await stopEmbedded(dataDir);
});

/** A project of a newcomer: files in a folder, and the command line run there. */
interface Project {
  someone: Newcomer;
  write(file: string, text: string): void;
  /** As a job of GitHub Actions: of a pull request where its number is given, else of a push to main. */
  job(words: readonly string[], number?: number, env?: Record<string, string>): Promise<CliRun>;
  findings(): Promise<string[]>;
}

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

async function project(): Promise<Project> {
  const someone = await newcomerAt(service.base);
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-project-'));
  folders.push(folder);
  const own = {
    CURBCUT_URL: service.base,
    CURBCUT_API_KEY: await someone.key(['ingest'], true),
    CURBCUT_PRODUCT: someone.product,
  };
  const path = `/v1/organizations/${someone.orgId}/products/${someone.product}/findings?pageSize=100`;
  return {
    someone,
    write: (file, text) => writeFileSync(join(folder, file), text),
    job: (words, number, env = {}) =>
      runCli(words, { cwd: folder, env: { ...githubJob(folder, writeFileSync, number), ...own, ...env } }),
    findings: async () => {
      const { findings } = await someone.get<{ findings: { ruleId: string; status: string; proposed: boolean }[] }>(
        path,
      );
      return findings.map(({ ruleId, status, proposed }) => `${ruleId} ${proposed ? 'proposed ' : ''}${status}`).sort();
    },
  };
}

test('a pull request is red for what it brings, on each push, and green once that is mended', async () => {
  const { write, job, findings } = await project();
  write('axe.json', axeReport(['old']));
  const first = await job(['upload', 'axe.json', '--coverage', 'complete', '--fail-on', 'none']);
  expect([first.code, first.err]).toEqual([0, '']);
  write('axe.json', axeReport(['old', 'added']));
  for (const _push of [1, 2]) {
    const { code, out } = await job(['upload', 'axe.json', '--coverage', 'complete'], 7);
    expect(code).toBe(1);
    expect(out).toMatch(
      /Line: proposal \(pull request 7\)[\s\S]*new {4}high {3}added: Rule added\n +https:\/\/shop\.example\/\n +main > img/,
    );
    expect(out).not.toContain('old: Rule');
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  }
  write('axe.json', axeReport(['old']));
  const mended = await job(['upload', 'axe.json', '--coverage', 'complete'], 7);
  expect([mended.code, mended.out]).toEqual([0, expect.stringContaining('passed')]);
  expect(await findings()).toEqual(['added proposed resolved', 'old pending']);
});

test('check answers as upload would, and keeps nothing', async () => {
  const { write, job, findings } = await project();
  write('axe.json', axeReport(['added']));
  const { code, out } = await job(['check', 'axe.json', '--out', 'json'], 7);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    dryRun: true,
    gate: { verdict: 'failed', count: 1 },
    line: { kind: 'proposal' },
    reports: [{ tool: 'axe-core', coverage: 'partial', introduced: [{ ruleId: 'added', change: 'new' }] }],
  });
  expect(await findings()).toEqual([]);
});

test('a step that runs again in one job changes nothing and gets the same answer', async () => {
  const { write, job, someone } = await project();
  write('axe.json', axeReport(['added']));
  const run = { GITHUB_RUN_ID: '4711' };
  const codes = [];
  for (const attempt of ['1', '1', '2']) {
    const { code } = await job(['upload', 'axe.json'], 7, { ...run, GITHUB_RUN_ATTEMPT: attempt });
    codes.push(code);
  }
  expect(codes).toEqual([1, 1, 1]);
  const path = `/v1/organizations/${someone.orgId}/products/${someone.product}/test-activity`;
  expect((await someone.get<{ testActivities: unknown[] }>(path)).testActivities).toHaveLength(2);
});

test('a report of 2,500 findings arrives in three parts and resolves as one', async () => {
  const { write, job, findings } = await project();
  const rules = Array.from({ length: 2_500 }, (_, index) => `rule-${index}`);
  write('axe.json', axeReport([...rules, 'gone']));
  expect((await job(['upload', 'axe.json', '--coverage', 'complete', '--fail-on', 'none'])).code).toBe(0);
  write('axe.json', axeReport(rules));
  const { code, out } = await job(['upload', 'axe.json', '--coverage', 'complete', '--out', 'json']);
  expect(code).toBe(0);
  expect(JSON.parse(out).reports[0]).toMatchObject({ parts: { sent: 3, of: 3 }, introduced: [] });
  expect((await findings()).filter((one) => one.startsWith('gone'))).toEqual(['gone resolved']);
});

test('shards complete each other, also when one of them runs again in another attempt', async () => {
  const { write, job, findings } = await project();
  write('all.json', axeReport(['one', 'two', 'gone']));
  await job(['upload', 'all.json', '--coverage', 'complete', '--fail-on', 'none']);
  write('one.json', axeReport(['one']));
  write('two.json', axeReport(['two']));
  const run = { GITHUB_RUN_ID: '815' };
  await job(['upload', 'one.json', '--part', '1/2'], undefined, run);
  expect(await findings()).toContain('gone pending');
  await job(['upload', 'two.json', '--part', '2/2'], undefined, { ...run, GITHUB_RUN_ATTEMPT: '2' });
  expect(await findings()).toEqual(['gone resolved', 'one pending', 'two pending']);
  const { code, err } = await job(['upload', 'two.json', '--part', '2/3'], undefined, {
    ...run,
    GITHUB_RUN_ATTEMPT: '3',
  });
  expect([code, err]).toEqual([3, expect.stringContaining('set a new key with --sweep')]);
});

test('reports of two tools in one upload are two reports, and --tool does not mix them', async () => {
  const { write, job } = await project();
  write('axe.json', axeReport(['alt']));
  write(
    'pa11y.json',
    JSON.stringify([
      {
        code: 'WCAG2AA.Principle1.Guideline1_1.1_1_1.H37',
        type: 'error',
        message: 'No alt',
        context: '<img>',
        selector: 'img',
        runner: 'htmlcs',
      },
    ]),
  );
  const { code, out } = await job(
    ['upload', '*a*y*.json', 'axe.json', '--out', 'json', '--idempotency-key', 'mine'],
    3,
  );
  expect(code).toBe(1);
  expect(
    JSON.parse(out)
      .reports.map(({ tool }: { tool: string }) => tool)
      .sort(),
  ).toEqual(['axe-core', 'pa11y']);
  const mixed = await job(['upload', 'axe.json', 'pa11y.json', '--tool', 'mine'], 3);
  expect([mixed.code, mixed.err]).toEqual([2, expect.stringContaining('axe-core (axe.json) and pa11y (pa11y.json)')]);
});

test('a refusal of the service is one sentence on what to do, and exit code 3', async () => {
  const { write, job, someone } = await project();
  write('axe.json', axeReport(['alt']));
  const refused = async (env: Record<string, string>) => {
    const { code, err } = await job(['upload', 'axe.json'], undefined, env);
    return `${code} ${err}`;
  };
  expect(await refused({ CURBCUT_API_KEY: 'svc_nobody' })).toMatch(/^3 .*CURBCUT_API_KEY is invalid/);
  expect(await refused({ CURBCUT_PRODUCT: 'another' })).toMatch(
    /^3 .*key is for another product|^3 .*is for another product/,
  );
  expect(await refused({ CURBCUT_API_KEY: await someone.key(['read']) })).toMatch(/^3 .*lacks the required scope/);
  expect(await refused({ CURBCUT_API_KEY: await someone.key(['ingest']), CURBCUT_PRODUCT: '' })).toMatch(
    /^3 .*select a product with CURBCUT_PRODUCT or --product/,
  );
  expect(await refused({ CURBCUT_URL: `${service.base}/elsewhere` })).toMatch(/^3 /);
});

describe('a job of a repository that the product trusts', () => {
  /**
   * A product that trusts a repository at GitHub and a project at GitLab, and the environment of a job of each, without
   * a key.
   */
  async function trusting() {
    const { someone, ...rest } = await project();
    const publishers = `/v1/organizations/${someone.orgId}/products/${someone.product}/trusted-publishers`;
    const ids = { repository_id: '74', repository_owner_id: '65' };
    await someone.post(publishers, { issuer: github.issuer, claims: ids });
    await someone.post(publishers, { issuer: gitlab.issuer, claims: { project_id: '22', namespace_id: '72' } });
    rest.write('axe.json', axeReport(['alt']));
    const CURBCUT_API_KEY = '';
    const CURBCUT_ORGANIZATION = someone.orgId;
    const atGithub = {
      CURBCUT_API_KEY,
      CURBCUT_ORGANIZATION,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'bearer',
      ACTIONS_ID_TOKEN_REQUEST_URL: `${github.issuer}/token?api-version=2.0`,
    };
    const atGitlab = async () => ({
      CURBCUT_API_KEY,
      CURBCUT_ORGANIZATION,
      CURBCUT_ID_TOKEN: await gitlab.token(service.base),
      GITHUB_ACTIONS: '',
      GITLAB_CI: 'true',
      CI_PIPELINE_ID: '574',
      CI_JOB_ID: '302',
      CI_COMMIT_REF_NAME: 'main',
      CI_COMMIT_BRANCH: 'main',
      CI_DEFAULT_BRANCH: 'main',
    });
    return { ...rest, atGithub, atGitlab };
  }

  test('reports without a key, each time with a pass of its own', async () => {
    const { job, findings, atGithub, atGitlab } = await trusting();
    const upload = async (env: Record<string, string>, number?: number) =>
      (await job(['upload', 'axe.json'], number, env)).code;
    github.job = { event_name: 'pull_request', ref: 'refs/pull/7/merge' };
    expect([await upload(atGithub, 7), await findings()]).toEqual([1, ['alt proposed pending']]);
    github.job = {};
    expect([await upload(atGithub), await upload(await atGitlab()), await findings()]).toEqual([1, 0, ['alt pending']]);
  });

  test('may not report to the main line from a pull request, and is told what its token says where it is refused', async () => {
    const { job, findings, atGithub } = await trusting();
    github.job = { event_name: 'pull_request', ref: 'refs/pull/7/merge' };
    const main = await job(['upload', 'axe.json', '--line', 'main'], 7, atGithub);
    expect([main.code, main.err]).toEqual([3, expect.stringContaining('proposal_only')]);
    github.job = { repository_id: '75' };
    const another = await job(['upload', 'axe.json'], undefined, atGithub);
    expect([another.code, another.err]).toEqual([3, expect.stringMatching(/token_refused[\s\S]*repository_id="75"/)]);
    expect(await findings()).toEqual([]);
  });
});

test('grade prints the Grade with its reasons, and fails where it is worse than asked for, or none', async () => {
  const { write, job, someone } = await project();
  const CURBCUT_API_KEY = await someone.key(['read']);
  const none = await job(['grade'], undefined, { CURBCUT_API_KEY });
  expect([none.code, none.out]).toEqual([1, expect.stringMatching(/^Grade: none[\s\S]*not evaluated/)]);
  write('axe.json', axeReport([]));
  await job(['upload', 'axe.json', '--format', 'axe-core']);
  const fair = await job(['grade', '--min', 'C'], undefined, { CURBCUT_API_KEY });
  expect([fair.code, fair.out]).toEqual([
    0,
    expect.stringMatching(/^Grade: C[\s\S]*automated only: at most C[\s\S]*To reach B: add human test/),
  ]);
  expect((await job(['grade', '--min', 'B'], undefined, { CURBCUT_API_KEY })).code).toBe(1);
  write('axe.json', axeReport(['alt']));
  await job(['upload', 'axe.json']);
  const waiting = await job(['grade'], undefined, { CURBCUT_API_KEY });
  expect(waiting.out).toContain('Pending: 1 finding without a decision');
  const ofProduct = { CURBCUT_API_KEY: await someone.key(['read'], true) };
  const unsaid = await job(['grade'], undefined, ofProduct);
  expect([unsaid.code, unsaid.err]).toEqual([2, expect.stringContaining('CURBCUT_ORGANIZATION')]);
  expect((await job(['grade'], undefined, { ...ofProduct, CURBCUT_ORGANIZATION: someone.orgId })).code).toBe(0);
});

test('doctor says what is right and what is not', async () => {
  const { job, someone, findings } = await project();
  const well = await job(['doctor'], 7);
  expect([well.code, well.err]).toEqual([0, '']);
  expect(well.out).toMatch(
    /github, run \d+[\s\S]*proposal \(pull request 7\)[\s\S]*ok {2}address .*, version [\d.]+[\s\S]*ok {2}key[\s\S]*ok {2}clock/,
  );
  const wrong = await job(['doctor'], 7, { CURBCUT_API_KEY: 'svc_nobody' });
  expect([wrong.code, wrong.out]).toEqual([3, expect.stringMatching(/NO {2}key {7}.*CURBCUT_API_KEY is invalid/)]);
  const reading = await job(['doctor'], 7, { CURBCUT_API_KEY: await someone.key(['read']) });
  expect(reading.out).toMatch(/key .*has the scopes read without ingest.*works for grade, but not for upload/);
  expect((await job(['doctor'], 7, { CURBCUT_URL: '' })).code).toBe(2);
  expect(await findings()).toEqual([]);
});

test.each([
  ['github', '.github/workflows/accessibility.yml'],
  ['gitlab', '.gitlab/accessibility.yml'],
  ['azure', 'azure-pipelines.accessibility.yml'],
  ['jenkins', 'Jenkinsfile.accessibility'],
])('init writes a configuration and a workflow for %s, and replaces nothing unasked', async (ci, file) => {
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-init-'));
  folders.push(folder);
  const init = (...more: string[]) =>
    runCli(['init', '--url', 'https://curbcut.example', '--product', 'shop', '--ci', ci, ...more], { cwd: folder });
  const first = await init();
  expect([first.code, first.err]).toEqual([0, '']);
  const workflow = readFileSync(join(folder, file), 'utf8');
  expect(workflow).toContain('npx --yes --cache "$(mktemp -d)" "$CURBCUT_URL/downloads/curbcut.tgz" upload');
  expect(workflow).toMatch(/CURBCUT_URL(:| =) 'https:\/\/curbcut\.example'/);
  if (ci !== 'jenkins') expect(parse(workflow)).toBeTruthy();
  const config = JSON.parse(readFileSync(join(folder, 'curbcut.config.json'), 'utf8'));
  expect(config).toMatchObject({ url: 'https://curbcut.example', product: 'shop', coverage: 'auto' });
  const again = await init();
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('--force')]);
  expect((await init('--force')).code).toBe(0);
});

/** A repository with these files, and `init` run in one of its folders. */
function repository(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'curbcut-init-'));
  folders.push(root);
  mkdirSync(join(root, '.git'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return {
    init: (words: readonly string[], folder = '.') => runCli(['init', ...words], { cwd: join(root, folder) }),
    read: (file: string) => readFileSync(join(root, file), 'utf8'),
  };
}

const ADDRESS = ['--url', 'https://curbcut.example'];
const config = (text: string) => JSON.parse(text) as { product?: string; products?: object[] };

test('init writes to the root of the repository, and a second CI keeps the configuration', async () => {
  const { init, read } = repository({ 'docs/a.md': '', '.github/x': '' });
  expect((await init([...ADDRESS, '--product', 'shop'], 'docs')).code).toBe(0);
  const first = read('curbcut.config.json');
  const second = await init(['--ci', 'gitlab']);
  expect([second.code, second.out]).toEqual([0, expect.stringMatching(/wrote .*accessibility\.yml\nkept curbcut/)]);
  expect([read('curbcut.config.json'), config(first).product]).toEqual([first, 'shop']);
  expect(read('.gitlab/accessibility.yml')).toContain('curbcut.tgz" upload');
});

test.each([
  ['npm', { 'package.json': '{"workspaces":["apps/*","packages/*"]}' }],
  ['Yarn', { 'package.json': '{"workspaces":{"packages":["apps/*","!apps/old"]}}' }],
  [
    'pnpm',
    {
      'package.json': '{}',
      'pnpm-workspace.yaml': "packages:\n  # all\n  - 'apps/*'\n  - packages/*\ncatalog:\n  - nonsense\n",
    },
  ],
])('init finds the workspaces of %s that run, and names products after them', async (manager, files) => {
  const { init, read } = repository({
    ...files,
    'apps/web/package.json': '{"name":"@acme/Web Shop","scripts":{"dev":"vite"}}',
    'apps/api/package.json': '{"scripts":{"start":"node ."}}',
    'packages/ui/package.json': '{"name":"ui","scripts":{"build":"tsc"}}',
    ...(manager === 'Yarn' ? { 'apps/old/package.json': '{"scripts":{"start":"node ."}}' } : {}),
  });
  const { code, out } = await init([...ADDRESS, '--ci', 'github']);
  expect([code, out]).toEqual([0, expect.stringContaining('Products are named after packages: api, web-shop.')]);
  expect(config(read('curbcut.config.json')).products).toEqual([
    { path: 'apps/api', product: 'api', reports: ['reports/*.json'] },
    { path: 'apps/web', product: 'web-shop', reports: ['reports/*.json'] },
  ]);
});

test('init writes a workflow for forks that runs nothing of theirs', async () => {
  const { init, read } = repository({});
  expect((await init([...ADDRESS, '--product', 'shop', '--ci', 'gitlab', '--forks'])).code).toBe(2);
  expect((await init([...ADDRESS, '--product', 'shop', '--forks'])).code).toBe(0);
  const first = parse(read('.github/workflows/accessibility.yml')) as { name: string };
  const second = parse(read('.github/workflows/accessibility-of-forks.yml')) as {
    on: { workflow_run: { workflows: string[] } };
    jobs: { report: { steps: { uses?: string; run?: string; with?: object }[] } };
  };
  expect(second.on.workflow_run.workflows).toEqual([first.name]);
  const { steps } = second.jobs.report;
  expect(steps.find(({ uses }) => uses?.startsWith('actions/checkout'))!.with).toBeUndefined();
  // What a fork may choose, such as the name of its branch, must never be put into the text of a script.
  expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
});

test('init writes the organization where it is known, and else says what it is good for', async () => {
  const init = async (env: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'curbcut-init-'));
    folders.push(folder);
    const { out } = await runCli(['init', '--url', 'https://curbcut.example', '--product', 'shop'], {
      cwd: folder,
      env,
    });
    const config = JSON.parse(readFileSync(join(folder, 'curbcut.config.json'), 'utf8')) as { organization?: string };
    return [config.organization, out.includes('or CURBCUT_ORGANIZATION')];
  };
  const organization = '01a206dd-e334-7651-a3ab-32dc26c76474';
  expect(await init({ CURBCUT_ORGANIZATION: organization })).toEqual([organization, false]);
  expect(await init({})).toEqual([undefined, true]);
});
