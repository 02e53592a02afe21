import { eventually } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true' });

let receiver: TestReceiver;
beforeAll(async () => void (receiver = await TestReceiver.start()));
afterAll(() => receiver.stop());

test('a webhook is told of an invitation without the address, and so are those who read its deliveries', async () => {
  const w = await world(service);
  const url = `${w.organization.url}/webhooks`;
  const { webhook } = (
    await service
      .as(w.admin.token)
      .post(url)
      .send({ url: receiver.url('/invited') })
  ).body;
  const act = (path: string, body: object) =>
    service.as(w.admin.token).post(`/api/auth/organization/${path}`).send(body);
  const { id } = (await act('invite-member', { email: 'carol@example.org', role: 'member' })).body;
  await act('invite-member', { email: 'carol@example.org', role: 'admin', resend: true });
  await act('cancel-invitation', { invitationId: id });
  const messages = await eventually(
    () => receiver.at('/invited'),
    ({ length }) => length === 3,
  );
  expect(messages.map(({ body }) => JSON.parse(body))).toMatchObject(
    ['created', 'resent', 'canceled'].map((what) => ({
      type: `invitation.${what}`,
      data: { subject: { kind: 'invitation', id, title: 'c…@example.org' } },
    })),
  );
  const deliveries = await service.as(w.admin.token).get(`${url}/${webhook.id}/deliveries`);
  expect(deliveries.body.deliveries).toHaveLength(3);
  const stored = await service.database.query('SELECT d::text AS row FROM webhook_deliveries d');
  const told = messages.map(({ body }) => body).join() + deliveries.text + JSON.stringify(stored);
  expect(told).not.toContain('carol@');
});
