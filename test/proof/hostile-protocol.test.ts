import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printFigures, isFull } from '../support/figures.js';
import { useFuzzTarget } from '../support/hostile/fuzz-target.js';
import { ENVELOPES } from '../support/hostile/bodies.js';
import { faultOfProblem } from '../support/hostile/oracle.js';
import type { Operation } from '../support/hostile/operations.js';
import { type ReceivedResponse, send, sendRaw, type SentRequest } from '../support/hostile/wire.js';

const arena = useFuzzTarget();
const counted = { requests: 0, slowestMs: 0 };

/** All of them in the full form; in the short one a few, others for each `turn`. */
const some = <T>(all: readonly T[], few: number, turn: number): T[] =>
  isFull ? [...all] : Array.from({ length: Math.min(few, all.length) }, (_, i) => all[(turn * few + i) % all.length]!);

/** The path with names of ours in it. */
const pathOf = ({ path, variables }: Operation): string =>
  variables.reduce((made, name) => made.replace(`{${name}}`, String(arena.ours.names[name]?.[0] ?? 'none')), path);

async function answerTo(sent: SentRequest): Promise<ReceivedResponse> {
  const received = await send(arena.base, sent);
  counted.requests += 1;
  counted.slowestMs = Math.max(counted.slowestMs, received.milliseconds);
  return received;
}

/** Refused with this status and the one body, and nothing written. */
async function expectRefusal(
  operation: Operation,
  sent: SentRequest,
  status: number,
  what: string,
): Promise<ReceivedResponse> {
  const received = await answerTo(sent);
  const wrong =
    received.status === status ? faultOfProblem(operation, received) : `${received.status} ${received.text}`;
  expect([operation.name, what, wrong, await arena.rows.undo()]).toEqual([operation.name, what, undefined, []]);
  return received;
}

afterAll(() => {
  printFigures('Hostile input: HTTP itself', {
    requests: counted.requests,
    'slowest answer in ms': Math.round(counted.slowestMs),
  });
});

test('the watch over the rows sees what a request writes, and takes it back', async () => {
  const as = arena.service.as(arena.ours.world.owner.token);
  const { url } = arena.ours.world.product;
  const everything = async () => [(await as.get(`${url}/issues`)).text, (await as.get(`${url}/grade`)).text];
  const before = await everything();
  await arena.rows.undo();
  expect((await as.post(`${url}/issues`).send({ title: 'x', severity: 'high' })).status).toBe(201);
  expect((await as.delete(`${url}/issues/1`)).status).toBe(204);
  expect(await everything()).not.toEqual(before);
  expect(await arena.rows.undo()).toEqual(expect.arrayContaining(['INSERT issues', 'DELETE issues', 'INSERT events']));
  expect(await everything()).toEqual(before);
  expect(await arena.rows.undo()).toEqual([]);
});

/** Whether a path of the document is one of those that another one, with variables, stands for. */
const leadsTo = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path);

const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'SEARCH', 'MKCOL', 'LINK', 'PURGE'];

test('a verb that a path does not have is 405 with those it has, and OPTIONS tells them', async () => {
  const paths = [...new Set(arena.operations.map(({ path }) => path))];
  for (const [turn, path] of paths.entries()) {
    const here = arena.operations.filter((operation) => operation.path === path);
    // Where a word stands, a path with a variable there leads on with its verbs too.
    const has = [...new Set(arena.operations.filter((one) => leadsTo(one.path, path)).map(({ verb }) => verb))];
    const allow = [...has, ...(has.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
    const target = pathOf(here[0]!);
    const options = await answerTo({ verb: 'OPTIONS', path: target, headers: {} });
    expect([path, options.status, options.headers['allow'], options.text]).toEqual([path, 204, allow, '']);
    const missing = VERBS.filter((verb) => !has.includes(verb));
    for (const verb of some(missing, 2, turn)) {
      for (const headers of some([{}, arena.material.callers['owner']!], 1, turn)) {
        const refused = await expectRefusal(here[0]!, { verb, path: target, headers }, 405, verb);
        expect([path, verb, refused.headers['allow']]).toEqual([path, verb, allow]);
      }
    }
    if (!has.includes('GET')) {
      const head = await answerTo({ verb: 'HEAD', path: target, headers: {} });
      expect([path, head.status, head.headers['allow'], head.text]).toEqual([path, 405, allow, '']);
    }
  }
  expect(paths.length).toBeGreaterThan(100);
}, 120_000);

/** What becomes of a body that says it is something else: never read, or found to be broken. */
const REFUSED: Record<string, number> = {
  'text/plain': 415,
  form: 415,
  'multipart without boundary': 415,
  'broken multipart': 415,
  xml: 415,
  'problem+json': 415,
  'utf-16': 415,
  'utf-7': 415,
  'no type': 415,
  'no type at all': 415,
  'a long type': 415,
  'encoded foo': 415,
  'encoded twice': 415,
  'said to be gzip': 415,
  'half a gzip': 415,
  'said to be br': 415,
  'a gzip bomb': 415,
};

/** What becomes of it where reports are taken, the only places that take gzip; and who may send one there. */
const REPORTED_BY: Record<string, 'ingestKey' | 'owner'> = {
  '/api/ingest/test-activity': 'ingestKey',
  '/v1/organizations/{orgId}/products/{productSlug}/reports': 'owner',
  '/v1/organizations/{orgId}/products/{productSlug}/pages/import': 'owner',
};
const OF_REPORTS: Record<string, number> = {
  ...REFUSED,
  'said to be gzip': 400,
  'half a gzip': 400,
  'a gzip bomb': 413,
};

/** Agents tell what they found by gzip too; who is none is refused before anything is inflated. */
const OF_AGENTS = '/api/agent/runs/{agentRunId}/results';
const OF_STRANGERS: Record<string, number> = {
  ...REFUSED,
  'said to be gzip': 401,
  'half a gzip': 401,
  'a gzip bomb': 401,
};

/** Bodies that are no JSON, but right where a form is posted. */
const FORM = 'form';

test('a body of another type, charset or encoding is refused by every operation, and gzip is read only of those who may send it', async () => {
  const writing = arena.operations.filter(({ verb, upload }) => verb !== 'GET' && !upload);
  for (const [turn, operation] of writing.entries()) {
    const reporter = REPORTED_BY[operation.path];
    const isOfAgents = operation.path === OF_AGENTS;
    const refused = reporter ? OF_REPORTS : isOfAgents ? OF_STRANGERS : REFUSED;
    for (const [what, status] of some(Object.entries(refused), reporter || isOfAgents ? 99 : 4, turn)) {
      if (what === FORM && operation.form) continue;
      const { bytes, headers } = ENVELOPES[what]!(Buffer.from('{"title":"x"}'));
      // Nothing is inflated but for who may call.
      const caller = status !== 415 && reporter ? reporter : 'nobody';
      const sent: SentRequest = {
        verb: operation.verb,
        path: pathOf(operation),
        body: bytes,
        headers: { ...arena.material.callers[caller], ...headers },
      };
      await expectRefusal(operation, sent, status, what);
    }
  }
  expect(writing.length).toBeGreaterThan(80);
}, 120_000);

describe('on the bare connection', () => {
  const HOST = 'Host: localhost\r\n';
  const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
  const GOOD = `GET /health/live HTTP/1.1\r\n${HOST}\r\n`;
  const post = (headers: string, body: string) =>
    `POST /api/auth/organization/check-slug HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${headers}\r\n${body}`;

  // The second request of a smuggler would be answered 404 if anyone read it.
  const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`;

  test.each<[string, string | Buffer, number]>([
    ['a length and chunks', post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${SMUGGLED}`), 400],
    ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `0\r\n\r\n${SMUGGLED}`), 400],
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 70\r\n', `{}${SMUGGLED}`), 400],
    ['a list of lengths', post('Content-Length: 2, 2\r\n', `{}${SMUGGLED}`), 400],
    ['a negative length', post('Content-Length: -1\r\n', SMUGGLED), 400],
    ['a length with a sign', post('Content-Length: +2\r\n', `{}${SMUGGLED}`), 400],
    ['a length in hexadecimal', post('Content-Length: 0x2\r\n', `{}${SMUGGLED}`), 400],
    ['a huge length', post(`Content-Length: ${'9'.repeat(40)}\r\n`, '{}'), 400],
    ['another transfer encoding', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${SMUGGLED}`), 400],
    ['chunks not last', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${SMUGGLED}`), 400],
    ['chunks with a blank before the colon', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${SMUGGLED}`), 400],
    ['a chunk size that is none', post('Transfer-Encoding: chunked\r\n', `zz\r\n{}\r\n0\r\n\r\n`), 400],
    ['no Host', 'GET /health/live HTTP/1.1\r\n\r\n', 400],
    ['a folded header', `GET /health/live HTTP/1.1\r\n${HOST}X: a\r\n b: c\r\n\r\n`, 400],
    ['a header without a name', `GET /health/live HTTP/1.1\r\n${HOST}: a\r\n\r\n`, 400],
    ['NUL in a header', `GET /health/live HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`, 400],
    ['NUL in the path', `GET /health/\0live HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['a blank in the path', `GET /health/ live HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['a path of raw UTF-8', `GET /v1/\u00f6 HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['another version', `GET /health/live HTTP/9.9\r\n${HOST}\r\n`, 400],
    ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a verb in small letters', `get /health/live HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['a verb nobody knows', `BREW /health/live HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['TLS', Buffer.from('16030100a5010000a10303', 'hex'), 400],
    ['20 kB of one header', `GET /health/live HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['20 kB of small headers', `GET /health/live HTTP/1.1\r\n${HOST}${'X: yyyyyyyy\r\n'.repeat(2_000)}\r\n`, 431],
    ['20 kB of path', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431],
  ])('%s is refused, and everybody else is answered', async (_what, bytes, status) => {
    const text = await sendRaw(arena.base, bytes);
    expect(statusesOf(text)).toEqual([String(status)]);
    expect(text).not.toMatch(/node_modules|Error|HPE_|at .+:\d+/);
    expect((await answerTo({ verb: 'GET', path: '/health/live', headers: {} })).status).toBe(200);
    expect(await arena.rows.undo()).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ['two requests in one go', GOOD + GOOD, ['200', '200']],
    ['an address in full', `GET http://elsewhere.example/health/live HTTP/1.1\r\n${HOST}\r\n`, ['200']],
    ['an asterisk for a path', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, ['404']],
    ['an upgrade', `GET /health/live HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, ['200']],
    // Nobody reads it, so nothing that follows it on the connection is read either.
    ['a body for a GET', `GET /health/live HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}${GOOD}`, ['200']],
    ['small chunks', post('Transfer-Encoding: chunked\r\n', '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'), ['401']],
    ['waiting to be asked for the body', post('Expect: 100-continue\r\nContent-Length: 2\r\n', '{}'), ['401']],
    ['expecting what nobody can give', post('Expect: wonders\r\nContent-Length: 2\r\n', '{}'), ['417']],
    ['a body that never comes', post('Content-Length: 100\r\n', '{'), ['401']],
    ['chunks that never end', post('Transfer-Encoding: chunked\r\n', '5\r\n{'), ['401']],
    ['half a header', 'GET /health/live HTTP/1.1\r\nHos', []],
    ['a tunnel', 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n', []],
  ])('%s is answered as it should be', async (_what, bytes, statuses) => {
    const text = await sendRaw(arena.base, bytes);
    expect(statusesOf(text)).toEqual(statuses);
    expect((await answerTo({ verb: 'GET', path: '/health/live', headers: {} })).status).toBe(200);
    expect(await arena.rows.undo()).toEqual([]);
  });
});

test('the folder of pictures gives pictures and nothing else, however the path is written', async () => {
  const [avatar] = arena.ours.names['filename'] as string[];
  const uploads = join(arena.service.settings.dataDir, 'uploads');
  mkdirSync(join(uploads, 'avatars', 'folder.webp'));
  writeFileSync(join(uploads, 'avatars', '.hidden.webp'), 'a secret');
  writeFileSync(join(uploads, 'secret.webp'), 'a secret');
  const get = async (path: string) =>
    sendRaw(arena.base, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  expect(await get(`/uploads/avatars/${avatar}`)).toMatch(/^HTTP\/1\.1 200 /);
  const up = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '..%252f',
    '..\\',
    '..%5c',
    '....//',
    '..;/',
    '%c0%ae%c0%ae/',
    '%00../',
  ];
  const places = ['secret.webp', 'avatars/.hidden.webp', '../../package.json', 'etc/passwd'];
  const paths = [
    ...up.flatMap((step) =>
      places.flatMap((place) => [1, 4].map((times) => `/uploads/avatars/${step.repeat(times)}${place}`)),
    ),
    '/uploads',
    '/uploads/',
    '/uploads/avatars',
    '/uploads/avatars/',
    '/uploads/avatars/.',
    '/uploads/avatars/..',
    '/uploads/avatars/folder.webp',
    '/uploads/avatars/folder.webp/',
    '/uploads/avatars/.hidden.webp',
    '/uploads/secret.webp',
    '/uploads/avatars//etc/passwd',
    '/uploads/avatars/%2fetc%2fpasswd',
    '/uploads//etc/passwd',
    '//etc/passwd',
    '/uploads/avatars/~',
    ...['%00', '%00.webp', '%0a', '%20', '/', '/.', '?/../../secret.webp', '::$DATA', '%2f..%2f..%2fsecret.webp'].map(
      (tail) => `/uploads/avatars/${avatar}${tail}`,
    ),
  ];
  for (const path of paths) {
    const text = await get(path);
    // Another spelling of the picture's own address may show the picture, and nothing but that.
    const isPicture =
      /^HTTP\/1\.1 200 /.test(text) && /^content-type: image\/webp/im.test(text) && text.includes('WEBPVP8');
    const isRefused = /^HTTP\/1\.1 (400|404) /.test(text) && /^content-type: application\/problem\+json/im.test(text);
    expect([path, isRefused || (isPicture && path.includes(avatar!)), /secret|root:|"name"/.test(text)]).toEqual([
      path,
      true,
      false,
    ]);
  }
});

test('none of these requests was logged as a failure of the service', () => {
  const failures = arena.service.log.filter((line) => /unexpected failure|"level":(50|60)/.test(line));
  expect(failures).toEqual([]);
});
