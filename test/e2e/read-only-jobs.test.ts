import { Jobs } from '#libs/jobs';
import { ReadOnlyMode } from '../../apps/api/src/platform/work/read-only.service.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';

const service = useService({ WORKER: 'inline' });

interface Job {
  attempts: number;
  error: string | null;
}

test('jobs that were held back begin as soon as the service writes again, also those tried as often as they may be', async () => {
  const { database } = service;
  const job = async (): Promise<Job | undefined> =>
    (
      await database.query<Job[]>(
        `SELECT attempts, last_error AS error FROM graphile_worker.jobs WHERE key = 'held back' AND locked_at IS NULL`,
      )
    )[0];
  await database.query('UPDATE service_state SET read_only_since = now()');
  await eventually(() => service.app.get(ReadOnlyMode).isOn);
  await service.app
    .get(Jobs)
    .add(database.manager, 'remove_file', { name: 'pictures/00.webp' }, { key: 'held back', maxAttempts: 1 });
  await eventually(job, (held) => held?.error != null);
  expect(await job()).toEqual({ attempts: 1, error: 'held back' });

  await database.query('UPDATE service_state SET read_only_since = NULL');
  await eventually(
    async () => (await database.query(`SELECT 1 FROM graphile_worker.jobs WHERE key = 'held back'`)).length,
    (left) => left === 0,
  );
});
