// Sets the built service beside other servers that do the same work, on one PostgreSQL server, in the same run. See
// ../README.md.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { onEnd, run, say } from '../lifetime.mjs';
import { send, target, MEASUREMENTS } from '../load.mjs';
import { markdown, rowsOf } from '../report.mjs';
import { report } from '../scenarios/calls.mjs';
import { addMembers, addProducts, fill } from '../seed.mjs';
import { openDatabase, startServer, startService } from '../service.mjs';
import { environmentOf } from '../environment.mjs';
import { prepareWorld } from '../world.mjs';
import { lighthouseReport } from './lighthouse-report.mjs';

const { values: asked } = parseArgs({ options: { small: { type: 'boolean' } } });
const FULL = {
  name: 'full',
  rounds: 5,
  loadMs: 3_000,
  reports: 8,
  members: 1_000,
  activities: 100_000,
  connections: 16,
};
const SMALL = { ...FULL, name: 'small', rounds: 3, loadMs: 500, reports: 2, members: 100, activities: 2_000 };
const FINDINGS = 1_060;
const POOL = 500;
const LIST_SIZE = 20;
// Express is three times as quick on Node 24, so that the peers' share of a request differs.
const AT_LEAST =
  Number(process.versions.node.split('.')[0]) >= 24
    ? { session: 3, members: 3, newest: 0.9 }
    : { session: 2.5, members: 2, newest: 0.6 };

const peer = async (name, url) => {
  const started = await startServer(fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)), { DATABASE_URL: url });
  return { ...started, to: target(started.port) };
};
const post = (to, path, body) => send({ to, method: 'POST', path, body: JSON.stringify(body) });

async function main(size) {
  const began = performance.now();
  const database = await openDatabase();
  const service = await startService(database);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onEnd(() => client.end());
  const world = await prepareWorld(service);
  const { big } = world;
  const rows = { activities: size.activities, audits: 0, issues: 0, findings: 0, risks: 0 };
  await fill(client, big.id, [big.product.id], rows);
  await addMembers(client, big.id, size.members - 1);
  await client.query(COPY_ACTIVITIES);
  world.pool = (await addProducts(client, world.reports.id, POOL)).map(({ slug }) => slug);
  await client.query('VACUUM ANALYZE');

  const lhci = await peer('lhci', await database.another('lhci'));
  const authUrl = await database.another('auth');
  const auth = await peer('better-auth', authUrl);
  const graphile = await peer('postgraphile', database.url);
  const hello = await peer('hello', database.url);
  const people = await prepareMembers(auth, authUrl, size.members - 1);
  const project = await prepareProject(lhci);
  say(`ready after ${Math.round((performance.now() - began) / 1000)} s`);

  const results = [];
  for (const scenario of scenarios({ world, lhci, graphile, hello, people, project, size })) {
    results.push(...rowsOf(scenario, await MEASUREMENTS[scenario.way](scenario, size), size));
    say(`${scenario.id} ${scenario.title}`);
  }
  const about = {
    size: size.name,
    rounds: size.rounds,
    date: new Date().toISOString(),
    ...(await environmentOf(client)),
  };
  about.seconds = `${Math.round((performance.now() - began) / 1000)} s`;
  const { dependencies } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
  const versions = ['@lhci/server', 'better-auth', 'postgraphile'].map((name) => `${name} ${dependencies[name]}`);
  const memory = Object.entries({ service, '@lhci/server': lhci, 'better-auth': auth, PostGraphile: graphile })
    .map(([name, { rssMb }]) => `${name} ${Math.round(rssMb())} MB`)
    .join(', ');
  const text = `${versions.join(', ')}. Memory after the run: ${memory}.\n${markdown(about, results)}`;
  writeFileSync(
    new URL('results.json', import.meta.url),
    `${JSON.stringify({ about, versions, memory, rows: results }, null, 2)}\n`,
  );
  process.stdout.write(text);
  return 0;
}

/** An account in better-auth with an organization of so many members. */
async function prepareMembers({ to, port }, url, count) {
  const headers = { origin: `http://127.0.0.1:${port}` };
  const account = { name: 'Bench', email: 'bench@example.org', password: 'a long password' };
  const { headers: answered } = await post({ ...to, headers }, '/api/auth/sign-up/email', account);
  const cookie = answered['set-cookie'].map((line) => line.split(';')[0]).join('; ');
  const person = { ...to, headers: { ...headers, cookie } };
  const { text } = await post(person, '/api/auth/organization/create', { name: 'Big', slug: 'big' });
  const { id } = JSON.parse(text);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(ADD_MEMBERS, [id, count]);
  await client.query('VACUUM ANALYZE');
  await client.end();
  return { person, members: `/api/auth/organization/list-members?organizationId=${id}&limit=${LIST_SIZE}` };
}

const ADD_MEMBERS = `
  WITH people AS (
    INSERT INTO "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    SELECT 'person-' || i, 'Person ' || i, 'person-' || i || '@example.org', true, now(), now() FROM generate_series(1, $2::int) AS i RETURNING id)
  INSERT INTO member (id, "organizationId", "userId", role, "createdAt") SELECT 'member-' || id, $1, id, 'member', now() FROM people`;

/** A project of Lighthouse CI that takes builds. */
async function prepareProject({ to }) {
  const about = { name: 'Web Shop', externalUrl: 'https://shop.example/', slug: '', baseBranch: 'main' };
  const { id, token } = JSON.parse((await post(to, '/v1/projects', about)).text);
  const uploader = { ...to, headers: { 'x-lhci-build-token': token } };
  const lhr = lighthouseReport('https://shop.example/');
  const path = `/v1/projects/${id}/builds`;
  return {
    path,
    /** What its own command line does: a build, its one run, and the end of the build. Milliseconds. */
    async upload() {
      const commit = {
        hash: randomUUID(),
        commitMessage: 'Change',
        author: 'Bench <bench@example.org>',
        branch: 'main',
      };
      const moment = new Date().toISOString();
      const build = { projectId: id, lifecycle: 'unsealed', ...commit, runAt: moment, committedAt: moment };
      const created = await post(uploader, path, build);
      const ofBuild = `${path}/${JSON.parse(created.text).id}`;
      const run = { representative: false, url: 'https://shop.example/', lhr };
      const { ms } = await post(uploader, `${ofBuild}/runs`, run);
      const body = JSON.stringify('sealed');
      const sealed = await send({ to: uploader, method: 'PUT', path: `${ofBuild}/lifecycle`, body });
      return created.ms + ms + sealed.ms;
    },
  };
}

// PostGraphile cannot name all enumerations of the service's own schema.
const COPY_ACTIVITIES = `
  CREATE SCHEMA peer;
  CREATE TABLE peer.test_activities (LIKE public.test_activities INCLUDING INDEXES);
  INSERT INTO peer.test_activities SELECT * FROM public.test_activities`;

// The copied indexes begin with the organization: a query that names the product alone would read the whole table.
const NEWEST = `
  query Newest($organization: UUID!, $product: UUID!) {
    allTestActivities(first: ${LIST_SIZE}, condition: { organizationId: $organization, productId: $product }, orderBy: [CREATED_AT_DESC, ID_DESC]) {
      nodes { id number type title tool target externalUrl startedAt completedAt context issueCount findingCount resolvedCount delta createdAt updatedAt }
    }
  }`;

function scenarios({ world, lhci, graphile, hello, people, project, size }) {
  const { big } = world;
  const person = { ...world.service, headers: world.session };
  const ingest = { ...world.service, headers: world.ingestKey };
  let taken = 0;
  const upload = () => {
    const body = report(world.pool[taken++ % POOL], FINDINGS, 0);
    return [{ series: 'service', to: ingest, method: 'POST', path: '/api/ingest/test-activity', body }];
  };
  const get = (series, to, path) => () => [{ series, to, path }];
  const underLoad = (id, title, sides, compare) => ({
    ...{ id, title, way: 'sustained', connections: size.connections, sides, compare },
  });
  // GraphQL answers 200 to its failures too.
  const holds = (text) => JSON.parse(text).data?.allTestActivities?.nodes.length === LIST_SIZE;
  const newest = JSON.stringify({ query: NEWEST, variables: { organization: big.id, product: big.product.id } });
  const members = `/api/auth/organization/list-members?organizationId=${big.id}&limit=${LIST_SIZE}`;
  return [
    underLoad(
      'B12',
      'get the session',
      [get('service', person, '/api/auth/get-session'), get('better-auth', people.person, '/api/auth/get-session')],
      [{ of: 'service', to: 'better-auth', atLeast: AT_LEAST.session }],
    ),
    underLoad(
      'B12',
      `${LIST_SIZE} of ${size.members} members`,
      [get('service', person, members), get('better-auth', people.person, people.members)],
      [{ of: 'service', to: 'better-auth', atLeast: AT_LEAST.members }],
    ),
    {
      ...{ id: 'B13', title: 'upload of a report of 765 kB', way: 'oneByOne', samples: size.reports },
      sides: [upload, () => [{ series: '@lhci/server', work: project.upload }]],
      compare: [{ of: 'service', to: '@lhci/server', atMost: 0.45 }],
    },
    underLoad(
      'B14',
      `the ${LIST_SIZE} newest of ${size.activities} activities, without a total`,
      [
        get('service', person, `${big.product.url}/test-activity?total=false`),
        () => [{ series: 'PostGraphile', to: graphile.to, method: 'POST', path: '/graphql', body: newest, holds }],
        get('@lhci/server, builds', lhci.to, `${project.path}?limit=${LIST_SIZE}`),
      ],
      [
        { of: 'service', to: 'PostGraphile', atLeast: AT_LEAST.newest },
        { of: 'service', to: '@lhci/server, builds' },
      ],
    ),
    underLoad(
      'B29',
      'an answer that needs no work',
      [
        () => [{ series: 'service', to: world.service, path: '/health/live', bare: true }],
        () => [{ series: 'hello world of Nest', to: hello.to, path: '/', bare: true }],
      ],
      [{ of: 'service', to: 'hello world of Nest', atLeast: 0.6 }],
    ),
  ];
}

await run(() => main(asked.small ? SMALL : FULL));
