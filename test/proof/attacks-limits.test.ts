import { randomUUID } from 'node:crypto';
import { formsOf, formBody } from '../support/forms.js';
import { type TargetResponse, newAddress, TARGET_PASSWORD, statusAndCode, useTarget } from '../support/target.js';
import type { World } from '../support/world.js';

const AUTH = '/api/auth';
const ORG = `${AUTH}/organization`;
const NEW = 'a quite different long secret';

describe('what there may be a number of', () => {
  const target = useTarget({
    LIMIT_ORGANIZATIONS: '3',
    LIMIT_MEMBERS: '5',
    LIMIT_INVITATIONS: '3',
    LIMIT_TEAMS: '3',
    LIMIT_API_KEYS: '6',
    LIMIT_WEBHOOKS: '3',
    LIMIT_PRODUCTS: '4',
    LIMIT_AREAS: '3',
    LIMIT_STANDARDS: '3',
    LIMIT_REQUIREMENTS: '3',
  });
  const custom = async (w: World): Promise<string> => {
    const made = await target.as(w.owner.token).post(`${w.organization.url}/standards`, { name: 'Ours' });
    expect(made.status).toBe(201);
    return `${w.organization.url}/standards/${made.body.standard.slug}`;
  };
  // A world has a product, three keys, and an owner of one organization already.
  const KINDS: [string, string, number, (w: World) => Promise<(n: number) => Promise<TargetResponse>>][] = [
    [
      'organizations of a person',
      'LIMIT_ORGANIZATIONS',
      2,
      async (w) => (n) =>
        target.as(w.owner.token).post(`${ORG}/create`, { name: `O ${n}`, slug: `o-${randomUUID().slice(-8)}-${n}` }),
    ],
    [
      'pending invitations',
      'LIMIT_INVITATIONS',
      3,
      async (w) => () =>
        target
          .as(w.owner.token)
          .post(`${ORG}/invite-member`, { email: newAddress(), role: 'member', organizationId: w.organization.id }),
    ],
    [
      'teams',
      'LIMIT_TEAMS',
      3,
      async (w) => (n) =>
        target.as(w.owner.token).post(`${ORG}/create-team`, { name: `T ${n}`, organizationId: w.organization.id }),
    ],
    [
      'keys',
      'LIMIT_API_KEYS',
      3,
      async (w) => () =>
        target.as(w.owner.token).post(`${w.organization.url}/api-keys`, { name: 'k', scopes: ['read'] }),
    ],
    [
      'webhooks',
      'LIMIT_WEBHOOKS',
      3,
      async (w) => () =>
        target.as(w.owner.token).post(`${w.organization.url}/webhooks`, { url: 'https://example.org/h' }),
    ],
    [
      'products',
      'LIMIT_PRODUCTS',
      3,
      async (w) => (n) =>
        target.as(w.owner.token).post(`${w.organization.url}/products`, { name: `P ${n}`, type: 'website' }),
    ],
    [
      'areas of a product',
      'LIMIT_AREAS',
      3,
      async (w) => (n) => target.as(w.owner.token).post(`${w.product.url}/areas`, { name: `A ${n}` }),
    ],
    [
      'custom standards',
      'LIMIT_STANDARDS',
      3,
      async (w) => (n) => target.as(w.owner.token).post(`${w.organization.url}/standards`, { name: `S ${n}` }),
    ],
    [
      'requirements and groups of a standard',
      'LIMIT_REQUIREMENTS',
      3,
      async (w) => {
        const url = await custom(w);
        return (n) => target.as(w.owner.token).post(`${url}/${n % 2 ? 'requirements' : 'groups'}`, { name: `R ${n}` });
      },
    ],
  ];

  test.each(KINDS)(
    '%s are limited, also when they are made at once, and the refusal says how to raise it',
    async (kind, variable, room, prepare) => {
      const w = await target.world();
      const make = await prepare(w);
      const answers = await Promise.all(Array.from({ length: room + 5 }, (_, n) => make(n)));
      const made = answers.filter(({ status }) => status < 300);
      const refused = answers.filter(({ status }) => status >= 300);
      expect([kind, made.length, [...new Set(refused.map(statusAndCode))]]).toEqual([
        kind,
        room,
        ['409 limit_reached'],
      ]);
      expect(refused[0]!.body.message).toContain(variable);
      expect(refused[0]!.body.message).toMatch(/\d/);
    },
  );

  test('an invitation is no way past the number of members', async () => {
    const w = await target.world();
    await w.person('member');
    const invited = await Promise.all(
      [0, 1, 2].map(async () => {
        const { id, email, token } = await target.account({ verified: true });
        const body = { email, role: 'member', organizationId: w.organization.id };
        const { body: invitation } = await target.as(w.owner.token).post(`${ORG}/invite-member`, body);
        return { id, token, invitationId: invitation.id };
      }),
    );
    const answers = await Promise.all(
      invited.map(({ token, invitationId }) => target.as(token).post(`${ORG}/accept-invitation`, { invitationId })),
    );
    expect(answers.map(statusAndCode).sort()).toEqual(['200', '409 limit_reached', '409 limit_reached']);
  });

  test('being made an owner is no way past the number of organizations', async () => {
    const account = await target.account({ verified: true });
    for (let n = 0; n < 3; n += 1)
      expect((await target.as(account.token).post(`${ORG}/create`, { name: `Own ${n}` })).status).toBe(200);
    const w = await target.world();
    const [{ id: memberId }] = await target.sql(
      `INSERT INTO members (id, organization_id, user_id, role) VALUES (gen_random_uuid(), $1, $2, 'member') RETURNING id`,
      [w.organization.id, account.id],
    );
    const body = { memberId, role: 'owner', organizationId: w.organization.id };
    expect(statusAndCode(await target.as(w.owner.token).post(`${ORG}/update-member-role`, body))).toBe(
      '409 limit_reached',
    );
  });
});

describe('guessing', () => {
  const target = useTarget({
    ADDRESS_LIMIT_PER_MINUTE: '30',
    SIGN_IN_LIMIT_PER_MINUTE: '20',
    RATE_LIMIT_PER_MINUTE: '40',
    INGEST_LIMIT_PER_MINUTE: '25',
  });
  const burst = async (n: number, send: (i: number) => Promise<TargetResponse>): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const { status } of await Promise.all(Array.from({ length: n }, (_, i) => send(i))))
      counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const PATHS = ['/v1/functional-needs', '/v1/functional-needs/', '/V1/Functional-Needs', '/v1//functional-needs'];

  test('credentials guessed at once, in any spelling of header and path, are counted by address alone', async () => {
    const from = '127.0.5.1';
    const counts = await burst(90, (i) =>
      target.send(i % 3 === 2 ? 'HEAD' : 'GET', PATHS[i % 4]!, {
        from,
        headers: [
          { authorization: `Bearer ${randomUUID()}` },
          { authorization: `bearer  ${randomUUID()}` },
          { 'x-api-key': `svc_${randomUUID()}` },
          { cookie: `better-auth.session_token=${randomUUID()}` },
          {},
        ][i % 5] as Record<string, string>,
      }),
    );
    expect(90 - (counts['429'] ?? 0)).toBeLessThanOrEqual(30);
    expect(counts['429']).toBeGreaterThanOrEqual(60);
  });

  test('a neighbour’s noise locks nobody out who is at work, nor who wants to sign in', async () => {
    const from = '127.0.5.2';
    const account = await target.account();
    const get = (token: string) => target.as(token).get(`${AUTH}/list-sessions`, undefined, { from });
    expect((await get(account.token)).status).toBe(200);
    const stranger = (await target.account()).token;
    await burst(60, () => get(randomUUID()));
    expect((await get(account.token)).status).toBe(200);
    expect((await get(randomUUID())).status).toBe(429);
    // Known nowhere from here: the address is full, whoever they are.
    expect((await get(stranger)).status).toBe(429);
    expect((await target.signIn(account, { from })).status).toBe(200);
  });

  test('a remembered credential that has ended passes the counter of addresses, and is refused all the same', async () => {
    const from = '127.0.5.3';
    const account = await target.account();
    const get = () => target.as(account.token).get(`${AUTH}/list-sessions`, undefined, { from });
    expect((await get()).status).toBe(200);
    await target.sql('DELETE FROM sessions WHERE user_id = $1', [account.id]);
    expect((await get()).status).toBe(401);
  });

  test('one principal has one count, in whatever header and spelling its credential comes', async () => {
    const w = await target.world();
    const url = `${w.organization.url}/products`;
    const key = w.keys.read;
    const counts = await burst(70, (i) =>
      target.send('GET', url, {
        from: `127.0.6.${(i % 5) + 1}`,
        headers: [
          { authorization: `Bearer ${key}` },
          { authorization: `bearer ${key}` },
          { authorization: `BEARER   ${key}` },
          { 'x-api-key': key },
        ][i % 4] as Record<string, string>,
      }),
    );
    expect(counts).toEqual({ 200: 40, 429: 30 });
  });

  test('reports have a counter of their own: neither lets the other through', async () => {
    const w = await target.world();
    const from = '127.0.5.5';
    const report = () => target.as(w.keys.ingest).post('/api/ingest/test-activity', { productRef: 'none' }, { from });
    const counts = await burst(35, report);
    expect(counts['429']).toBe(10);
    expect((await target.as(w.keys.read).get(`${w.organization.url}/products`, undefined, { from })).status).toBe(200);
  });

  test('ten wrong passwords for an account from an address stop the eleventh, right or not, also when sent at once', async () => {
    const account = await target.account();
    const from = '127.0.5.6';
    const wrong = await burst(14, () => target.signIn({ ...account, password: 'not the password' }, { from }));
    expect(wrong['401']).toBeLessThanOrEqual(10);
    expect((await target.signIn(account, { from })).status).toBe(429);
    expect((await target.signIn(account, { from: '127.0.5.7' })).status).toBe(200);
  });

  test('in a stolen session ten wrong passwords, wherever they are asked, end that session', async () => {
    const account = await target.account({ verified: true });
    const from = '127.0.5.8';
    const { body } = await target.signIn(account, { from });
    const as = target.as(body.token);
    const asks: (() => Promise<TargetResponse>)[] = [
      () => as.post(`${AUTH}/change-password`, { currentPassword: 'wrong one!', newPassword: NEW }, { from }),
      () => as.post(`${AUTH}/delete-user`, { password: 'wrong one!' }, { from }),
      () => as.post(`${AUTH}/two-factor/enable`, { password: 'wrong one!' }, { from }),
    ];
    for (let i = 0; i < 10; i += 1) await asks[i % 3]!();
    expect((await as.get(`${AUTH}/list-sessions`, undefined, { from })).status).toBe(401);
    // The owner, elsewhere, goes on.
    expect((await target.as(account.token).get(`${AUTH}/list-sessions`)).status).toBe(200);
  });

  test('the page that asks for the password of an address is no way to guess it', async () => {
    const account = await target.account();
    const from = '127.0.5.9';
    await target.as(account.token).post(`${AUTH}/send-verification-email`, { email: account.email });
    const { token } = await target.mail(account.email, /verify-email/);
    const path = `${AUTH}/verify-email?token=${encodeURIComponent(token)}`;
    const page = await target.send('GET', path, { from, headers: { accept: 'text/html' } });
    const [form] = formsOf(page.text, path).filter(({ passwords }) => passwords.length > 0);
    expect(form).toBeDefined();
    const guess = (password: string) =>
      target.send('POST', form!.action, { from, ...formBody({ ...form!.fields, [form!.passwords[0]!]: password }) });
    for (let i = 0; i < 10; i += 1) expect((await guess(`wrong one ${i}`)).status).toBeLessThan(500);
    expect((await guess(TARGET_PASSWORD)).status).toBe(429);
    expect((await target.signIn(account, { from })).status).toBe(429);
  });

  test('a random credential never makes a row', async () => {
    const rows = async () => (await shared.sql('SELECT count(*)::int AS n FROM rate_limits'))[0].n;
    await shared.as(randomUUID()).get('/v1/functional-needs');
    const before = await rows();
    for (let i = 0; i < 25; i += 1) await shared.as(`svc_${randomUUID()}`).get('/v1/functional-needs');
    expect((await rows()) - before).toBeLessThanOrEqual(1);
  });
  const shared = useTarget({ RATE_LIMIT_STORE: 'postgres', ADDRESS_LIMIT_PER_MINUTE: '100' });
});
