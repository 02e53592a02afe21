import { send } from '../load.mjs';
import { againstBaseline, againstSmall, makers } from './calls.mjs';

const DEEP_MS = 250;
const DEEP_OFFSET = 100_000;
const FEED_PAGE = 20;
const INSIGHT_MS = 50;

const FILTERS = [
  ['trigger push', 'contextTrigger=push'],
  ['trigger pull request', 'contextTrigger=pull_request'],
  ['trigger schedule', 'contextTrigger=schedule'],
  ['trigger manual', 'contextTrigger=manual'],
  ['trigger other (1 in 1000)', 'contextTrigger=other'],
  ['trigger none', 'contextTrigger=none'],
  ['environment production', 'contextEnvironment=production'],
  ['environment staging', 'contextEnvironment=staging'],
  ['environment none', 'contextEnvironment=none'],
  ['environment preview', 'contextEnvironment=preview'],
  ['no match', 'contextEnvironment=nowhere'],
  ['no match of two', 'contextTrigger=manual&contextEnvironment=staging'],
];

const OFTEN = ['createdAt', 'updatedAt', 'number', 'title'];
/** @type {[table: string, path: string, pageSize: number, fields: string[]][]} */
const LISTS = [
  ['issues', 'issues', 25, [...OFTEN, 'state', 'severity', 'impact', 'effort', 'priority', 'closedAt']],
  ['risks', 'risks', 25, [...OFTEN, 'status', 'likelihood', 'impact']],
  ['audits', 'audits', 20, ['createdAt', 'startedAt', 'completedAt']],
  ['test_activities', 'test-activity', 20, ['createdAt', 'startedAt', 'completedAt']],
  ['findings', 'findings', 25, ['createdAt', 'lastSeenAt', 'firstSeenAt', 'severity', 'impact', 'status', 'title']],
];
const snakeCase = (field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Reads by people and machines. */
export function readScenarios(world, size) {
  const { big, few, schedule } = world;
  const { person, get, read, readBare, oneByOne, underLoad } = makers(world, size);
  const readKey = { ...world.service, headers: world.readKey };
  const bareFeed = (series, product, offset = 0) =>
    readBare(series, '/feed', { organization: big.id, ...(product ? { product: product.id } : {}), offset });

  const filtered = (title, url) =>
    oneByOne(
      'B7',
      `feed of the ${title}, filtered`,
      [read('unfiltered', url), ...FILTERS.map(([name, query]) => read(name, `${url}?${query}`))],
      FILTERS.map(([of]) => ({ of, to: 'unfiltered', atMost: 3 })),
      size.sorts + 1,
    );

  const sorted = ([table, path, pageSize, fields]) =>
    size.scopes.flatMap((scope) =>
      fields.flatMap((field) =>
        size.directions.map((direction) => {
          const urlOf = (organization) => (scope === 'product' ? organization.product.url : organization.url);
          const query = `${path}?sortField=${field}&sortDirection=${direction}`;
          const place = { organization: big.id, ...(scope === 'product' ? { product: big.product.id } : {}) };
          const order = { sort: snakeCase(field), direction, size: pageSize };
          return {
            ...oneByOne(
              'B9',
              `${path} of the ${scope} by ${field} ${direction}`,
              [
                read('few', `${urlOf(few)}/${query}`),
                read('big', `${urlOf(big)}/${query}`),
                readBare('baseline', '/list', { table, ...place, ...order }),
              ],
              [againstSmall('big', 'few'), againstBaseline('big', 'baseline', { atMost: 1.5 })],
              size.sorts,
            ),
            fold: `${path} of the ${scope}`,
          };
        }),
      ),
    );

  const admission = { token: world.token, organization: big.id };
  const single = (name, path, barePath, bareQuery) =>
    underLoad(
      'B10',
      `read ${name}`,
      [
        read('service', path),
        readBare('baseline', barePath, { product: big.product.id, ...bareQuery }),
        readBare('baseline with admission', barePath, { product: big.product.id, ...bareQuery, ...admission }),
      ],
      [againstBaseline('service', 'baseline'), againstBaseline('service', 'baseline with admission', { atLeast: 0.5 })],
    );
  const singles = [
    single('an issue', `${big.product.url}/issues/10`, '/issue', { number: 10 }),
    single('an activity', `${big.product.url}/test-activity/10`, '/activity', { number: 10 }),
    single('a risk', `${big.product.url}/risks/10`, '/risk', { number: 10 }),
    single('a product', big.product.url, '/product', {}),
  ];
  const added = (series, more, less) => () => [
    { series, work: async () => (await send(more)).ms - (await send(less)).ms },
  ];
  const needs = '/v1/functional-needs';
  // As far back as the data go.
  const twoYearsAgo = new Date(Date.now() - 729 * 86_400_000).toISOString().slice(0, 10);
  const deepPage = Math.floor(Math.min(DEEP_OFFSET, size.big.activities + size.big.audits - 1000) / FEED_PAGE) + 1;
  const members = `/api/auth/organization/list-members?organizationId=${big.id}&limit=20`;

  return [
    oneByOne(
      'B7',
      'feed, page 1',
      [
        read('organization, few', `${few.url}/testing-feed`),
        read('organization, big', `${big.url}/testing-feed`),
        bareFeed('organization, baseline'),
        read('product, few', `${few.product.url}/testing-feed`),
        read('product, big', `${big.product.url}/testing-feed`),
        bareFeed('product, baseline', big.product),
      ],
      ['organization', 'product'].flatMap((scope) => [
        againstSmall(`${scope}, big`, `${scope}, few`),
        againstBaseline(`${scope}, big`, `${scope}, baseline`, { atMost: 1.5 }),
      ]),
    ),
    filtered('organization', `${big.url}/testing-feed`),
    filtered('product', `${big.product.url}/testing-feed`),
    oneByOne(
      'B8',
      'feed of the organization',
      [
        read('page 1', `${big.url}/testing-feed`),
        read(`page ${deepPage}`, `${big.url}/testing-feed?page=${deepPage}`),
        bareFeed(`baseline, page ${deepPage}`, undefined, (deepPage - 1) * FEED_PAGE),
      ],
      [
        { of: `page ${deepPage}`, to: 'page 1', atMost: 30 },
        { of: `page ${deepPage}`, unit: 'ms', atMost: DEEP_MS },
        againstBaseline(`page ${deepPage}`, `baseline, page ${deepPage}`),
      ],
      size.slowReads,
    ),
    ...LISTS.flatMap(sorted),
    ...singles.slice(0, size.singles),
    oneByOne(
      'B11',
      'who calls',
      [
        read('read of one row', `${big.product.url}/issues/10`),
        added(
          'added by a session',
          { to: person, path: '/api/auth/get-session' },
          { to: world.service, path: '/health/live' },
        ),
        read('cheapest read, session', needs),
        get('cheapest read, key', readKey, needs),
      ],
      [
        { of: 'added by a session', to: 'read of one row', atMost: 0.4 },
        { of: 'cheapest read, key', to: 'cheapest read, session' },
      ],
      4 * size.reads,
    ),
    underLoad('B12', 'get the session', [
      read('service', '/api/auth/get-session'),
      readBare('baseline', '/session', { token: world.token }),
    ]),
    underLoad('B12', `20 of ${size.members} members`, [
      read('service', members),
      readBare('baseline', '/members', { organization: big.id }),
    ]),
    underLoad('B14', 'the 20 newest activities of a product', [
      read('service', `${big.product.url}/test-activity`),
      readBare('baseline', '/list', {
        ...{ table: 'test_activities', organization: big.id, product: big.product.id },
        ...{ sort: 'created_at', direction: 'desc', size: 20 },
      }),
    ]),
    oneByOne(
      'B15',
      `future audits of ${size.scheduled} products`,
      [
        read('service', `${schedule.url}/future-audits`),
        readBare('baseline', '/future-audits', { organization: schedule.id }),
      ],
      [againstBaseline('service', 'baseline', { atMost: 1.3 })],
      size.slowReads,
    ),
    oneByOne(
      'B15',
      `insights of ${size.big.risks} risks`,
      [read('service', `${big.url}/risks/insights`), readBare('baseline', '/insights', { organization: big.id })],
      [againstBaseline('service', 'baseline', { atMost: 1.3 })],
      size.slowReads,
    ),
    ...['functional-needs', 'trends', `trends?from=${twoYearsAgo}`, 'trends?interval=month'].map((insight) =>
      oneByOne(
        'B30',
        `insights: ${insight}`,
        [
          read('organization, few', `${few.url}/insights/${insight}`),
          read('organization', `${big.url}/insights/${insight}`),
          read('product', `${big.product.url}/insights/${insight}`),
        ],
        ['organization', 'product'].map((of) => ({ of, unit: 'ms', atMost: INSIGHT_MS })),
      ),
    ),
  ];
}
