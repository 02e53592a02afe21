import { onConnection } from '../support/on-connection.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const list = (w: World, kind: string, q: string, query: object = {}) =>
  service
    .as(w.member.token)
    .get(`${w.product.url}/${kind}`)
    .query({ q, ...query });

/** Works beside so many issues with these texts, which nobody counts. */
async function besideIssues(
  w: World,
  [count, title, description]: [count: number, title: string, description: string],
  work: () => Promise<void>,
): Promise<void> {
  await insertIssues(w, count, title, description);
  // Nothing refers to them, which to look up takes long.
  const forget = 'SET session_replication_role = replica; DELETE FROM issues WHERE number > 1000';
  try {
    await work();
  } finally {
    await onConnection(service.databaseUrl, (client) => client.query(forget));
  }
}

const insertIssues = (w: World, count: number, title: string, description: string) =>
  service.database.query(
    `INSERT INTO issues (organization_id, id, product_id, number, title, description, source, wcag, requirement_set)
     SELECT $1, gen_random_uuid(), $2, 1000 + n, $3 || n, $4, 'internal', '{}', sha256('') FROM generate_series(1, $5::int) n`,
    [w.organization.id, w.product.id, title, description, count],
  );

test.each([
  ['50%', 'Only 50% of it is read'],
  ['a_b', 'The name a_b is spoken'],
  ['back\\slash', 'A back\\slash is no letter'],
  ['(?i)x|y', 'What (?i)x|y means'],
  ['***=', 'Stars ***= stand for themselves'],
  ['É', 'Une étiquette'],
  ['[a-z]+', 'It wants [a-z]+ here'],
])('%s is looked for as it stands, whatever its case', async (q, title) => {
  const w = await world(service);
  const as = service.as(w.member.token);
  for (const each of [title, 'Something else: abc 500 xyz'])
    await as.post(`${w.product.url}/issues`).send({ title: each }).expect(201);
  const { body } = await list(w, 'issues', ` ${q} `).expect(200);
  expect(body.issues.map((issue: { title: string }) => issue.title)).toEqual([title]);
  expect(body.total).toBe(1);
});

test('a text that is in more than 20,000 records is refused with or without a total, and says what to do', async () => {
  const w = await world(service);
  await besideIssues(w, [20_001, 'Button ', ''], async () => {
    for (const total of [true, false]) {
      const refused = await list(w, 'issues', 'button', { total });
      expect([refused.status, refused.body.code]).toEqual([400, 'search_too_broad']);
      expect(refused.body.message).toContain('search for a longer one');
    }
    expect((await list(w, 'issues', 'button 2000').expect(200)).body.total).toBe(3);
    expect((await list(w, 'issues', 'button', { source: 'external' }).expect(200)).body.issues).toEqual([]);
  });
});

test('a search in 25 MB of repeated text is answered within its time', async () => {
  const w = await world(service);
  await besideIssues(w, [5_125, 'Repeated ', 'a'.repeat(5_000)], async () => {
    const { body } = await list(w, 'issues', `${'a'.repeat(199)}b`).expect(200);
    expect(body.issues).toEqual([]);
  });
});

test('a search that takes more than two seconds is 503, and other lists go on', async () => {
  const w = await world(service);
  await onConnection(service.databaseUrl, async (client) => {
    await client.query('BEGIN; LOCK TABLE risks IN ACCESS EXCLUSIVE MODE');
    const refused = await list(w, 'risks', 'anything');
    expect([refused.status, refused.body.code]).toEqual([503, 'temporarily_unavailable']);
    expect(refused.headers['retry-after']).toBe('2');
    await list(w, 'issues', 'anything').expect(200);
    await client.query('ROLLBACK');
  });
  await list(w, 'risks', 'anything').expect(200);
});
