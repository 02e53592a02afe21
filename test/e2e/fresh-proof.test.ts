import { newId } from '#libs/ids';
import { nextCode, PASSWORD, signUp, signUpWithSecondFactor } from '../support/authenticator.js';
import { mailsTo } from '../support/mail.js';
import { msUntil, nowSeconds } from '../support/moments.js';
import { somebody, useProvider } from '../support/oidc-sign-ins.js';
import { waitFor } from '../support/traffic.js';
import { world, type World } from '../support/world.js';

const { provider, service, begin, sentBack, come, signIn, userOf } = useProvider({ WORKER: 'inline' });

/** All sessions have proved who is in them so many minutes ago; null: never. */
const age = (minutes: number | null) =>
  service.database.query('UPDATE sessions SET proved_at = now() - make_interval(mins => $1)', [minutes]);
const prove = (token: string, body: object) => service.as(token).post('/v1/me/proof').send(body);
const takeAlong = (token: string) => service.as(token).get('/v1/me/export');
/** An organization of somebody who has signed up. */
async function founded({ token }: { token: string }): Promise<{ url: string; token: string }> {
  const name = newId();
  const { body } = await service
    .as(token)
    .post('/api/auth/organization/create')
    .send({ name, slug: `o-${name}` });
  return { url: `/v1/organizations/${body.id}`, token };
}
const webhook = ({ url, token }: { url: string; token: string }) =>
  service.as(token).post(`${url}/webhooks`).send({ url: 'http://127.0.0.1:9/' });
const security = ({ url, token }: { url: string; token: string }) =>
  service.as(token).patch(`${url}/settings/security`).send({ requireFreshProof: false });
const asks = (w: World, requireFreshProof: boolean) =>
  service.as(w.owner.token).patch(`${w.organization.url}/settings/security`).send({ requireFreshProof });
const makeKey = (w: World) =>
  service
    .as(w.owner.token)
    .post(`${w.organization.url}/api-keys`)
    .send({ name: newId(), scopes: ['read'] });

afterEach(() => age(0));

test('ten minutes after the last proof what lets somebody stay is refused, with the way to prove who is there', async () => {
  const o = await founded(await signUp(service));
  expect((await security(o)).status).toBe(200);
  await age(11);
  const refused = await webhook(o);
  expect([refused.status, refused.body.code, refused.body.ways]).toEqual([403, 'fresh_proof_required', ['password']]);
  expect((await takeAlong(o.token)).status).toBe(403);
  expect((await security(o)).status).toBe(403);
  // Reading, and what says nothing of who gets in, is not asked for it.
  expect((await service.as(o.token).get(`${o.url}/webhooks`)).status).toBe(200);
  const product = service.as(o.token).post(`${o.url}/products`).send({ name: 'Shop', type: 'website' });
  expect((await product).status).toBe(201);
});

test('the password proves it for ten minutes, a wrong one does not', async () => {
  const o = await founded(await signUp(service));
  await age(11);
  const wrong = await prove(o.token, { password: 'not the password' });
  expect([wrong.status, wrong.body.code, wrong.body.errors[0].path]).toEqual([400, 'proof_refused', '/password']);
  expect((await webhook(o)).status).toBe(403);
  const { status, body } = await prove(o.token, { password: PASSWORD });
  expect(status).toBe(200);
  expect(msUntil(body.proof.freshUntil)).toBeGreaterThan(9 * 60_000);
  expect((await security(o)).status).toBe(200);
});

test('another way than the account has is refused, and so are none and two', async () => {
  const { token } = await signUp(service);
  for (const body of [{ code: '123456' }, { mailCode: '123456' }, {}, { password: PASSWORD, code: '123456' }]) {
    const refused = await prove(token, body);
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input']);
    expect(refused.body.errors[0].message).toContain('password');
  }
  const mail = await service.as(token).post('/v1/me/proof/mail');
  expect([mail.status, mail.body.code]).toEqual([409, 'proof_by_other_ways']);
});

test('with a second factor on it is the factor, and a code is good once', async () => {
  const person = await signUpWithSecondFactor(service);
  const { token, uri, backupCodes } = person;
  await age(11);
  expect((await takeAlong(token)).body.ways).toEqual(['code']);
  expect((await prove(token, { password: PASSWORD })).status).toBe(400);
  const code = await nextCode(service, uri, person);
  expect((await prove(token, { code: wrong(code) })).body.code).toBe('proof_refused');
  expect((await prove(token, { code })).status).toBe(200);
  expect((await takeAlong(token)).status).toBe(200);
  expect((await prove(token, { code })).body.code).toBe('proof_refused');
  expect((await prove(token, { code: backupCodes[0]! })).status).toBe(200);
  expect((await prove(token, { code: backupCodes[0]! })).body.code).toBe('proof_refused');
});

test('at /api/auth the refusal is the one of its clients, which names ours and the ways', async () => {
  const { token } = await signUp(service);
  await age(11);
  const newEmail = `${newId()}@example.org`;
  const refused = await service.as(token).post('/api/auth/change-email').send({ newEmail });
  expect([refused.status, refused.body]).toEqual([
    403,
    expect.objectContaining({ code: 'SESSION_NOT_FRESH', problemCode: 'fresh_proof_required', ways: ['password'] }),
  ]);
});

test('a password in a body that takes one is a proof', async () => {
  const { token } = await signUp(service);
  await age(11);
  const enable = service.as(token).post('/api/auth/two-factor/enable').send({ password: PASSWORD });
  expect((await enable).status).toBe(200);
  expect((await takeAlong(token)).status).toBe(200);
});

test('an organization may ask for it before keys are made and owners named, and does not by itself', async () => {
  const w = await world(service);
  const promote = () =>
    service
      .as(w.owner.token)
      .post('/api/auth/organization/update-member-role')
      .send({ organizationId: w.organization.id, memberId: w.admin.memberId, role: 'owner' });
  const invite = (role: string) =>
    service
      .as(w.owner.token)
      .post('/api/auth/organization/invite-member')
      .send({ organizationId: w.organization.id, email: `${newId()}@example.org`, role });
  await age(11);
  expect((await makeKey(w)).status).toBe(201);
  expect((await invite('owner')).status).toBe(200);
  await age(0);
  expect((await asks(w, true)).body.settings).toEqual({ requireTwoFactor: false, requireFreshProof: true });
  expect((await makeKey(w)).status).toBe(201);
  await age(11);
  expect((await makeKey(w)).body).toMatchObject({ code: 'fresh_proof_required', ways: ['mailCode'] });
  expect((await invite('owner')).body).toMatchObject({ code: 'SESSION_NOT_FRESH', ways: ['mailCode'] });
  expect((await promote()).body).toMatchObject({ code: 'SESSION_NOT_FRESH' });
  expect((await invite('member')).status).toBe(200);
  // A key cannot prove anything, and is not asked.
  expect((await service.as(w.keys.write).get(`${w.organization.url}/products`)).status).toBe(200);
});

describe('who signs in with the provider alone', () => {
  const now = () => nowSeconds();

  test('is fresh only where the provider has just asked, and proves it there while the session stays', async () => {
    const person = somebody();
    const token = await signedIn(person);
    const refused = await takeAlong(token);
    expect([refused.status, refused.body.ways]).toEqual([403, ['provider']]);
    const begun = await service.as(token).post('/api/auth/sign-in/social').send({ provider: 'oidc', prove: true });
    expect(Object.fromEntries(new URL(begun.body.url).searchParams)).toMatchObject({ max_age: '0', prompt: 'login' });
    const back = await proved(token, person, { auth_time: now() - 2 });
    expect([back.status, back.headers['set-auth-token']]).toEqual([302, undefined]);
    expect((await takeAlong(token)).status).toBe(200);
    expect(await userOf(token)).toMatchObject({ email: person.email });
  });

  test.each([
    ['another person', () => ({ sub: 'sub-of-a-stranger', auth_time: now() })],
    ['an hour ago', () => ({ auth_time: now() - 3600 })],
    ['tomorrow', () => ({ auth_time: now() + 86_400 })],
  ])('is not proved by %s', async (_what, claims) => {
    const person = somebody();
    const token = await signedIn(person);
    const back = await proved(token, person, claims());
    expect([back.status, back.body.code]).toEqual([403, 'identity_not_proved']);
    expect((await takeAlong(token)).status).toBe(403);
  });

  test('gets a code mailed where the provider does not say when it asked: good once, and five tries', async () => {
    const person = somebody();
    const token = await signedIn(person);
    expect((await proved(token, person, {})).body.code).toBe('auth_time_missing');
    expect((await takeAlong(token)).body.ways).toEqual(['mailCode']);
    const code = await mailedCode(token, person.email, 1);
    expect((await prove(token, { mailCode: wrong(code) })).body.code).toBe('proof_refused');
    expect((await prove(token, { mailCode: code })).status).toBe(200);
    expect((await takeAlong(token)).status).toBe(200);
    expect((await prove(token, { mailCode: code })).body.code).toBe('proof_refused');
    const next = await mailedCode(token, person.email, 2);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await prove(token, { mailCode: wrong(next) })).body.code).toBe('proof_refused');
    expect((await prove(token, { mailCode: next })).body.code).toBe('proof_refused');
  });

  test('cannot prove anything without a session, nor with another way than the account has', async () => {
    expect((await begin({ prove: true })).status).toBe(401);
    const refused = await service
      .as((await signUp(service)).token)
      .post('/api/auth/sign-in/social')
      .send({ provider: 'oidc', prove: true });
    expect([refused.status, refused.body.ways]).toEqual([403, ['password']]);
  });
});

/**
 * The session of somebody who has an account already: the provider vouches for them, and does not say when it asked.
 */
async function signedIn(person: object): Promise<string> {
  await signIn(person);
  return (await signIn(person)).headers['set-auth-token']!;
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** What the service answers when the provider has asked who is in this session. */
async function proved(token: string, person: object, claims: object) {
  provider.misbehaves = { claims: claims as never };
  const signed = { as: () => service.as(token) } as unknown as typeof service;
  return come(await sentBack(person, { prove: true }, signed));
}

async function mailedCode(token: string, email: string, count: number): Promise<string> {
  await service.as(token).post('/v1/me/proof/mail').expect(204);
  const codes = async () =>
    (await mailsTo(service, email)).flatMap(({ text }) => /minutes: (\d{6})/.exec(text)?.[1] ?? []);
  return waitFor(10, async () => (await codes())[count - 1]);
}
