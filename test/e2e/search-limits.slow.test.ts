import { searchOf, withManyIssues } from '../support/many-issues.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

const list = searchOf(service);

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
  await withManyIssues(service, w, [20_001, 'Button ', ''], async () => {
    for (const total of [true, false]) {
      const refused = await list(w, 'issues', 'button', { total });
      expect([refused.status, refused.body.code]).toEqual([400, 'search_too_broad']);
      expect(refused.body.message).toContain('Search for a longer text');
    }
    expect((await list(w, 'issues', 'button 2000').expect(200)).body.total).toBe(3);
    expect((await list(w, 'issues', 'button', { source: 'external' }).expect(200)).body.issues).toEqual([]);
  });
});
