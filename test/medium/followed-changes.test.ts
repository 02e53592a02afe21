import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#libs/ids';
import { ChangesService } from '../../apps/api/src/changes/changes.service.js';
import { Organization } from '../../apps/api/src/organizations/organization.entity.js';
import { UnitOfWork } from '../../apps/api/src/work/unit-of-work.service.js';
import { draw } from '../support/dice.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ LOG_LEVEL: 'silent' });

/** How many events are followed; the pipeline follows few. */
const EVENTS = Number(process.env['FOLLOWED_EVENTS'] ?? 4000);
const WRITERS = 6;
const FOLLOWERS = 3;
const MOST_OF_UNIT = 40;

class Broken extends Error {}

const random = (below: number): number => Math.floor(draw() * below);

test('whoever follows the changes gets each once in the order of commits, whatever is slow, fails or breaks', async () => {
  const w = await world(service);
  const [unitOfWork, changes] = [service.app.get(UnitOfWork), service.app.get(ChangesService)];
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
        if (fate > 1) throw error;
      }
    }
  }

  /** Reads on from what it has stored, loses some pages before they are, and ends when it has all. */
  async function follow(): Promise<string[]> {
    const stored: { id: string; subjectTitle: string | null }[] = [];
    for (;;) {
      const isLast = isWritten;
      const after = stored.at(-1)?.id;
      const query = { order: 'asc', page: 1, pageSize: 1 + random(100), total: true, ...(after && { after }) } as const;
      const { items } = await changes.page({ organization }, query, 'owner');
      if (random(10) === 0) continue;
      stored.push(...items);
      if (items.length > 0) continue;
      if (isLast) return stored.map(({ subjectTitle }) => subjectTitle!);
      await sleep(2);
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
}, 3_600_000);

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
