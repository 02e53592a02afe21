import { newId } from '#libs/ids';
import type { MigrationInterface } from 'typeorm';
import { InvitationSecrets1760000000060 } from '../../apps/api/src/migrations/1760000000060-invitation-secrets.js';
import { OrphanedInvitations1760000000061 } from '../../apps/api/src/migrations/1760000000061-orphaned-invitations.js';
import { Invitation } from '../../apps/api/src/organizations/invitations/invitation.entity.js';
import { asTest } from '../support/organization-check.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService();

/** Undoes a migration and does it again, on the rows that are there. */
async function again(migration: MigrationInterface): Promise<void> {
  const runner = service.database.createQueryRunner();
  try {
    await asTest(() => migration.down(runner));
    await asTest(() => migration.up(runner));
  } finally {
    await runner.release();
  }
}

const invite = async (w: World, inviter: Person, role: 'member' | 'owner') => {
  const id = newId();
  await service.database.manager.insert(Invitation, {
    id,
    organizationId: w.organization.id,
    email: `${id}@example.org`,
    role,
    status: 'pending',
    inviterId: inviter.id,
    expiresAt: new Date(Date.now() + 60_000),
  });
  return id;
};

test('the upgrade cancels what its sender could not offer today, and nothing else', async () => {
  const w = await world(service);
  const kept = [await invite(w, w.owner, 'owner'), await invite(w, w.admin, 'member')];
  const orphaned = [
    await invite(w, w.stranger, 'member'),
    await invite(w, w.member, 'member'),
    await invite(w, w.admin, 'owner'),
  ];
  await again(new OrphanedInvitations1760000000061());
  const canceled = await service.database.query(`SELECT id FROM invitations WHERE status = 'canceled' ORDER BY id`);
  expect(canceled.map(({ id }: { id: string }) => id)).toEqual(orphaned.sort());
  expect(await service.database.manager.countBy(Invitation, { status: 'pending' })).toBe(kept.length);
});

test('the upgrade masks the addresses of invitations in deliveries that were kept', async () => {
  const w = await world(service);
  const webhookId = newId();
  await service.database.query(
    `INSERT INTO webhooks (id, organization_id, url, secret) VALUES ($1, $2, 'https://example.org/', 'whsec_x')`,
    [webhookId, w.organization.id],
  );
  const message = (title: string) => JSON.stringify({ type: 'x', data: { subject: { kind: 'invitation', title } } });
  const deliver = (type: string, payload: string) =>
    service.database.query(
      `INSERT INTO webhook_deliveries (id, organization_id, webhook_id, type, payload) VALUES ($1, $2, $3, $4, $5)`,
      [newId(), w.organization.id, webhookId, type, payload],
    );
  await deliver('invitation.created', message('carol@example.org'));
  await deliver('issue.created', message('mail me at carol@example.org'));
  await again(new InvitationSecrets1760000000060());
  const rows = await service.database.query(
    `SELECT payload::json #>> '{data,subject,title}' AS title FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY type`,
    [webhookId],
  );
  expect(rows).toEqual([{ title: 'c…@example.org' }, { title: 'mail me at carol@example.org' }]);
});
