import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

/** An entry of a feed; an audit has no context. */
interface Entry {
  kind: string;
  context?: { trigger: string; environment?: string } | null;
}
interface Filters {
  contextTrigger?: string[];
  contextEnvironment?: string[];
}

const TRIGGERS = ['pull_request', 'push', 'schedule', 'manual', 'other'];
const contextsOf = (triggers: readonly string[], environments: readonly (string | undefined)[]) =>
  triggers.flatMap((trigger) => environments.map((environment) => ({ trigger, environment })));

/**
 * What the products of the world have seen: real environments and previews, previews only, and no environment at all.
 */
const HISTORIES: (object | undefined)[][] = [
  [
    ...contextsOf(TRIGGERS, [undefined, 'staging']),
    ...contextsOf(['pull_request'], ['pr-7', 'shared', 'preview', '*']),
    undefined,
  ],
  [...contextsOf(['pull_request'], [undefined, 'pr-7', 'shared', 'staging']), undefined],
  [...contextsOf(['pull_request', 'push'], [undefined]), undefined],
  contextsOf(['push'], ['shared', '*']),
];

const subsets = (words: readonly string[]): string[][] =>
  words.reduce<string[][]>((all, word) => [...all, ...all.map((some) => [...some, word])], [[]]);
const filtersOf = (words: readonly string[]): (string[] | undefined)[] =>
  subsets(words).map((some) => (some.length > 0 ? some : undefined));

/** The rule in plain words: which entries of a scope the filters leave. */
function narrowed(entries: readonly Entry[], { contextTrigger, contextEnvironment }: Filters): Entry[] {
  const real = new Set(
    entries.flatMap(({ context }) => (context && context.trigger !== 'pull_request' ? [context.environment] : [])),
  );
  const isPreview = (environment: string) => !real.has(environment);
  return entries.filter(({ context }) => {
    const [trigger, environment] = [context?.trigger, context?.environment];
    const byTrigger = contextTrigger?.includes(trigger ?? 'none') ?? true;
    const byEnvironment =
      contextEnvironment?.some((word) =>
        word === 'none'
          ? environment === undefined
          : environment !== undefined && (word === 'preview' ? isPreview(environment) : environment === word),
      ) ?? true;
    return byTrigger && byEnvironment;
  });
}

async function populated(): Promise<{ w: World; scopes: string[] }> {
  const w = await world(service);
  const products = [w.product];
  for (const name of ['Previews only', 'No environment', 'Real only']) products.push(await w.newProduct(name));
  for (const [index, contexts] of HISTORIES.entries()) {
    const { slug, url } = products[index]!;
    for (const context of contexts)
      await service
        .as(w.keys.ingest)
        .post('/api/ingest/test-activity')
        .send({ productRef: slug, type: 'automated_scan', tool: 'axe', context, findings: [] })
        .expect(201);
    await service.as(w.member.token).post(`${url}/audits`).send({}).expect(201);
  }
  return { w, scopes: [...products.map(({ url }) => url), w.organization.url] };
}

test('whatever filters a feed has, its rows are those of the rule and its total is their number', async () => {
  const { w, scopes } = await populated();
  const read = async (scope: string, filters: Filters): Promise<{ entries: Entry[]; total: number }> => {
    const query = Object.entries(filters).flatMap(([name, words]) =>
      words ? [`${name}=${words.map(encodeURIComponent).join(',')}`] : [],
    );
    const { body } = await service
      .as(w.member.token)
      .get(`${scope}/testing-feed?${['pageSize=100', ...query].join('&')}`)
      .expect(200);
    return { entries: body.entries, total: body.pagination.total };
  };
  for (const scope of scopes) {
    const { entries: all } = await read(scope, {});
    for (const contextTrigger of filtersOf(['pull_request', 'push', 'none']))
      for (const contextEnvironment of filtersOf(['staging', '*', 'preview', 'none'])) {
        const filters = { contextTrigger, contextEnvironment };
        const { entries, total } = await read(scope, filters);
        const expected = narrowed(all, filters);
        expect({ scope, filters, total, entries }).toEqual({
          scope,
          filters,
          total: expected.length,
          entries: expected,
        });
      }
  }
}, 60_000);

test('an environment that is named like a word of the filter, or with a comma, cannot be asked for by its name', async () => {
  const w = await world(service);
  for (const environment of ['none', 'preview', 'eu,us', 'eu'])
    await service
      .as(w.keys.ingest)
      .post('/api/ingest/test-activity')
      .send({
        productRef: w.product.slug,
        type: 'automated_scan',
        tool: 'axe',
        findings: [],
        context: { trigger: 'push', environment },
      })
      .expect(201);
  const asked = async (words: string): Promise<unknown[]> => {
    const query = `contextEnvironment=${encodeURIComponent(words)}`;
    const { body } = await service.as(w.member.token).get(`${w.product.url}/testing-feed?${query}`).expect(200);
    return body.entries.map(({ context }: Entry) => context?.environment);
  };
  expect(await asked('none')).toEqual([]);
  expect(await asked('preview')).toEqual([]);
  expect(await asked('eu,us')).toEqual(['eu']);
});
