import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { documentation } from '#libs/fields';
import { buildOpenApiDocument } from '../../apps/api/src/service/app/openapi.js';
import { PROBLEM_CODES } from '../../apps/api/src/service/openapi/problem-codes.js';
import { ourCodeOf } from '../../apps/api/src/accounts/identity/wire-codes.js';
import { TAGS } from '../../apps/api/src/service/openapi/tags.js';
import { useService } from '../support/service.js';

const service = useService();

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  parameters?: { $ref?: string; in: string; name: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema: object }> }>;
  'x-problem-codes'?: Record<string, string[]>;
}

interface Described {
  $ref?: string;
  description?: string;
  properties?: Record<string, Described>;
  items?: Described;
  oneOf?: Described[];
  anyOf?: Described[];
  enum?: unknown[];
}

const committed = JSON.parse(readFileSync(join(process.cwd(), 'openapi.json'), 'utf8')) as {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, { description: string; 'x-problem-codes'?: string[] }>;
    headers: Record<string, object>;
    parameters: Record<string, { in: string; name: string }>;
  };
};
const operations = Object.entries(committed.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([verb, operation]) => ({ name: `${verb.toUpperCase()} ${path}`, path, verb, operation })),
);

/** Every object in the document, with the keys that lead to it. */
function* objectsIn(node: unknown, keys: string[] = []): Generator<[string, Record<string, unknown>]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [keys.join('/'), node as Record<string, unknown>];
  for (const [key, value] of Object.entries(node)) yield* objectsIn(value, [...keys, key]);
}

test('the committed openapi.json is the document of this service; if not, run `npm run openapi`', () => {
  expect(JSON.parse(JSON.stringify(buildOpenApiDocument(service.app)))).toEqual(committed);
});

test('every operation has a summary, its path parameters, and the codes of its refusals', () => {
  for (const { path, operation } of operations) {
    expect(operation.summary).toBeTruthy();
    const named = (operation.parameters ?? [])
      .map((parameter) => committed.components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter)
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) => name);
    expect(named.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
    expect(Object.keys(operation.responses)).toContain('429');
  }
});

test('every operation has an id of its own, which names what it is about and what it does', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+_[a-z][A-Za-z]+$/.test(id))).toEqual([]);
});

test('every operation stands in one of the groups that the document describes, and no group is empty', () => {
  const used = new Set(operations.flatMap(({ operation }) => operation.tags));
  expect([...used].sort()).toEqual(TAGS.map(({ name }) => name).sort());
  expect(committed.tags.map(({ name }) => name)).toEqual(TAGS.map(({ name }) => name));
});

test('a refusal is a shared response, which names its codes where the operation does not, and each code is explained', () => {
  const used = new Set<string>();
  for (const { name, operation } of operations) {
    const unusual = operation['x-problem-codes'] ?? {};
    const refusals = Object.keys(operation.responses).filter((status) => Number(status) >= 400);
    expect([name, Object.keys(unusual).filter((status) => !refusals.includes(status))]).toEqual([name, []]);
    for (const status of refusals) {
      const { $ref, description } = operation.responses[status]!;
      const [, shared] = /^#\/components\/responses\/(\w+)$/.exec($ref!)!;
      const response = committed.components.responses[shared!]!;
      const said = description ?? response.description;
      const codes = unusual[status] ?? response['x-problem-codes'] ?? [];
      expect([name, said.match(/(?<=`)\w+(?=`)/g)?.sort()]).toEqual([name, codes.toSorted()]);
      for (const code of codes) used.add(code);
    }
  }
  // Answered beside the operations: to wrong methods, to METRICS_TOKEN, and where something is broken.
  const beside = ['method_not_allowed', 'metrics_closed', 'internal_error'];
  // And what `problemCode` alone says, of codes that mean nothing outside `/api/auth`.
  const ours = [...used].map(ourCodeOf);
  expect([...new Set([...used, ...beside, ...ours])].sort()).toEqual(Object.keys(PROBLEM_CODES).sort());
});

test('sets of values and bodies have names, and nothing is referenced in a roundabout way', () => {
  for (const [place, node] of objectsIn(committed)) {
    const values = node['enum'];
    const isNamed = /^components\/schemas\/\w+$/.test(place);
    if (Array.isArray(values) && values.length > 1) expect([place, isNamed]).toEqual([place, true]);
    if (Array.isArray(node['allOf'])) expect([place, node['allOf'].length]).not.toEqual([place, 1]);
    expect([place, node['$schema'], node['nullable']]).toEqual([place, undefined, undefined]);
  }
  for (const { name, operation } of operations) {
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      expect([name, schema]).toEqual([name, { $ref: expect.stringMatching(/^#\/components\/schemas\/\w+$/) }]);
  }
});

test('every schema that is named is used, and every reference leads somewhere', () => {
  const references = new Set(
    [...objectsIn(committed)].flatMap(([, node]) => (node['$ref'] as string | undefined) ?? []),
  );
  for (const reference of references) {
    const [, , kind, name] = reference.split('/') as [string, string, 'schemas', string];
    expect([reference, committed.components[kind][name]]).toEqual([reference, expect.anything()]);
  }
  const unused = Object.keys(committed.components.schemas).filter(
    (name) => !references.has(`#/components/schemas/${name}`),
  );
  expect(unused).toEqual([]);
});

/** Names that say enough, and mean the same everywhere; those of records (`issue`, `issues`) refer to their schema. */
const PLAIN = new RegExp(
  `^(${[
    'id',
    'name',
    'title',
    'description',
    'email',
    'password',
    'newEmail',
    'createdAt',
    'updatedAt',
    'timestamp',
    'at',
    'page',
    'pageSize',
    'total',
    'low',
    'medium',
    'high',
    'none',
    'identified',
    'mitigated',
    'materialized',
    'aged_out',
    // Of a record that the document describes.
    '(organization|product|standard|area|audit|testActivity|team|user|member|group|webhook|invitation)(Id|Ids|Name|Slug)',
  ].join('|')})$`,
);

test('every schema and every property is told in words where its name does not tell it', () => {
  const { schemas } = committed.components;
  /** Whether it is a schema by name, a list of one, or one or null. */
  const refers = (value: Described): boolean => {
    const either = (value.oneOf ?? value.anyOf)?.[0];
    return value.$ref !== undefined || [value.items, either].some((one) => one && refers(one));
  };
  // Their operation tells of bodies, and the name of those that hold records by pages or alone.
  const bodies = new Set(operations.flatMap(({ operation }) => namesIn(bodiesOf(operation))));
  const untold = Object.entries(schemas as Record<string, Described>).flatMap(([name, schema]) => [
    ...(schema.description || bodies.has(name) || name.endsWith('Message') ? [] : [name]),
    ...Object.entries(schema.properties ?? {}).flatMap(([property, value]) => {
      const told = value.description || PLAIN.test(property) || 'const' in value || value.enum?.length === 1;
      return told || refers(value) ? [] : [`${name}.${property}`];
    }),
  ]);
  expect(untold).toEqual([]);
});

test('every description of a class or a set is in the document', () => {
  const { schemas } = committed.components as { schemas: Record<string, Described | undefined> };
  const without = [...documentation().descriptions].filter(
    ([name, description]) => schemas[name.replace(/Dto$/, '')]?.description !== description,
  );
  expect(without).toEqual([]);
});

test('every body of a request or an answer has an example that its schema allows', () => {
  const bodies = operations.flatMap(({ operation }) => namesIn(bodiesOf(operation)));
  expect(bodies.length).toBeGreaterThan(200);
  for (const name of new Set(bodies)) {
    const { examples = [] } = committed.components.schemas[name] as { examples?: unknown[] };
    expect([name, examples.length > 0]).toEqual([name, true]);
    for (const example of examples) expect([name, service.answers.faultsOf(name, example)]).toEqual([name, undefined]);
  }
});

/** What an operation takes and answers, as JSON or as a form. */
const bodiesOf = ({ requestBody, responses }: Operation): object[] =>
  [requestBody, ...Object.values(responses)].flatMap((one) =>
    Object.entries(one?.content ?? {}).flatMap(([media, { schema }]) =>
      /json|urlencoded/.test(media) ? [schema] : [],
    ),
  );

/** The schemas that a body refers to by itself. */
const namesIn = (schema: object): string[] =>
  [...JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!);

/** Their bodies are read once it is known who sends them. */
const DELIVERIES = ['webhooks_receiveFromGitHub', 'trackerConnections_receive'];

test('a body that is no file or JSON is refused by its type only where there is a body', () => {
  for (const { name, operation } of operations) {
    const takesBody = operation.requestBody !== undefined || DELIVERIES.includes(operation.operationId);
    expect([name, '415' in operation.responses]).toEqual([name, takesBody]);
  }
});

test('the document as served has less than 1,400 kB, and compressed less than 170 kB', async () => {
  const { text } = await service.as().get('/openapi.json').buffer(true);
  expect(Buffer.byteLength(text)).toBeLessThan(1_400_000);
  expect(gzipSync(text).length).toBeLessThan(170_000);
});

test('the document is served, and the documentation page needs nothing from elsewhere', async () => {
  const json = await service.as().get('/openapi.json');
  expect([json.status, json.body.openapi]).toEqual([200, '3.1.0']);
  const page = await service.as().get('/docs');
  expect(page.status).toBe(200);
  expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//);
  for (const [, asset] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect([asset, (await service.as().get(new URL(asset!, 'http://x/docs').pathname)).status]).toEqual([asset, 200]);
  }
});
