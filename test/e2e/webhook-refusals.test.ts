import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.js';
import { TestReceiver } from '../support/receiver.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ WEBHOOKS_ALLOW_PRIVATE: 'true' });

let receiver: TestReceiver;
beforeAll(async () => void (receiver = await TestReceiver.start()));
afterAll(() => receiver.stop());

test('an organization has no more webhooks than the limit, however many are created at once', async () => {
  const w = await world(service);
  const url = `${w.organization.url}/webhooks`;
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      service
        .as([w.owner, w.admin][i % 2]!.token)
        .post(url)
        .send({ url: receiver.url('/many') }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(Array(4).fill('409 limit_reached'));
  expect(refused[0]!.body.message).toMatch(/20 webhooks .*LIMIT_WEBHOOKS/);
});

describe('where private addresses are refused', () => {
  const closed = useService({ WORKER: 'inline' });

  test.each([
    'http://127.0.0.1/',
    'http://localhost:3000/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.8/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://[::ffff:127.0.0.1]/',
  ])('%s is', async (url) => {
    const w = await world(closed);
    const answer = await closed.as(w.admin.token).post(`${w.organization.url}/webhooks`).send({ url });
    expect([answer.status, answer.body.errors[0]]).toEqual([
      400,
      { path: '/url', code: 'private_address', message: expect.any(String) },
    ]);
  });

  test('one that leads inside later is not connected to', async () => {
    const w = await world(closed);
    const url = `${w.organization.url}/webhooks`;
    const { webhook } = (await closed.as(w.admin.token).post(url).send({ url: 'https://1.1.1.1/hook' })).body;
    const port = new URL(receiver.url('/')).port;
    for (const address of [`http://localhost:${port}/inside`, `http://127.0.0.1:${port}/inside`]) {
      await closed.database.query('UPDATE webhooks SET url = $1', [address]);
      await closed.as(w.admin.token).post(`${url}/${webhook.id}/test`);
    }
    const sent = await eventually(
      async () => (await closed.as(w.admin.token).get(`${url}/${webhook.id}/deliveries`)).body.deliveries,
      (all) => all.length === 2 && all.every(({ attempts }: { attempts: number }) => attempts > 0),
    );
    expect(sent.map(({ error }: { error: string }) => error)).toEqual([
      'the address is private',
      'the address is private',
    ]);
    expect(receiver.at('/inside')).toEqual([]);
  });
});

describe('without a key to keep secrets with', () => {
  const keyless = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true', SECRET_KEY: '' });

  test('none is made, and one from before goes on signing', async () => {
    const w = await world(keyless);
    const url = `${w.organization.url}/webhooks`;
    const made = await keyless
      .as(w.admin.token)
      .post(url)
      .send({ url: receiver.url('/plain') });
    expect([made.status, made.body.code]).toEqual([409, 'secret_key_missing']);
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const [{ id }] = await keyless.database.query(
      `INSERT INTO webhooks (id, organization_id, url, secret) VALUES (gen_random_uuid(), $1, $2, $3) RETURNING id`,
      [w.organization.id, receiver.url('/plain'), secret],
    );
    await keyless.as(w.admin.token).post(`${url}/${id}/test`).expect(201);
    const [message] = await eventually(
      () => receiver.at('/plain'),
      ({ length }) => length === 1,
    );
    expect(() => new Webhook(secret).verify(message!.body, message!.headers as Record<string, string>)).not.toThrow();
    expect((await keyless.as(w.admin.token).post(`${url}/${id}/rotate-secret`)).body.code).toBe('secret_key_missing');
  });
});
