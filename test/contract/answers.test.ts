import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finding, scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
interface Answer {
  content?: Record<string, { schema: Schema }>;
}

const service = useService();
const { scan } = scansAt(service);
const { paths, components } = JSON.parse(readFileSync(join(process.cwd(), 'openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
  components: { schemas: Record<string, Schema> };
};

/** The lists of an organization and of a product that need no parameters but these. */
const LISTS = Object.keys(paths).filter(
  (path) =>
    paths[path]!['get'] &&
    !path.endsWith('/search') &&
    /^\/v1\/organizations\/\{orgId\}(\/products\/\{productSlug\})?(\/[a-z-]+)+$/.test(path),
);

test('answers have no property that the document does not name', async () => {
  const w = await world(service);
  const owner = service.as(w.owner.token);
  const unnamed = new Set<string>();
  const look = (verb: string, path: string, { status, body }: { status: number; body: unknown }): void => {
    const said = paths[path]![verb]!.responses[status]!.content!['application/json']!.schema;
    for (const name of unnamedIn(said, body)) unnamed.add(`${verb} ${path} ${name}`);
  };
  const make = async (path: string, body: object) => {
    const at = path.replace('{orgId}', w.organization.id).replace('{productSlug}', w.product.slug);
    const made = await owner
      .post(at.replace(/\{(standardSlug|webhookId)\}/, () => last))
      .send(body)
      .expect(201);
    look('post', path, made);
    return made.body as Record<string, { slug: string; id: string }>;
  };
  let last = '';
  const [organization, product] = ['/v1/organizations/{orgId}', '/v1/organizations/{orgId}/products/{productSlug}'];
  await make(`${product}/areas`, { name: 'Cart' });
  await make(`${product}/issues`, { title: 'x' });
  await make(`${product}/risks`, { title: 'x' });
  await make(`${product}/audits`, {});
  await make(`${product}/test-activity`, { type: 'manual_test' });
  await make(`${product}/conformance-reports`, { title: 'x' });
  await make(`${organization}/saved-views`, { name: 'x', kind: 'issues', filters: {} });
  await make(`${organization}/api-keys`, { name: 'x', scopes: ['read'] });
  last = (await make(`${organization}/standards`, { name: 'Own', levels: [{ name: 'Must' }] }))['standard']!.slug;
  await make(`${organization}/standards/{standardSlug}/groups`, { name: 'x' });
  await make(`${organization}/standards/{standardSlug}/requirements`, { name: 'x' });
  const standard = last;
  last = (await make(`${organization}/webhooks`, { url: 'https://example.org/hook' }))['webhook']!.id;
  await make(`${organization}/webhooks/{webhookId}/test`, {});
  await scan(w, [finding()]).expect(201);
  const provider = { kind: 'oidc', issuer: 'https://8.8.8.8', clientId: 'curbcut', clientSecret: 'a secret' };
  await owner.put(`${w.organization.url}/settings/sign-in`).send(provider).expect(200);
  const read = async (path: string, search = ''): Promise<void> => {
    const at = path.replace('{orgId}', w.organization.id).replace('{productSlug}', w.product.slug);
    const answer = await owner
      .get(at.replace('{standardSlug}', standard).replace('{webhookId}', last) + search)
      .expect(200);
    look('get', path, answer);
  };
  for (const path of LISTS) await read(path);
  await read(`${organization}/search`, '?q=web');
  await read(`${organization}/standards/{standardSlug}/groups`);
  await read(`${organization}/standards/{standardSlug}/requirements`);
  await read(`${organization}/webhooks/{webhookId}/deliveries`);
  expect([...unnamed]).toEqual([]);
  expect(LISTS.length).toBeGreaterThan(25);
}, 60_000);

/** The properties of a value that its schema does not name, at any depth. */
function unnamedIn(schema: Schema, value: unknown, at = ''): string[] {
  if (schema.$ref) return unnamedIn(components.schemas[schema.$ref.split('/').at(-1)!]!, value, at);
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => (schema.items ? unnamedIn(schema.items, item, at) : []));
  // Of several shapes the one that names the most.
  if (schema.anyOf)
    return schema.anyOf
      .filter(({ type }) => type !== 'null')
      .map((one) => unnamedIn(one, value, at))
      .reduce((least, one) => (one.length < least.length ? one : least));
  if (typeof value !== 'object' || !schema.properties) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const known = schema.properties![name];
    return known ? unnamedIn(known, one, `${at}/${name}`) : [`${at}/${name}`];
  });
}
