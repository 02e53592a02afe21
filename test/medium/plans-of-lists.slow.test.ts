import { readFileSync } from 'node:fs';
import { runsOf } from '../support/buffers.js';
import { scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const FINDINGS = 1_200;
// So many that reading a table whole costs more than what one of them has of it.
const OTHERS = 30;
/** A smaller table is as well read whole. */
const LARGE = 2_000;

interface Parameter {
  name: string;
  in: string;
  schema?: { enum?: string[]; $ref?: string };
}
interface Operation {
  operationId: string;
  parameters: (Parameter & { $ref?: string })[];
}
const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, { get?: Operation }>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, { enum: string[] }> };
};
const nameOf = (ref: string): string => ref.split('/').at(-1)!;

/** What a list takes by the document: the parameters of its query, and the values of those that have some. */
function documented(path: string): [name: string, values: string[]][] {
  return paths[path]!.get!.parameters.map((one) => (one.$ref ? components.parameters[nameOf(one.$ref)]! : one))
    .filter((one) => one.in === 'query')
    .map(({ name, schema }) => [
      name,
      (schema?.$ref ? components.schemas[nameOf(schema.$ref)]?.enum : schema?.enum) ?? [],
    ]);
}

const PAGING = ['page', 'pageSize', 'total', 'after', 'format', 'sortField', 'sortDirection'];

/** A value for each filter; a new one is named here. */
function filtersOf(w: World, found: { groupKey: string; line: string; area: string }): Record<string, string> {
  return {
    status: 'pending,confirmed',
    tool: 'axe-core',
    ruleId: 'rule-3,rule-7',
    selector: 'main > img:nth-child(3)',
    groupKey: found.groupKey,
    sourceUrl: 'https://shop.example/7',
    severity: 'high',
    impact: 'low,medium',
    wcag: '1.4.3',
    proposed: 'true',
    needsReview: 'any',
    environment: 'staging',
    line: found.line,
    createdSince: '2026-01-01T00:00:00Z',
    createdUntil: '2100-01-01T00:00:00Z',
    q: 'button number 17',
    productId: w.product.id,
    product: w.product.slug,
    issue: '1,2',
    testActivity: '1',
    state: 'open',
    effort: 'low',
    priority: 'high,critical',
    source: 'internal',
    area: found.area,
    sourceId: 'JIRA-1',
    creatorId: w.owner.id,
    assigneeId: w.owner.id,
    team: w.organization.id,
    dueBefore: '2100-01-01T00:00:00Z',
    overdue: 'true',
    watching: 'true',
    audit: '1',
  };
}

/** An organization with findings and issues, the same in as many others, and statistics of all. */
async function fill(w: World): Promise<() => Promise<void>> {
  const { database } = service;
  const ratings = ['low', 'medium', 'high'];
  const findings = Array.from({ length: FINDINGS }, (_, i) => ({
    title: `The button number ${i} has no name`,
    ruleId: `rule-${i % 40}`,
    selector: `main > img:nth-child(${i})`,
    severity: ratings[i % 3],
    impact: ratings[i % 3],
    sourceUrl: `https://shop.example/${i % 200}`,
    wcag: ['1.4.3'],
    snippet: `<button id="of-${i}"></button>`,
  }));
  await scansAt(service)
    .scan(w, findings, { context: { trigger: 'push', environment: 'staging' } })
    .expect(201);
  const confirmed = {
    filter: { severity: ['high'] },
    expected: FINDINGS / ratings.length,
    data: { action: 'confirm' },
  };
  await service.as(w.owner.token).patch(`${w.organization.url}/findings/bulk`).send(confirmed).expect(200);
  const tables = await database.query<{ name: string; columns: string[] }[]>(
    `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name ~ '^(finding|issue|line|area)' AND is_generated = 'NEVER' GROUP BY 1`,
  );
  const copied = tables
    .filter(({ columns }) => columns.includes('organization_id'))
    .map(({ name, columns }) => ({ table: name, names: columns.filter((column) => column !== 'organization_id') }));
  const others = Array.from({ length: OTHERS }, (_, i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`);
  const each = (text: (table: string, names: string) => string, parameters: unknown[]) =>
    database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      for (const { table, names } of copied) await tx.query(text(table, names.join()), parameters);
    });
  await each(
    (table, names) =>
      `INSERT INTO ${table} (organization_id, ${names}) SELECT other, ${names} FROM ${table} CROSS JOIN unnest($1::uuid[]) other WHERE organization_id = $2`,
    [others, w.organization.id],
  );
  for (const { table } of copied) await database.query(`VACUUM (ANALYZE) ${table}`);
  return () => each((table) => `DELETE FROM ${table} WHERE organization_id = ANY ($1)`, [others]);
}

test('lists of findings and issues read no large table whole, whatever they are filtered and ordered by', async () => {
  const w = await world(service);
  const empty = await fill(w);
  const faults: string[] = [];
  try {
    const [whole] = await runsOf(() => service.database.query(`SELECT FROM findings WHERE title = 'None'`));
    expect(whole!.readWhole).toEqual(['findings']);
    const member = service.as(w.owner.token);
    const [{ groupKey }] = await service.database.query(
      'SELECT group_key AS "groupKey" FROM findings WHERE organization_id = $1 AND group_key IS NOT NULL',
      [w.organization.id],
    );
    const { lines } = (await member.get(`${w.product.url}/lines`)).body;
    const filters = filtersOf(w, { groupKey, line: lines[0].id, area: w.product.id });
    const sizes = new Map(
      (
        await service.database.query<{ name: string; rows: number }[]>(
          `SELECT relname AS name, reltuples AS rows FROM pg_class WHERE relkind = 'r'`,
        )
      ).map(({ name, rows }) => [name, rows]),
    );
    expect([sizes.get('findings'), sizes.get('issues')].every((rows) => rows! > 10_000)).toBe(true);
    for (const [records, url, path] of [
      ['findings', w.organization.url, '/v1/organizations/{orgId}'],
      ['findings', w.product.url, '/v1/organizations/{orgId}/products/{productSlug}'],
      ['issues', w.organization.url, '/v1/organizations/{orgId}'],
      ['issues', w.product.url, '/v1/organizations/{orgId}/products/{productSlug}'],
    ]) {
      const taken = documented(`${path}/${records}`);
      const fields = taken.find(([name]) => name === 'sortField')![1];
      expect(fields.length).toBeGreaterThan(5);
      const asked = [
        ...fields.flatMap((field) => [`sortField=${field}&sortDirection=asc`, `sortField=${field}`]),
        ...taken
          .filter(([name]) => !PAGING.includes(name))
          .map(([name]) => `${name}=${encodeURIComponent(filters[name] ?? `no value for ${name}`)}`),
      ];
      for (const query of asked) {
        let status = 0;
        const runs = await runsOf(async () => ({ status } = await member.get(`${url}/${records}?${query}`)));
        if (status !== 200 || runs.length === 0) faults.push(`${url}/${records}?${query}: ${status}`);
        for (const { text, readWhole } of runs) {
          const large = readWhole.filter((table) => sizes.get(table)! > LARGE);
          if (large.length > 0) faults.push(`${records}?${query} reads ${large.join()} whole: ${text}`);
        }
      }
    }
  } finally {
    await empty();
  }
  expect(faults).toEqual([]);
}, 300_000);
