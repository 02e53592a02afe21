import { send } from '../load.mjs';
import { report } from './calls.mjs';

const WARM_UPS = 2;

const LISTS = ['issues', 'risks', 'audits', 'test-activity', 'findings', 'testing-feed'];

/**
 * How many SQL statements a request runs, on little data and on much: the same, and few. Counted by a proxy in front of
 * the database, used by one instance of the service that serves nothing else.
 */
export async function statementRows(world, service, proxy) {
  const { big, few } = world;
  const person = { ...service, headers: world.session };
  const readKey = { ...service, headers: world.readKey };
  const ingestKey = { ...service, headers: world.ingestKey };
  const get = (id, what, path, limit, to = person) => ({
    ...{ id, what, limit },
    calls: [few, big].map((organization) => () => ({ to, path: path(organization) })),
  });
  let run = 0;
  const ingest = (counts, coverage, limit) => ({
    ...{ id: 'B3', what: `ingest of ${counts.join(' and ')} findings, ${coverage}`, limit },
    calls: counts.map((count) => () => {
      const body = report(world.pool.at(-1), count, 10_000 * (run += 1), { coverage });
      return { to: ingestKey, method: 'POST', path: '/api/ingest/test-activity', body };
    }),
  });
  const bulk = ([organization, ids]) => ({
    ...{ to: person, method: 'PATCH', path: `${organization.url}/issues/bulk` },
    body: JSON.stringify({ ids, data: { priority: (run += 1) % 2 ? 'high' : 'low' } }),
  });
  const scopes = ['organization', 'product'];
  const urlOf = (scope, organization) => (scope === 'product' ? organization.product.url : organization.url);

  const entries = [
    ingest([0, 1], 'partial', 10),
    ingest([1, 1000], 'complete', 10),
    get('B11', 'who calls, by session', () => '/api/auth/get-session', 1),
    get('B11', 'cheapest read, by session', () => '/v1/functional-needs', 2),
    get('B11', 'cheapest read, by key', () => '/v1/functional-needs', 2, readKey),
    {
      id: 'B15',
      what: 'future audits',
      limit: 2,
      calls: [few, world.schedule].map(({ url }) => () => ({ to: person, path: `${url}/future-audits` })),
    },
    get('B15', 'insights', ({ url }) => `${url}/risks/insights`, 2),
    {
      ...{ id: 'B18', what: 'change of 1 and of 100 issues', limit: 6 },
      calls: [world.issueIds.big.slice(0, 1), world.issueIds.big].map((ids) => () => bulk([big, ids])),
    },
    ...LISTS.flatMap((list) =>
      scopes.map((scope) => get('B22', `${list} of the ${scope}`, (place) => `${urlOf(scope, place)}/${list}`, 3)),
    ),
    get('B22', 'products', ({ url }) => `${url}/products`, 4),
    ...['issues/10', 'risks/10', 'audits/10', 'test-activity/10', 'grade'].map((single) =>
      get('B22', `${single.replace('/10', ', one')}`, ({ product }) => `${product.url}/${single}`, 2),
    ),
    get('B22', 'a product', ({ product }) => product.url, 2),
  ];

  const rows = [];
  for (const { id, what, calls, limit } of entries) {
    const counts = [];
    for (const call of calls) {
      for (let i = 0; i < WARM_UPS; i += 1) await send(call());
      const counted = call();
      counts.push(await proxy.during(() => send(counted)));
    }
    const [least, most] = counts;
    rows.push({
      ...{
        id,
        what: `SQL statements: ${what}`,
        value: least === most ? `${most}` : `${least} on little, ${most} on much`,
      },
      ...{ target: `equal, ≤ ${limit}`, met: least === most && most <= limit },
    });
  }
  return rows;
}
