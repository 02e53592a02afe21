import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ModulesContainer } from '@nestjs/core';
import { mayBePacked } from '../../apps/api/src/platform/http/packing.js';
import { hasCursors, listRoutes, operationIdOf } from '../../apps/api/src/platform/http/routes.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
let w: World;
let base: string;

beforeAll(async () => {
  w = await world(service);
  base = await service.app.getUrl();
  const owner = service.as(w.owner.token);
  for (let number = 1; number <= 12; number++)
    await owner.post(`${w.product.url}/issues`).send({ title: `Barrier ${number}`, description: 'x'.repeat(500) });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** Reads a body as it is sent. */
const read = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const authorization = `Bearer ${w.owner.token}`;
    get(`${base}${path}`, { method, headers: { authorization, ...headers } }, (response) => {
      const answer = { status: response.statusCode!, headers: response.headers };
      buffer(response).then((bytes) => resolve({ ...answer, bytes }), reject);
    }).on('error', reject);
  });

const plain = ({ headers: { 'content-encoding': coding }, bytes }: Answer): string =>
  (coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes).toString();

const BOTH = { 'accept-encoding': 'gzip, deflate, br' };

describe.each([
  ['a list', () => `${w.product.url}/issues`],
  ['the document', () => '/openapi.json'],
  ['what draws the page of the document', () => '/docs/swagger-ui-bundle.js'],
])('%s of more than 4 kB', (_what, path) => {
  test.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    [undefined, 'identity'],
    [undefined, 'br;q=0, gzip;q=0'],
    ['gzip', 'zstd, gzip'],
  ])('goes as %s to who takes %s', async (coding, accepted) => {
    const whole = await read(path());
    const answer = await read(path(), { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.headers.vary).toMatch(/Accept-Encoding/);
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
    expect(plain(answer)).toBe(whole.bytes.toString());
    if (coding) expect(answer.bytes.length).toBeLessThan(whole.bytes.length / 2);
  });

  test('is not sent again to who has it, and has its headers without it', async () => {
    const { headers } = await read(path(), BOTH);
    const again = await read(path(), { ...BOTH, 'if-none-match': headers.etag! });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const head = await read(path(), BOTH, 'HEAD');
    expect([head.status, head.bytes.length, head.headers.vary]).toEqual([200, 0, headers.vary]);
  });
});

test('a list is the same record whether it is compressed or not: its tag and the way to its next page', async () => {
  const path = `${w.product.url}/issues?pageSize=10`;
  const [as, is] = [await read(path, BOTH), await read(path)];
  expect(as.headers['content-encoding']).toBe('br');
  expect([as.headers.etag, as.headers.link]).toEqual([is.headers.etag, is.headers.link]);
});

test('what is short, and a refusal, go as they are', async () => {
  const short = await read(`${w.product.url}/issues?pageSize=1`, BOTH);
  expect([short.headers['content-encoding'], short.headers.vary]).toEqual([
    undefined,
    'Origin, Accept, Accept-Encoding',
  ]);
  const refused = await read(`${w.product.url}/issues?state=${'x'.repeat(5_000)}`, BOTH);
  expect([refused.status, refused.headers['content-encoding']]).toEqual([400, undefined]);
});

test('what holds a secret or a token is never compressed, nor what is no list', async () => {
  const lists = listRoutes(service.app.get(ModulesContainer)).filter(hasCursors);
  const never = lists.filter((route) => !mayBePacked(route)).map(operationIdOf);
  expect(never.sort()).toEqual(['conformanceReports_list', 'conformanceReports_listInOrganization']);
  const owner = service.as(w.owner.token);
  const description = 'x'.repeat(2_000);
  const reports = `${w.product.url}/conformance-reports`;
  for (let number = 1; number <= 4; number++)
    await owner
      .post(reports)
      .send({ title: `Report ${number}`, scope: description })
      .expect(201);
  const answers = [reports, '/api/auth/organization/list', `${w.product.url}/issues/1`, '/v1/me'];
  for (const path of answers) expect((await read(path, BOTH)).headers['content-encoding']).toBeUndefined();
});
