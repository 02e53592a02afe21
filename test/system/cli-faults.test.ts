import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test.each([408, 429, 502, 503, 504])(
  '%i is tried again under one idempotency key, when Retry-After says',
  async (code) => {
    const { url, taken } = await fake([
      status(code, { 'retry-after': '0' }),
      status(code, { 'retry-after': '0' }),
      allNew(0),
    ]);
    const { code: exit, err } = await upload(url);
    expect([exit, err.match(/retrying/g)]).toEqual([0, ['retrying', 'retrying']]);
    expect(taken).toHaveLength(3);
    expect(new Set(taken.map(({ body }) => body.idempotencyKey)).size).toBe(1);
    expect(taken[0]!.headers).toMatchObject({ 'x-api-key': 'svc_x', 'content-encoding': 'gzip' });
  },
);

test('tries go on for --timeout, further and further apart: then it says loudly that nothing was delivered', async () => {
  const { url, taken } = await fake([status(503, { 'retry-after': '0' })]);
  const { code, err, out } = await upload(url, ['--timeout', '4']);
  expect(code).toBe(3);
  expect(taken.length).toBeGreaterThan(1);
  expect(taken.length).toBeLessThan(6);
  expect(err).toContain(`NOT DELIVERED. the service answered 503, ${taken.length} times within 4 s. Check that `);
  expect(out).toMatch(/The gate: not delivered/);
});

test('a Retry-After beyond --timeout ends it at once', async () => {
  const { url, taken } = await fake([status(429, { 'retry-after': '120' })]);
  const { code, err } = await upload(url, ['--timeout', '30']);
  expect([code, taken.length]).toEqual([3, 1]);
  expect(err).toContain('requests a retry after 120 s, which exceeds --timeout');
});

test('a service that needs a later command line gets nothing, and it is said where that one is', async () => {
  const ingest = await fakeIngest([allNew(0)], undefined, { service: '9.1.0', oldestClient: '9.0.0' });
  fakes.push(ingest);
  const { code, err } = await upload(ingest.url);
  expect([code, ingest.taken]).toEqual([2, []]);
  expect(err).toContain(`the service (9.1.0) requires 9.0.0 or later. Run npx --yes`);
  expect(err).toContain(`${ingest.url}/downloads/curbcut.tgz`);
});

test('a service that says nonsense of its version is sent what is to be sent', async () => {
  const ingest = await fakeIngest([allNew(0)], undefined, { service: 7, oldestClient: '9.0.0; rm -rf' });
  fakes.push(ingest);
  expect((await upload(ingest.url)).code).toBe(0);
});

test('a connection that is cut is tried again', async () => {
  const { url, taken } = await fake([(response) => response.destroy(), allNew(0)]);
  expect((await upload(url)).code).toBe(0);
  expect(taken).toHaveLength(2);
});

test('an answer that is cut in its middle is tried again', async () => {
  const half: Turn = (response) => {
    response.writeHead(201, { 'content-length': '500' }).write('{"testActivity":', () => response.destroy());
  };
  const { url } = await fake([half, allNew(0)]);
  expect((await upload(url)).code).toBe(0);
});

test('nothing that listens, and no such host, are told as such', async () => {
  const closed = await upload(`http://127.0.0.1:${await freePort()}`, ['--timeout', '1']);
  expect([closed.code, closed.err]).toEqual([
    3,
    expect.stringMatching(/the connection was refused, \d times within 1 s\. Check that/),
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
  const connected = `${new URL(url).host} Basic ${Buffer.from('ada:secret').toString('base64')}`;
  // Its version, and the report.
  expect(asked).toEqual([connected, connected]);
  expect((await upload(url, [], { ...CA, HTTPS_PROXY, NO_PROXY: '127.0.0.1' })).code).toBe(0);
  expect([asked.length, taken.length]).toEqual([2, 2]);
  proxy.close();
});

test.each<[string, Turn, RegExp]>([
  [
    'a redirect',
    status(301, { location: 'https://elsewhere.example/' }),
    /redirected \(301\) to https:\/\/elsewhere\.example\/\. Set CURBCUT_URL/,
  ],
  ['the page of somebody else', (response) => void response.end('<html>'), /is not Curbcut/],
  [
    'a service of another kind',
    (response) => json(response, 200, { hello: 'world' }),
    /does not contain the introduced findings/,
  ],
  ['a refusal without a reason', status(403), /answered 403 without a reason/],
])('%s is no delivery', async (_name, turn, words) => {
  const { url } = await fake([turn]);
  const { code, err } = await upload(url);
  expect([code, err]).toEqual([3, expect.stringMatching(words)]);
});

test('what was delivered before a failure decides the gate only with --allow-upload-failure, and is never called passed', async () => {
  const rules = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index}`);
  write('large.json', axeReport(rules('rule', 1_500)));
  const away: Turn = (response) =>
    json(response, 500, { code: 'internal_error', message: 'Went wrong.', requestId: 'r-7' });
  const half = await fake([allNew(0), away]);
  const plain = await run(['upload', 'large.json'], half.url);
  expect([plain.code, plain.out]).toEqual([
    3,
    expect.stringMatching(/1 of 2 parts were delivered[\s\S]*not delivered/),
  ]);
  const clean = await fake([allNew(0), away]);
  const allowed = await run(['upload', 'large.json', '--allow-upload-failure'], clean.url);
  expect([allowed.code, allowed.out]).toEqual([0, expect.not.stringContaining('passed')]);
  const found = await fake([allNew(3), away]);
  expect((await run(['upload', 'large.json', '--allow-upload-failure'], found.url)).code).toBe(1);
  expect((await run(['upload', 'large.json'], (await fake([allNew(3), away])).url)).code).toBe(3);
});

test.each<[string, Turn]>([
  [
    'a refusal',
    (response) => json(response, 409, { code: 'product_archived', message: 'Archived.', requestId: 'r-8' }),
  ],
  [
    'a key that is not valid',
    (response) => json(response, 401, { code: 'unauthenticated', message: 'No.', requestId: 'r-8' }),
  ],
  ['what is not Curbcut', (response) => void response.end('<html>')],
])('--allow-upload-failure does not forgive %s', async (_name, turn) => {
  const { url } = await fake([turn]);
  const { code, err } = await upload(url, ['--allow-upload-failure']);
  expect([code, err]).toEqual([3, expect.stringContaining('NOT DELIVERED')]);
  if (err.includes('The server rejected')) expect(err).toContain('(request r-8)');
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
  expect([code, out.replaceAll('\n', ' ')]).toEqual([
    1,
    expect.stringContaining('2 of the introduced findings are not listed'),
  ]);
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
    ['missing.json', undefined, /The file missing\.json does not exist/],
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

test('a run at GitHub leaves a summary and annotations, which nothing in a report can forge', async () => {
  const { url } = await fake([allNew(2)]);
  const summary = join(folder, 'summary.md');
  write('hostile.json', axeReport(['alt', '::error::forged\n##vso[task.complete]']));
  const env = { ...githubJob(folder, writeFileSync, 7), GITHUB_STEP_SUMMARY: summary };
  const red = await run(['upload', 'hostile.json', '--out', 'json'], url, env);
  expect([red.code, JSON.parse(red.out).gate.verdict]).toEqual([1, 'failed']);
  const [first, second, ...rest] = red.err.split('\n');
  expect([first, rest]).toEqual(['::error title=alt::Rule alt https://shop.example/ main > img', ['']]);
  expect(second).toMatch(/^::error title=%3A%3Aerror%3A%3Aforged%0A# #vso\[/);
  expect(readFileSync(summary, 'utf8')).toContain('❌ Accessibility: failed');
});

test('neither a service nor a file name gives a log commands, colours or a secret', async () => {
  const message = 'a\n::set-env name=A::b ##vso[task.setvariable]c \u001b[2J svc_0123456789';
  const { url } = await fake([(response) => json(response, 422, { code: 'odd', message })]);
  const { err, out } = await upload(url, [], { CURBCUT_API_KEY: 'svc_0123456789', FORCE_COLOR: '1' });
  expect(err).toMatch(/a\n: :set-env name=A::b # #vso\[task\.setvariable\]c \[2J \*\*\*/);
  expect(out + err).not.toMatch(/^\s*::|##\w*\[|svc_0123456789|\u001b\[2J/m);
  const named = await upload(url, ['\u001b[31m##[error]x.json']);
  expect([named.code, named.err]).toEqual([
    2,
    'curbcut: No file matches [31m# #[error]x.json. Check the output path of the report.\n',
  ]);
});

test('a configuration above says where the key goes, and one beyond the repository is not read', async () => {
  const { url } = await fake([allNew(0)]);
  const outer = emptyFolder();
  const deep = join(outer, 'repo', 'apps', 'web');
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(deep, 'axe.json'), axeReport(['alt']));
  writeFileSync(join(outer, 'repo', 'curbcut.config.json'), JSON.stringify({ url, product: 'shop' }));
  const at = (cwd: string, words: string[] = []) =>
    runCli(['upload', 'axe.json', ...words], { cwd, env: { CURBCUT_API_KEY: 'svc_x' } });
  expect((await at(deep)).err).toContain('CURBCUT_URL is not set');
  mkdirSync(join(outer, 'repo', '.git'));
  const above = await at(deep);
  expect([above.code, above.err]).toEqual([
    0,
    `curbcut: the address ${url} comes from ${join(outer, 'repo', 'curbcut.config.json')}.\n`,
  ]);
  const named = await at(deep, ['--config', '../../curbcut.config.json', '--verbose']);
  expect([named.code, named.err]).toEqual([0, expect.stringMatching(/POST \/api\/ingest\/test-activity: 201/)]);
  rmSync(outer, { recursive: true });
});

test('products of one repository are reported one by one, and nothing is sent while one cannot be read', async () => {
  const { url, taken } = await fake([allNew(0)]);
  const root = emptyFolder();
  for (const path of ['web', 'api']) mkdirSync(join(root, path));
  writeFileSync(join(root, 'web/axe.json'), axeReport(['one']));
  const products = ['web', 'api'].map((path) => ({ path, product: `shop-${path}`, reports: ['axe.json'] }));
  writeFileSync(join(root, 'curbcut.config.json'), JSON.stringify({ url, products }));
  const at = (words: string[] = [], cwd = root) =>
    runCli(['upload', ...words], { cwd, env: { CURBCUT_API_KEY: 'svc_x' } });
  const missing = await at();
  expect([missing.code, taken.length, missing.err]).toEqual([2, 0, expect.stringContaining('api/axe.json')]);
  writeFileSync(join(root, 'api/axe.json'), axeReport(['two']));
  expect((await at(['--out', 'junit=x.xml'])).err).toContain('Use {product} in its name');
  const both = await at(['--out', 'junit={product}.xml']);
  expect([both.code, both.out]).toEqual([0, expect.stringMatching(/Product shop-web[\s\S]*Product shop-api/)]);
  expect(taken.map(({ body }) => [body['productRef'], body.findings[0]!.ruleId])).toEqual([
    ['shop-web', 'one'],
    ['shop-api', 'two'],
  ]);
  expect(readFileSync(join(root, 'shop-api.xml'), 'utf8')).toContain('"two"');
  await at(['--product', 'shop-api']);
  expect(taken.at(-1)!.body['productRef']).toBe('shop-api');
  rmSync(root, { recursive: true });
});

test('files of a linter in a container are those of the checkout, and others are told', async () => {
  const { url, taken } = await fake([allNew(0)]);
  const root = emptyFolder();
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/a.jsx'), '');
  const lint = (filePath: string) => [
    {
      ...{ filePath, errorCount: 1, warningCount: 0, fixableErrorCount: 0, suppressedMessages: [] },
      messages: [{ ruleId: 'jsx-a11y/alt-text', severity: 2, message: 'No alt', line: 1, column: 1 }],
    },
  ];
  const selectorOf = async (filePath: string): Promise<[unknown, string]> => {
    writeFileSync(join(root, 'eslint.json'), JSON.stringify(lint(filePath)));
    const { err } = await runCli(['upload', 'eslint.json'], {
      cwd: root,
      env: { CURBCUT_URL: url, CURBCUT_API_KEY: 'svc_x' },
    });
    return [(taken.at(-1)!.body.findings[0] as { selector?: string }).selector, err];
  };
  const [here] = await selectorOf(join(root, 'src/a.jsx'));
  expect(await selectorOf('/app/src/a.jsx')).toEqual([here, '']);
  expect(here).toContain('src/a.jsx');
  const [, warning] = await selectorOf('/app/src/gone.jsx');
  expect(warning).toContain('/app/src/gone.jsx. Their findings differ on each machine');
  rmSync(root, { recursive: true });
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
      ...{ CURBCUT_API_KEY: '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'bearer' },
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
    expect(err).toContain(`Expected: aud="${url}"`);
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
