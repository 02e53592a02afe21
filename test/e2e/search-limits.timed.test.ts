import { onConnection } from '../support/on-connection.js';
import { searchOf, withManyIssues } from '../support/many-issues.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

const list = searchOf(service);

test('a search in 25 MB of repeated text is answered within its time', async () => {
  const w = await world(service);
  await withManyIssues(service, w, [5_125, 'Repeated ', 'a'.repeat(5_000)], async () => {
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
