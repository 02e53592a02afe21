import { newId } from '#libs/ids';
import { Organization } from '../../apps/api/src/accounts/organizations/organization.entity.js';
import { UnitOfWork } from '../../apps/api/src/platform/work/unit-of-work.service.js';
import { draw } from '../support/dice.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ LOG_LEVEL: 'silent' });

/** How many events are followed; the pipeline follows few. */
const EVENTS = Number(process.env['FOLLOWED_EVENTS'] ?? 4000);
const WRITERS = 6;
const FOLLOWERS = 3;
/** Many events come in larger units: what is tried is the order of commits, of which there are thousands then. */
const MOST_OF_UNIT = Math.max(40, EVENTS / 2_500);

class Broken extends Error {}

/** Whether a busy machine let a unit wait too long for a connection or a lock, so that it did not commit. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  /^timeout exceeded|connection timeout|lock timeout|did not respond in time/.test(error.message);

const random = (below: number): number => Math.floor(draw() * below);

test('whoever follows the changes gets each once in the order of commits, whatever is slow, fails or breaks', async () => {
  const w = await world(service);
  const unitOfWork = service.app.get(UnitOfWork);
  const organization = await service.database.manager.findOneByOrFail(Organization, { id: w.organization.id });
  const committed = new Set<string>();
  let left = EVENTS;
  let isWritten = false;

  /** Makes units that are slow before their events, or after; some fail, and the connection of some breaks. */
  async function write(): Promise<void> {
    while (left > 0) {
      const titles = Array.from({ length: 1 + random(MOST_OF_UNIT) }, () => newId());
      const [fate, delay] = [random(12), random(8) === 0 ? random(12) : 0];
      try {
        await unitOfWork.run(async (change) => {
          await change.tx.query('SELECT pg_sleep($1)', [delay / 1000]);
          for (const title of titles)
            change.record({ organizationId: organization.id, type: 'product.updated', subject: { title } });
          change.beforeCommit(async (tx) => {
            if (fate === 0) throw new Broken();
            if (fate === 1) await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
            if (fate === 2) await tx.query('SELECT pg_sleep(0.004)');
          });
        });
        for (const title of titles) committed.add(title);
        left -= titles.length;
      } catch (error) {
        if (fate > 1 && !isBusy(error)) throw error;
      }
    }
  }

  /** Reads on from what it has stored, loses some pages before they are, and ends when it has all. */
  async function follow(): Promise<string[]> {
    const titles: string[] = [];
    let last: string | undefined;
    for (;;) {
      const isLast = isWritten;
      const { body, status } = await service
        .as(w.owner.token)
        .get(`${w.organization.url}/changes?order=asc&pageSize=${1 + random(100)}${last ? `&after=${last}` : ''}`);
      if (status === 503 || random(10) === 0) continue;
      const changes = body.changes as { id: string; subject: { title: string } }[];
      titles.push(...changes.map(({ subject }) => subject.title));
      last = changes.at(-1)?.id ?? last;
      if (changes.length > 0) continue;
      if (isLast) return titles;
    }
  }

  const writers = Array.from({ length: WRITERS }, write);
  const followed = Array.from({ length: FOLLOWERS }, follow);
  await Promise.all(writers);
  isWritten = true;
  const rows = await service.database.query<{ title: string }[]>(
    'SELECT subject_title AS title FROM events WHERE organization_id = $1 ORDER BY position',
    [organization.id],
  );
  const inOrder = rows.map(({ title }) => title);
  expect(new Set(inOrder)).toEqual(committed);
  for (const seen of await Promise.all(followed)) expect(seen).toEqual(inOrder);
}, 9_000_000);

test('events of before there were positions come first, in the order of their moments', async () => {
  const w = await world(service);
  const owner = service.as(w.owner.token);
  for (const title of ['A', 'B', 'C']) await owner.post(`${w.product.url}/issues`).send({ title }).expect(201);
  await service.database.query(
    `UPDATE events SET position = NULL WHERE organization_id = $1 AND subject_title <> 'C'`,
    [w.organization.id],
  );
  const titles: string[] = [];
  for (let after = ''; ;) {
    const { body } = await owner.get(`${w.organization.url}/changes?order=asc&pageSize=1&type=issue.created${after}`);
    if (body.changes.length === 0) break;
    titles.push(body.changes[0].subject.title as string);
    after = `&after=${body.changes[0].id}`;
  }
  expect(titles).toEqual(['A', 'B', 'C']);
});
