import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

test('a fault says what a client needs to word it in another language: limits, values, types, formats', async () => {
  const { product, member, organization, owner } = await world(service);
  const faultsOf = async (path: string, body: object, token = member.token) =>
    Object.fromEntries(
      (await service.as(token).post(path).send(body)).body.errors.map(
        ({ path: at, code, params }: { path: string; code: string; params?: object }) => [at, [code, params]],
      ),
    );
  expect(
    await faultsOf(`${product.url}/issues`, {
      title: 'x'.repeat(201),
      severity: 'dire',
      description: 7,
      areaIds: ['payment'],
      nothing: true,
    }),
  ).toEqual({
    '/title': ['too_long', { max: 200 }],
    '/severity': ['not_allowed', { allowed: ['low', 'medium', 'high'] }],
    '/description': ['wrong_type', { type: 'string' }],
    '/areaIds': ['malformed', { format: 'uuid' }],
    '/nothing': ['unknown_property', undefined],
  });
  expect(await faultsOf(`/v1/organizations/${organization.id}/webhooks`, { url: 'no' }, owner.token)).toEqual({
    '/url': ['malformed', { format: 'uri' }],
  });
  const page = await service.as(member.token).get(`${product.url}/issues?page=0&pageSize=101`);
  expect(page.body.errors.map(({ code, params }: { code: string; params: object }) => [code, params])).toEqual([
    ['out_of_range', { min: 1 }],
    ['out_of_range', { max: 100 }],
  ]);
});

test('a report says the same of its findings, and a reference what it was', async () => {
  const { keys, product, member } = await world(service);
  const finding = { ruleId: 'x', title: 'y'.repeat(301), severity: 'dire', selector: 7 };
  const report = {
    type: 'automated_scan',
    tool: 't',
    productRef: product.slug,
    startedAt: 'now',
    findings: [finding, {}],
  };
  const { errors } = (await service.as(keys.ingest).post('/api/ingest/test-activity').send(report)).body;
  const params = Object.fromEntries(
    errors.map(({ path, code, params: said }: { path: string; code: string; params?: object }) => [path, [code, said]]),
  );
  expect(params).toMatchObject({
    '/startedAt': ['malformed', undefined],
    '/findings/0/title': ['too_long', { max: expect.any(Number) }],
    '/findings/0/severity': ['not_allowed', { allowed: ['low', 'medium', 'high'] }],
    '/findings/0/selector': ['wrong_type', { type: 'string' }],
    '/findings/1/title': ['required', undefined],
  });
  const unknown = '018f3c5e-0000-7000-8000-000000000000';
  const reference = await service
    .as(member.token)
    .post(`${product.url}/issues`)
    .send({ title: 'x', areaIds: [unknown] });
  expect(reference.body.errors).toMatchObject([
    { path: '/areaIds/0', code: 'unknown_reference', params: { value: unknown } },
  ]);
});

test('under /api/auth a refusal has the code of its clients, and ours beside', async () => {
  const { member, organization } = await world(service);
  const call = (path: string, body: object, token?: string) => service.as(token).post(`/api/auth/${path}`).send(body);
  const codes = ({ body }: { body: { code: string; problemCode?: string } }) => [body.code, body.problemCode];
  expect(codes(await call('sign-in/email', {}))).toEqual(['VALIDATION_ERROR', 'invalid_input']);
  expect(codes(await call('sign-in/email', { email: 'a@example.org', password: 'wrong one' }))).toEqual([
    'INVALID_EMAIL_OR_PASSWORD',
    'invalid_email_or_password',
  ]);
  expect(codes(await call('update-user', { name: 'x' }))).toEqual(['UNAUTHORIZED', 'unauthenticated']);
  const update = { organizationId: organization.id, data: { name: 'x' } };
  expect(codes(await call('organization/update', update, member.token))).toEqual([
    'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION',
    'role_too_low',
  ]);
  expect(codes(await call('no-such-path', {}))).toEqual(['not_found', 'not_found']);
  expect(codes(await service.as().get('/v1/nothing'))).toEqual(['not_found', undefined]);
});
