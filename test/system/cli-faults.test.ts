import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { axeReport, type CliRun, emptyFolder, githubJob, runCli } from '../support/cli.js';
import { allNew, type FakeIngest, fakeIngest, json, status, type Turn } from '../support/fake-ingest.js';
import { freePort } from '../support/free-port.mjs';

jest.setTimeout(60_000);

const tls = {
  key: readFileSync('test/fixtures/tls/key.pem', 'utf8'),
  cert: readFileSync('test/fixtures/tls/certificate.pem', 'utf8'),
};
const CA = { NODE_EXTRA_CA_CERTS: join(process.cwd(), 'test/fixtures/tls/certificate.pem') };

const fakes: FakeIngest[] = [];
const folder = emptyFolder();
afterEach(() => Promise.all(fakes.splice(0).map(({ close }) => close())));
afterAll(() => rmSync(folder, { recursive: true }));

async function fake(turns: readonly Turn[], certificate?: typeof tls): Promise<FakeIngest> {
  const started = await fakeIngest(turns, certificate);
  fakes.push(started);
  return started;
}

const write = (file: string, text: string | Buffer): void => writeFileSync(join(folder, file), text);

const run = (words: readonly string[], url: string, env: Record<string, string | undefined> = {}): Promise<CliRun> =>
  runCli(words, { cwd: folder, env: { CURBCUT_URL: url, CURBCUT_API_KEY: 'svc_x', CURBCUT_PRODUCT: 'shop', ...env } });

const upload = (url: string, words: readonly string[] = [], env: Record<string, string> = {}): Promise<CliRun> =>
  run(['upload', 'axe.json', ...words], url, env);

beforeAll(() => write('axe.json', axeReport(['alt'])));

test.each([429, 502, 503, 504])('%i is tried again under one idempotency key, when Retry-After says', async (code) => {
  const { url, taken } = await fake([
    status(code, { 'retry-after': '0' }),
    status(code, { 'retry-after': '0' }),
    allNew(0),
  ]);
  const { code: exit, err } = await upload(url);
  expect([exit, err.match(/trying again/g)]).toEqual([0, ['trying again', 'trying again']]);
  expect(taken).toHaveLength(3);
  expect(new Set(taken.map(({ body }) => body.idempotencyKey)).size).toBe(1);
  expect(taken[0]!.headers).toMatchObject({ 'x-api-key': 'svc_x', 'content-encoding': 'gzip' });
});

test('five tries are enough: then it says loudly that nothing was delivered', async () => {
  const { url, taken } = await fake([status(503, { 'retry-after': '0' })]);
  const { code, err, out } = await upload(url);
  expect([code, taken.length]).toEqual([3, 5]);
  expect(err).toContain('NOT DELIVERED. the service answered 503, 5 times: see whether ');
  expect(out).toMatch(/The gate: not delivered/);
});

test('a Retry-After beyond --timeout ends it at once', async () => {
  const { url, taken } = await fake([status(429, { 'retry-after': '120' })]);
  const { code, err } = await upload(url, ['--timeout', '30']);
  expect([code, taken.length]).toEqual([3, 1]);
  expect(err).toContain('wants to be asked again in 120 s, later than --timeout');
});

test('a connection that is cut is tried again', async () => {
  const { url, taken } = await fake([(response) => response.destroy(), allNew(0)]);
  expect((await upload(url)).code).toBe(0);
  expect(taken).toHaveLength(2);
});

test('an answer that is cut in its middle is tried again', async () => {
  const half: Turn = (response) => {
    response.writeHead(201, { 'content-length': '500' }).write('{"testActivity":');
    setTimeout(() => response.destroy(), 50);
  };
  const { url } = await fake([half, allNew(0)]);
  expect((await upload(url)).code).toBe(0);
});

test('a service that answers nothing within --timeout is asked again', async () => {
  const { url, taken } = await fake([() => undefined, allNew(0)]);
  const { code, err } = await upload(url, ['--timeout', '1']);
  expect([code, taken.length, err]).toEqual([0, 2, expect.stringContaining('did not answer within 1 s; trying again')]);
});

test('nothing that listens, and no such host, are told as such', async () => {
  const closed = await upload(`http://127.0.0.1:${await freePort()}`, ['--timeout', '1']);
  expect([closed.code, closed.err]).toEqual([
    3,
    expect.stringContaining('nothing listens there, 5 times: see whether'),
  ]);
});

test('a certificate that nobody vouches for is refused at once, and trusted by NODE_EXTRA_CA_CERTS', async () => {
  const { url, taken } = await fake([allNew(0)], tls);
  const { code, err } = await upload(url);
  expect([code, taken.length, err]).toEqual([3, 0, expect.stringContaining('NODE_EXTRA_CA_CERTS')]);
  expect((await upload(url, [], CA)).code).toBe(0);
});

test('HTTPS_PROXY is used, with its password, and NO_PROXY excepts', async () => {
  const { url, taken } = await fake([allNew(0)], tls);
  const asked: string[] = [];
  const proxy = http.createServer();
  proxy.on('connect', (request, socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
    const [host, port] = request.url!.split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as { port: number };
  const HTTPS_PROXY = `http://ada:secret@127.0.0.1:${port}`;
  expect((await upload(url, [], { ...CA, HTTPS_PROXY })).code).toBe(0);
  expect(asked).toEqual([`${new URL(url).host} Basic ${Buffer.from('ada:secret').toString('base64')}`]);
  expect((await upload(url, [], { ...CA, HTTPS_PROXY, NO_PROXY: '127.0.0.1' })).code).toBe(0);
  expect([asked.length, taken.length]).toEqual([1, 2]);
  proxy.close();
});

test.each<[string, Turn, RegExp]>([
  [
    'a redirect',
    status(301, { location: 'https://elsewhere.example/' }),
    /301 to https:\/\/elsewhere\.example\/: set CURBCUT_URL/,
  ],
  ['the page of somebody else', (response) => void response.end('<html>'), /is not Curbcut/],
  [
    'a service of another kind',
    (response) => json(response, 200, { hello: 'world' }),
    /does not say what the report introduces/,
  ],
  ['a refusal without a reason', status(403), /answered 403 without saying why/],
])('%s is no delivery', async (_name, turn, words) => {
  const { url } = await fake([turn]);
  const { code, err } = await upload(url);
  expect([code, err]).toEqual([3, expect.stringMatching(words)]);
});

test('what was delivered before a failure decides the gate only with --allow-upload-failure, and is never called passed', async () => {
  const rules = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index}`);
  write('large.json', axeReport(rules('rule', 1_500)));
  const refuse: Turn = (response) => json(response, 409, { code: 'product_archived', message: 'Archived.' });
  const half = await fake([allNew(0), refuse]);
  const plain = await run(['upload', 'large.json'], half.url);
  expect([plain.code, plain.out]).toEqual([
    3,
    expect.stringMatching(/1 of 2 parts were delivered[\s\S]*not delivered/),
  ]);
  const clean = await fake([allNew(0), refuse]);
  const allowed = await run(['upload', 'large.json', '--allow-upload-failure'], clean.url);
  expect([allowed.code, allowed.out]).toEqual([0, expect.not.stringContaining('passed')]);
  const found = await fake([allNew(3), refuse]);
  expect((await run(['upload', 'large.json', '--allow-upload-failure'], found.url)).code).toBe(1);
  expect((await run(['upload', 'large.json'], (await fake([allNew(3), refuse])).url)).code).toBe(3);
});

test('what the service counts and does not name fails a gate that asks how severe it is', async () => {
  const { url } = await fake([
    (response) => {
      const delta = { new: 2, known: 0, regressed: 0, dismissed: 0, resolved: 0 };
      json(response, 201, {
        testActivity: null,
        delta,
        introduced: { count: 2, indexes: [], regressed: [] },
        fixes: null,
      });
    },
  ]);
  const { code, out } = await upload(url, ['--fail-on', 'introduced-high', '--max', '5']);
  expect([code, out.replaceAll('\n', ' ')]).toEqual([1, expect.stringContaining('2 of what it brings are not named')]);
});

test('a failing gate names each finding, the run and its address', async () => {
  const { url } = await fake([allNew(1)]);
  const { code, out } = await upload(url);
  expect(code).toBe(1);
  expect(out).toMatch(
    /Run 12[\s\S]*https:\/\/app\.example\/runs\/12[\s\S]*alt: Rule alt[\s\S]*https:\/\/shop\.example\/[\s\S]*main > img/,
  );
});

describe('nothing is sent, and the exit code is 2', () => {
  const cases: [string, string | Buffer | undefined, RegExp][] = [
    ['missing.json', undefined, /There is no file missing\.json/],
    ['empty.json', '', /empty\.json: is empty/],
    ['cut.json', axeReport(['alt']).slice(0, 200), /cut\.json: /],
    ['page.json', '<html></html>', /page\.json: is HTML/],
    ['package.json', '{"name":"shop"}', /package\.json: /],
    ['none-*.json', undefined, /No file matches none-\*\.json/],
  ];
  test.each(cases)('for %s beside a good report', async (name, content, words) => {
    const { url, taken } = await fake([allNew(0)]);
    if (content !== undefined) write(name, content);
    const { code, err } = await run(['upload', 'axe.json', name], url);
    expect([code, err, taken.length]).toEqual([2, expect.stringMatching(words), 0]);
    expect(err.trim().split('\n')).toHaveLength(1);
    rmSync(join(folder, name), { force: true });
  });

  test.each<[string, string[], Record<string, string>, RegExp]>([
    ['without an address', [], { CURBCUT_URL: '' }, /CURBCUT_URL is not set/],
    ['without a key', [], { CURBCUT_API_KEY: '' }, /CURBCUT_API_KEY is not set/],
    ['for a part without a sweep outside CI', ['--part', '1/2'], {}, /--sweep KEY/],
    ['for a flag that there is not', ['--fail'], {}, /There is no --fail/],
    ['for a key on the command line', ['--api-key', 'svc_x'], {}, /CURBCUT_API_KEY/],
  ])('%s', async (_name, words, env, message) => {
    const { url, taken } = await fake([allNew(0)]);
    const { code, err } = await run(['upload', 'axe.json', ...words], url, env);
    expect([code, err, taken.length]).toEqual([2, expect.stringMatching(message), 0]);
  });

  test('for a configuration that is faulty', async () => {
    write('curbcut.config.json', '{"failon":"none"}');
    const { code, err } = await upload('http://127.0.0.1:9');
    rmSync(join(folder, 'curbcut.config.json'));
    expect([code, err]).toEqual([2, expect.stringMatching(/curbcut\.config\.json: failon is not known/)]);
  });
});

test('a pull request of a fork without a key is not checked, and never called passed', async () => {
  const { url, taken } = await fake([allNew(0)]);
  const job = githubJob(folder, writeFileSync, 7);
  const event = JSON.parse(readFileSync(job['GITHUB_EVENT_PATH']!, 'utf8')) as {
    pull_request: { head: { repo: { id: number } } };
  };
  event.pull_request.head.repo.id = 2;
  writeFileSync(job['GITHUB_EVENT_PATH']!, JSON.stringify(event));
  const { code, out } = await upload(url, [], { ...job, CURBCUT_API_KEY: '' });
  expect([code, taken.length]).toEqual([0, 0]);
  expect(out).toMatch(/The gate: not checked/);
  expect(out).not.toContain('passed');
});

test('a report comes from standard input, and one of PowerShell in UTF-16 is read', async () => {
  const { url, taken } = await fake([allNew(0)]);
  const env = { CURBCUT_URL: url, CURBCUT_API_KEY: 'svc_x' };
  expect((await runCli(['upload', '-'], { env, stdin: axeReport(['piped']) })).code).toBe(0);
  write('shell.json', Buffer.from(`\uFEFF${axeReport(['shell'])}`, 'utf16le'));
  expect((await run(['upload', 'shell.json'], url)).code).toBe(0);
  expect(taken.map(({ body }) => body.findings[0]!.ruleId)).toEqual(['piped', 'shell']);
});

test('--quiet prints nothing where all is well, and a log has no progress line and no colours', async () => {
  const { url } = await fake([allNew(0)]);
  const { out, err, code } = await upload(url, ['--quiet']);
  expect([code, out, err]).toEqual([0, '', '']);
  const loud = await upload(url);
  expect(loud.out + loud.err).not.toMatch(/\u001b|\r/);
  const coloured = await upload(url, [], { FORCE_COLOR: '1' });
  expect(coloured.out).toContain('\u001b[32m');
  expect((await upload(url, ['--no-color'], { FORCE_COLOR: '1' })).out).not.toContain('\u001b');
});

describe('on a platform', () => {
  /** A GitHub or GitLab that keeps the comments of one pull or merge request. */
  async function platform(isAllowed: (headers: http.IncomingHttpHeaders) => boolean) {
    const comments: { id: number; body: string }[] = [];
    const asked: string[] = [];
    const server = http.createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (!isAllowed(request.headers)) return json(response, 403, {});
        const sent =
          chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as { body: string }) : { body: '' };
        if (request.method === 'GET') return json(response, 200, comments);
        const id = Number(/(?:comments|notes)\/(\d+)$/.exec(request.url!)?.[1] ?? comments.length + 1);
        if (request.method === 'POST') comments.push({ id, ...sent });
        else comments[id - 1]!.body = sent.body;
        return json(response, 201, {});
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    return { url: `http://127.0.0.1:${port}`, comments, asked, close: () => server.close() };
  }

  test('a run at GitHub leaves a summary, annotations, and one comment that it changes later', async () => {
    const { url } = await fake([allNew(1), allNew(0)]);
    const api = await platform(({ authorization }) => authorization === 'Bearer token');
    const summary = join(folder, 'summary.md');
    const env = {
      ...githubJob(folder, writeFileSync, 7),
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_TOKEN: 'token',
      GITHUB_API_URL: api.url,
    };
    const red = await upload(url, ['--comment', '--out', 'json'], env);
    expect(red.code).toBe(1);
    expect(JSON.parse(red.out).gate.verdict).toBe('failed');
    expect(red.err).toBe('::error title=alt::Rule alt https://shop.example/ main > img\n');
    expect(readFileSync(summary, 'utf8')).toContain('❌ Accessibility: failed');
    expect(api.comments).toHaveLength(1);
    const green = await upload(url, ['--comment'], env);
    expect([green.code, green.err]).toEqual([0, '']);
    expect(api.comments).toEqual([{ id: 1, body: expect.stringMatching(/^<!-- curbcut shop -->\n### ✅/) }]);
    const refused = await upload(url, ['--comment'], { ...env, GITHUB_TOKEN: 'another' });
    expect([refused.code, refused.err]).toEqual([0, expect.stringMatching(/answered with 403|refused with 403/)]);
    api.close();
  });

  test('a run at GitLab keeps one comment, by a token that may comment', async () => {
    const { url } = await fake([allNew(1), allNew(0)]);
    const api = await platform((headers) => headers['private-token'] === 'glpat');
    const job = {
      GITLAB_CI: 'true',
      CI_PIPELINE_ID: '1',
      CI_JOB_ID: '2',
      CI_MERGE_REQUEST_IID: '7',
      CI_PROJECT_ID: '22',
      CI_MERGE_REQUEST_PROJECT_ID: '22',
      CI_COMMIT_SHA: 'c0ffee',
      CI_API_V4_URL: `${api.url}/api/v4`,
    };
    const without = await upload(url, ['--comment'], job);
    expect([without.code, without.err]).toEqual([1, expect.stringContaining('give it GITLAB_TOKEN')]);
    const notes = '/api/v4/projects/22/merge_requests/7/notes';
    const red = await upload(url, ['--comment', '--fail-on', 'none'], { ...job, GITLAB_TOKEN: 'glpat' });
    expect([red.code, red.err, api.asked]).toEqual([0, '', [`GET ${notes}?per_page=100&page=1`, `POST ${notes}`]]);
    expect((await upload(url, ['--comment'], { ...job, GITLAB_TOKEN: 'glpat' })).code).toBe(0);
    expect(api.asked.at(-1)).toBe(`PUT ${notes}/1`);
    expect(api.comments).toEqual([{ id: 1, body: expect.stringMatching(/^<!-- curbcut shop -->\n### ✅/) }]);
    api.close();
  });
});

test('every form is written to its file', async () => {
  const { url, taken } = await fake([allNew(1)]);
  const forms = ['junit', 'sarif', 'gitlab-accessibility', 'codequality', 'html', 'markdown', 'json'];
  const { code, out } = await upload(
    url,
    forms.flatMap((form) => ['--out', `${form}=out/${form}`]),
  );
  expect([code, out]).toEqual([1, expect.stringContaining('The gate: failed')]);
  for (const form of forms) expect(readFileSync(join(folder, 'out', form), 'utf8')).not.toBe('');
  const { code: unwritable, err } = await upload(url, ['--out', 'html=axe.json/x.html']);
  expect([unwritable, err, taken.length]).toEqual([2, expect.stringContaining('cannot be written'), 1]);
});

describe('without a key, where the provider gives the job a token', () => {
  const claims = {
    iss: 'https://gitlab.example',
    aud: 'https://curbcut.example',
    project_id: '34',
    sub: 'project_path:acme/shop',
  };
  const token = ['{}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  const pass: Turn = (response) => json(response, 201, { apiKey: { key: 'svc_pass', scopes: ['ingest'] } });
  const refuse: Turn = (response) => json(response, 401, { code: 'token_refused', message: 'The token is refused.' });
  const gitlab = { GITLAB_CI: 'true', CI_PIPELINE_ID: '1', CI_COMMIT_REF_NAME: 'main', CI_DEFAULT_BRANCH: 'main' };
  const without = { ...gitlab, CURBCUT_API_KEY: '', CURBCUT_ID_TOKEN: token };

  test('that of GitLab is exchanged for a pass, which reports', async () => {
    const { url, taken } = await fake([pass, allNew(0)]);
    expect((await upload(url, [], without)).code).toBe(0);
    expect(taken.map(({ url: path }) => path)).toEqual(['/api/ingest/token', '/api/ingest/test-activity']);
    expect(taken[0]!.body).toEqual({ token, productRef: 'shop' });
    expect([taken[0]!.headers['content-encoding'], taken[1]!.headers['x-api-key']]).toEqual([undefined, 'svc_pass']);
  });

  test('that of GitHub is fetched afresh for each try', async () => {
    const { url, taken } = await fake([status(503, { 'retry-after': '0' }), pass, allNew(0)]);
    let given = 0;
    const provider = http.createServer((request, response) => {
      const { searchParams } = new URL(request.url!, 'http://x');
      json(response, 200, { value: `${searchParams.get('audience')} ${(given += 1)}` });
    });
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const { port } = provider.address() as { port: number };
    const env = {
      ...githubJob(folder, writeFileSync),
      CURBCUT_API_KEY: '',
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'bearer',
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/token?api-version=2.0`,
    };
    expect((await upload(url, [], env)).code).toBe(0);
    expect(taken.slice(0, 2).map(({ body }) => body['token'])).toEqual([`${url} 1`, `${url} 2`]);
    provider.close();
  });

  test('one that is refused is shown beside what is expected, and is exit code 3', async () => {
    const { url } = await fake([refuse]);
    const { code, err, out } = await upload(url, [], without);
    expect([code, out]).toEqual([3, expect.stringContaining('not delivered')]);
    expect(err).toContain(`iss="https://gitlab.example" aud="https://curbcut.example" project_id="34"`);
    expect(err).toContain(`expected are aud="${url}"`);
    expect(err).not.toContain(token);
  });

  test('one that is refused to a fork is not checked', async () => {
    const { url } = await fake([refuse]);
    const fork = {
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_PROJECT_ID: '1',
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '2',
    };
    const { code, out } = await upload(url, [], { ...without, ...fork });
    expect([code, out]).toEqual([0, expect.stringContaining('The gate: not checked')]);
  });
});
