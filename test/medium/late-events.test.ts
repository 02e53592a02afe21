import { newId } from '#libs/ids';
import { type LateEvents, UnitOfWork } from '../../apps/api/src/platform/work/unit-of-work.service.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

test('an event that is written later is as it was then, is written once, and the person has it at once', async () => {
  const w = await world(service);
  const unitOfWork = service.app.get(UnitOfWork);
  let queued = '';
  await unitOfWork.apart(
    async () => [
      {
        organizationId: w.organization.id,
        type: 'api_key.revoked',
        subject: { id: newId(), title: 'CI' },
        accountId: w.owner.id,
      },
    ],
    async (_tx, events) => void (queued = JSON.stringify(events)),
  );
  const rows = (table: string) =>
    service.database.query<object[]>(
      `SELECT id, at, type, subject_title, account_id FROM ${table} WHERE organization_id = $1`,
      [w.organization.id],
    );
  const copies = await rows('account_events');
  expect(copies).toMatchObject([{ type: 'api_key.revoked', subject_title: 'CI', account_id: w.owner.id }]);
  expect(await rows('events')).toEqual([]);
  for (let turn = 1; turn <= 2; turn += 1) {
    await unitOfWork.recordLate(w.organization.id, JSON.parse(queued) as LateEvents);
    expect(await rows('events')).toEqual(copies);
  }
});
