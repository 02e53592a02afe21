import { JSON_TYPE, openConnection, requestHead } from '../support/raw-connection.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { part } from '../support/uploads.js';
import { type Person, world } from '../support/world.js';

/** A body may take a minute. What its sender may do is not what they might a minute ago. */
const service = useService({}, { decisionHoldsMs: 0 });

type World = Awaited<ReturnType<typeof world>>;
type Change = (sender: Person) => Promise<unknown>;

/** The status and code of the answer to a request whose body waits until `change` has happened. */
async function heldBack(
  [verb, path, body]: [string, string, object | string],
  credential: string,
  change: () => Promise<unknown>,
): Promise<string> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? { 'Content-Type': 'multipart/form-data; boundary=b' } : JSON_TYPE;
  const connection = openConnection({ base: await service.app.getUrl() });
  connection.socket.write(
    requestHead(verb, path, {
      ...type,
      Authorization: `Bearer ${credential}`,
      'Content-Length': text.length,
      Connection: 'close',
      Expect: '100-continue',
    }),
  );
  // Who is told to go on was admitted.
  await eventually(connection.received, (received) => received.includes('100 Continue'));
  await change();
  connection.socket.write(text);
  await connection.closed;
  const [, status] = /^HTTP\/1.1 (?!100)(\d+)/m.exec(connection.received())!;
  return [status, /"code":"(\w+)"/.exec(connection.received())?.[1]].join(' ').trim();
}

const removal =
  (w: World): Change =>
  ({ id }) =>
    service.database.query('DELETE FROM members WHERE organization_id = $1 AND user_id = $2', [w.organization.id, id]);
const demotion =
  (w: World): Change =>
  ({ id }) =>
    service.database.query(`UPDATE members SET role = 'member' WHERE organization_id = $1 AND user_id = $2`, [
      w.organization.id,
      id,
    ]);
const signOut = (): Change => (sender) => service.as(sender.token).post('/api/auth/sign-out').send({});

const product = ({ organization }: World): [string, string, object] => [
  ...(['POST', `${organization.url}/products`] as const),
  { name: 'Late', type: 'website' },
];
const webhook = ({ organization }: World): [string, string, object] => [
  ...(['POST', `${organization.url}/webhooks`] as const),
  { url: 'https://example.org/all-that-happens' },
];
const gitHubSecret = ({ organization }: World): [string, string, object] => [
  ...(['PUT', `${organization.url}/settings/github`] as const),
  { secret: 'a secret of who was removed' },
];
const role = ({ organization, member }: World): [string, string, object] => [
  ...(['POST', '/api/auth/organization/update-member-role'] as const),
  { organizationId: organization.id, memberId: member.memberId, role: 'admin' },
];
const ownOrganization = (): [string, string, object] => ['POST', '/api/auth/organization/create', { name: 'Late' }];
const logo = ({ organization }: World): [string, string, string] => [
  ...(['POST', `${organization.url}/logo`] as const),
  `${part('file', 'no picture', 'logo.png')}--b--\r\n`,
];

test.each([
  ['a webhook of a removed admin', webhook, removal, '403 not_a_member'],
  ['a secret of a removed admin', gitHubSecret, removal, '403 not_a_member'],
  ['a product of a demoted admin', product, demotion, '403 role_too_low'],
  ['a logo of a demoted admin', logo, demotion, '403 role_too_low'],
  ['a product of a session that ended', product, signOut, '401 unauthenticated'],
  ['a role, given in a session that ended', role, signOut, '401 UNAUTHORIZED'],
  ['an organization, made in a session that ended', ownOrganization, signOut, '401 UNAUTHORIZED'],
])(
  'a body that is held back until its sender has lost the right is refused: %s',
  async (_what, of, change, refused) => {
    const w = await world(service);
    const sender = await w.person('admin');
    const before = await eventsOf(w);
    expect(await heldBack(of(w), sender.token, () => change(w)(sender))).toBe(refused);
    expect(await eventsOf(w)).toBe(before);
  },
);

const eventsOf = async ({ organization }: World): Promise<number> =>
  (
    await service.database.query('SELECT count(*)::int AS n FROM events WHERE organization_id = $1', [organization.id])
  )[0].n;

test('what is held back until its key is revoked is refused, a report too', async () => {
  const w = await world(service);
  const revoke = () =>
    service.database.query('UPDATE api_keys SET revoked_at = now() WHERE organization_id = $1', [w.organization.id]);
  const issue: [string, string, object] = ['POST', `${w.product.url}/issues`, { title: 'Late' }];
  const body = { productRef: w.product.slug, type: 'manual_test' };
  expect(
    await Promise.all([
      heldBack(issue, w.keys.write, revoke),
      heldBack(['POST', '/api/ingest/test-activity', body], w.keys.ingest, revoke),
    ]),
  ).toEqual(['401 unauthenticated', '401 unauthenticated']);
});

test('a product that was deleted while the body was held back is not there', async () => {
  const w = await world(service);
  const gone = () => service.as(w.owner.token).delete(w.product.url).send();
  expect(await heldBack(['POST', `${w.product.url}/issues`, { title: 'Late' }], w.owner.token, gone)).toBe(
    '404 not_found',
  );
});

test('a slow sender who may still do it does it once', async () => {
  const w = await world(service);
  // A token in the query is no second credential, the second time neither.
  const path = `${w.product.url}/issues?access_token=${w.keys.read}`;
  expect(await heldBack(['POST', path, { title: 'Slow' }], w.owner.token, async () => {})).toMatch(/^201/);
  const { body } = await service.as(w.owner.token).get(`${w.product.url}/issues`);
  expect(body.total).toBe(1);
});
