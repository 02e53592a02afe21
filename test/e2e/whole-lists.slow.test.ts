import { Client } from 'pg';
import type { Response } from 'supertest';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
let w: World;

const FINDINGS = 1_101;
const LISTS = ['findings', 'issues', 'audits', 'risks', 'test-activity', 'changes'];

beforeAll(async () => {
  w = await world(service);
  const owner = service.as(w.owner.token);
  for (const title of ['=1+1', 'Two "quoted", and\nbroken', 'Drei größer']) {
    await owner.post(`${w.product.url}/issues`).send({ title, severity: 'high' }).expect(201);
    await owner.post(`${w.product.url}/risks`).send({ title }).expect(201);
    await owner.post(`${w.product.url}/audits`).send({ title }).expect(201);
  }
  const findings = Array.from({ length: FINDINGS }, (_, index) => ({
    ruleId: `rule-${index}`,
    title: `@Rule ${index}`,
    wcag: ['1.4.3', '4.1.2'],
  }));
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe', findings })
    .expect(201);
}, 300_000);

const get = (url: string, token = w.owner.token) => service.as(token).get(url);
type Row = Record<string, unknown>;
const rowsIn = (body: Record<string, unknown>): Row[] =>
  Object.values(body).find((value) => Array.isArray(value)) as Row[];

async function ndjson(url: string): Promise<Row[]> {
  const { text, headers } = await get(url)
    .set('Accept', 'application/x-ndjson')
    .buffer(true)
    .parse(asText)
    .expect(200)
    .then(textOf);
  expect(headers['content-type']).toBe('application/x-ndjson');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row);
}

async function csv(
  url: string,
): Promise<{ columns: string[]; records: string[][]; headers: Record<string, string>; text: string }> {
  const { text, headers } = await get(url)
    .set('Accept', 'text/csv')
    .buffer(true)
    .parse(asText)
    .expect(200)
    .then(textOf);
  const cells = [...text.matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)];
  expect(cells.map(([cell]) => cell).join('')).toBe(text);
  const all: string[][] = [[]];
  for (const [, cell, end] of cells) {
    all.at(-1)!.push(cell!.replaceAll('""', '"'));
    if (end !== ',') all.push([]);
  }
  const [columns, ...records] = all.slice(0, -1);
  return { columns: columns!, records, headers, text };
}

function asText(response: Response, done: (error: Error | null, body: string) => void): void {
  const parts: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('end', () => done(null, Buffer.concat(parts).toString()));
}
const textOf = ({ body, headers }: { body: unknown; headers: Record<string, string> }) => ({
  text: body as string,
  headers,
});

async function byPages(url: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { body } = await get(`${url}${url.includes('?') ? '&' : '?'}pageSize=100&page=${page}`).expect(200);
    if (rowsIn(body).length === 0) return rows;
    rows.push(...rowsIn(body));
  }
}

describe.each(
  LISTS.flatMap(
    (list) =>
      [
        ['product', list],
        ['organization', list],
      ] as const,
  ),
)('in a %s, %s', (level, list) => {
  const url = () => `${w[level].url}/${list}`;

  test('are told whole as JSON of one record a line, as their pages have them', async () => {
    expect(await ndjson(url())).toEqual(await byPages(url()));
  });

  test('are told whole as CSV', async () => {
    const rows = await ndjson(url());
    const { columns, records, headers } = await csv(url());
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="\w+\.csv"$/);
    expect(records).toHaveLength(rows.length);
    const id = columns.indexOf('id');
    expect(records.map((record) => record[id])).toEqual(rows.map((row) => row.id));
    for (const record of records) expect(record).toHaveLength(columns.length);
    // Every value that a record has stands in a column.
    const known = new Set(columns.map((column) => column.split('.')[0]));
    expect(Object.keys(rows[0]!).filter((name) => !known.has(name))).toEqual([]);
  });
});

test('filters and order are those of the pages; what names a page says nothing', async () => {
  const url = `${w.organization.url}/issues?severity=high&q=e&sortField=title&sortDirection=asc`;
  const titles = (await byPages(url)).map(({ title }) => title);
  expect(titles).toHaveLength(2);
  expect((await ndjson(`${url}&page=7&pageSize=1&total=false`)).map(({ title }) => title)).toEqual(titles);
});

test('what a search finds is looked for once, however many pages a list is read in', async () => {
  const url = `${w.product.url}/findings?q=rule&sortField=title&sortDirection=asc`;
  const titles = (await byPages(url)).map(({ title }) => title);
  const sent: unknown[] = [];
  const prototype = Client.prototype as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function (...given) {
    sent.push(given[0]);
    return query.apply(this, given);
  };
  const whole = await ndjson(url).finally(() => (prototype.query = query));
  const searches = sent.filter((statement) => (JSON.stringify(statement) ?? '').includes('~*'));
  expect(whole.map(({ title }) => title)).toEqual(titles);
  expect([whole.length, searches.length]).toEqual([FINDINGS, 1]);
  const { headers } = await get(`${url}&pageSize=100`).expect(200);
  const next = /<(.*)>/.exec(headers.link!)![1]!;
  expect((await ndjson(next)).map(({ title }) => title)).toEqual(titles.slice(100));
});

test('a list may be told from a cursor on, and changes as they happened', async () => {
  const { headers } = await get(`${w.product.url}/findings?pageSize=99`).expect(200);
  const next = /<(.*)>/.exec(headers.link!)![1]!;
  expect(await ndjson(next)).toEqual((await byPages(`${w.product.url}/findings`)).slice(99));
  const asc = await ndjson(`${w.product.url}/changes?order=asc`);
  expect(asc.map(({ id }) => id)).toEqual((await ndjson(`${w.product.url}/changes`)).map(({ id }) => id).reverse());
});

test('values are written plainly: no cell is a formula, lists have semicolons, nothing is an empty cell', async () => {
  const { columns, records } = await csv(`${w.product.url}/findings?sortDirection=asc`);
  const row = Object.fromEntries(columns.map((column, index) => [column, records[0]![index]]));
  expect(row).toMatchObject({ title: "'@Rule 0", wcag: '1.4.3; 4.1.2', severity: '', needsReview: 'false' });
  const issues = await csv(`${w.product.url}/issues?sortDirection=asc`);
  const title = issues.columns.indexOf('title');
  expect(issues.records.map((record) => record[title])).toEqual(["'=1+1", 'Two "quoted", and\nbroken', 'Drei größer']);
});

test.each([
  ['format=csv', 'application/json', 'text/csv'],
  ['format=ndjson', '*/*', 'application/x-ndjson'],
  ['format=json', 'text/csv', 'application/json'],
  ['', 'text/csv;q=0.9, application/x-ndjson', 'application/x-ndjson'],
  ['', 'text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'],
  ['', 'image/png', 'application/json'],
])('%s with Accept: %s is answered as %s', async (query, accept, type) => {
  const { headers } = await get(`${w.product.url}/risks?${query}`).set('Accept', accept).expect(200);
  expect(headers['content-type']).toContain(type);
  expect(headers.vary).toContain('Accept');
});

test('a list of too many records is refused before anything is told', async () => {
  const [{ value }] = await service.database.query(
    `SELECT value FROM record_totals WHERE organization_id = $1 AND kind = 'risks'`,
    [w.organization.id],
  );
  const set = (total: number) =>
    service.database.query(`UPDATE record_totals SET value = $2 WHERE organization_id = $1 AND kind = 'risks'`, [
      w.organization.id,
      total,
    ]);
  await set(1_000_001);
  const { body } = await get(`${w.product.url}/risks?format=csv`).expect(409);
  expect(body).toMatchObject({ code: 'list_too_long', message: expect.stringContaining('1,000,001') });
  await set(1_000_000);
  await get(`${w.product.url}/risks?format=csv`).expect(200);
  await set(Number(value));
});

test('refusals are those of the list', async () => {
  const url = `${w.product.url}/risks?format=csv`;
  await service.as(undefined).get(url).expect(401);
  await get(url, w.stranger.token).expect(403);
  await get(`${w.organization.url}/products/none/risks?format=csv`).expect(404);
  await service.as(w.keys.ingest).get(url).expect(403);
  await service.as(w.keys.read).get(url).expect(200);
  for (const query of ['format=xml', 'format=csv&status=x', 'format=csv&sortField=x'])
    expect((await get(`${w.product.url}/risks?${query}`).expect(400)).body.code).toBe('invalid_input');
  expect((await get(`${url}&after=x`).expect(400)).body.code).toBe('cursor_invalid');
});

test('of a list without records CSV is the names of its columns', async () => {
  const { columns, records } = await csv(`${w.product.url}/risks?status=materialized`);
  expect([columns.slice(0, 2).length, records]).toEqual([2, []]);
  expect(await ndjson(`${w.product.url}/risks?status=materialized`)).toEqual([]);
});

test('HEAD has the headers alone', async () => {
  const { headers, text } = await service.as(w.owner.token).head(`${w.product.url}/risks?format=csv`).expect(200);
  expect([headers['content-type'], text]).toEqual(['text/csv; charset=utf-8; header=present', undefined]);
});
