import { newId } from '#libs/ids';
import { Client } from 'pg';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { MIGRATIONS } from '../../apps/api/src/platform/migrations/migrations.js';
import { Quotas } from '../../apps/api/src/accounts/organizations/quotas.service.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { fromNow } from '../support/moments.js';
import { onConnection } from '../support/on-connection.js';
import { runAsOperator } from '../support/operator.js';
import { asTest } from '../support/organization-check.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

beforeAll(() => asTest(() => prepareDatabase(service.databaseUrl, service.settings)));

const admin = (line: string, environment?: Record<string, string>) => runAsOperator(service, line, environment);

test('an operator says how much one organization may have, and others have what is usual', async () => {
  const [w, other] = [await world(service), await world(service)];
  const slug = await slugOf(w.organization.id);
  const makeTeam = ({ organization, owner }: World) =>
    service
      .as(owner.token)
      .post('/api/auth/organization/create-team')
      .send({ name: `Team ${newId()}`, organizationId: organization.id });
  for (const typed of ['LIMIT_TEAMS', 'LIMIT_TEAMS=some', 'LIMIT_TEAMS=-1', 'LIMIT_ORGANIZATIONS=3', 'LIMIT_NONE=3'])
    expect(await admin(`organizations quota ${slug} ${typed}`)).toMatchObject({ code: 1 });
  expect(await admin('organizations quota nowhere LIMIT_TEAMS=1')).toMatchObject({ code: 1 });
  const told = (await admin(`organizations quota ${slug} LIMIT_TEAMS=1 LIMIT_PRODUCTS=0`)).said;
  expect(told).toContain('LIMIT_TEAMS=1, LIMIT_PRODUCTS=0');
  expect(await admin(`organizations quota ${slug} LIMIT_TEAMS=1`)).toMatchObject({ code: 1 });
  expect((await admin(`organizations quota ${slug}`)).said).toMatch(/LIMIT_TEAMS +1 +200\n/);
  await service.app.get(Quotas).refresh();
  await makeTeam(w).expect(200);
  const refused = await makeTeam(w);
  expect([refused.status, refused.body.problemCode, refused.body.message]).toEqual([
    409,
    'limit_reached',
    expect.stringContaining('The limit of 1 teams of an organization is reached'),
  ]);
  for (let made = 0; made < 2; made += 1) await makeTeam(other).expect(200);
  expect((await admin(`organizations quota ${slug} LIMIT_TEAMS=default LIMIT_PRODUCTS=default`)).code).toBe(0);
  await service.app.get(Quotas).refresh();
  await makeTeam(w).expect(200);
  expect(await service.database.query('SELECT FROM organization_quotas')).toEqual([]);
  const { changes } = (await service.as(w.owner.token).get(`${w.organization.url}/changes`)).body;
  expect(changes.find(({ type }: { type: string }) => type === 'organization.quota_updated')).toMatchObject({
    actor: { kind: 'system' },
    changes: [
      { field: 'teams', from: 1, to: null },
      { field: 'products', from: 0, to: null },
    ],
  });
});

test('an operator sees accounts and organizations, and ends the sessions of one', async () => {
  const { owner, stranger, organization } = await world(service);
  const [{ email }] = await service.database.query('SELECT email FROM users WHERE id = $1', [stranger.id]);
  expect((await admin('users list')).said).toMatch(new RegExp(`^${email} .* no .* 0 +1$`, 'm'));
  expect(await admin(`users end-sessions ${email}`)).toEqual({ code: 0, said: `All sessions of ${email} have ended.` });
  expect((await service.as(stranger.token).get('/v1/functional-needs')).status).toBe(401);
  expect((await service.as(owner.token).get('/v1/functional-needs')).status).toBe(200);
  const { said } = await admin('users list');
  expect(said).toMatch(new RegExp(`^${email} .* 0$`, 'm'));
  const [{ slug }] = await service.database.query('SELECT slug FROM organizations WHERE id = $1', [organization.id]);
  expect((await admin('organizations list')).said).toMatch(new RegExp(`^${slug} .* 1$`, 'm'));
  expect(await admin('users end-sessions nobody@example.org')).toMatchObject({ code: 1 });
});

test('on one machine all organizations are there, and none is moved', async () => {
  const slug = await slugOf((await world(service)).organization.id);
  const where = await admin(`organizations where ${slug}`);
  expect([where.code, where.said]).toEqual([0, expect.stringContaining('The database is not distributed')]);
  const moved = await admin(`organizations move ${slug} 127.0.0.1:5432`);
  expect([moved.code, moved.said]).toEqual([1, expect.stringMatching(/not distributed.*; nothing was changed\.$/)]);
  for (const line of ['organizations where nowhere', 'organizations move nowhere 127.0.0.1:5432'])
    expect((await admin(line)).said).toBe('There is no organization nowhere; nothing was changed.');
});

test('an operator sees on whose account the work of an organization is done, and gives it its own or another one', async () => {
  const [one, other] = [await world(service), await world(service)];
  const slugOf = async ({ organization }: typeof one): Promise<string> =>
    (await service.database.query('SELECT slug FROM organizations WHERE id = $1', [organization.id]))[0].slug;
  const [slug, otherSlug] = [await slugOf(one), await slugOf(other)];
  const said = (...slugs: string[]) => ({
    code: 0,
    said: `These organizations share one quota: ${slugs.sort().join(', ')}`,
  });
  expect(await admin(`organizations account ${slug}`)).toEqual(said(slug));
  expect(await admin(`organizations account ${slug} --of ${otherSlug}`)).toEqual(said(slug, otherSlug));
  expect(await admin(`organizations account ${otherSlug}`)).toEqual(said(slug, otherSlug));
  expect(await admin(`organizations account ${slug} --own`)).toEqual(said(slug));
  expect(await admin(`organizations account ${otherSlug}`)).toEqual(said(otherSlug));
  const told = await service.database.query(
    `SELECT actor_kind, changes FROM events WHERE organization_id = $1 AND type = 'organization.account_changed' ORDER BY at`,
    [one.organization.id],
  );
  expect(told).toEqual(
    ['shared', 'own'].map((to) => ({ actor_kind: 'system', changes: [{ field: 'account', from: null, to }] })),
  );
  for (const line of ['nobody', `${slug} --of nobody`, `${slug} --own --of ${otherSlug}`])
    expect(await admin(`organizations account ${line}`)).toMatchObject({ code: 1 });
});

test('an operator may type an address in any case, and is told the one that the account has', async () => {
  const { stranger } = await world(service);
  const [{ email }] = await service.database.query('SELECT email FROM users WHERE id = $1', [stranger.id]);
  await service.database.query('UPDATE users SET two_factor_enabled = true WHERE id = $1', [stranger.id]);
  for (const command of ['disable', 'disable', 'enable', 'enable', 'end-sessions', 'reset-factor', 'reset-factor']) {
    const { said } = await admin(`users ${command} ${email.toUpperCase()}`);
    expect(said).toContain(email);
    expect(said).not.toContain(email.toUpperCase());
  }
  const { said } = await admin('users disable Nobody@Example.org');
  expect(said).toBe('There is no account with the email address Nobody@Example.org; nothing was changed.');
});

test('a disabled person has no session, cannot sign in, and their keys do not work, until they are enabled', async () => {
  const w = await world(service);
  const [email, password] = [`${newId()}@example.org`, 'a long password'];
  const anyone = service.as();
  const { body } = await anyone.post('/api/auth/sign-up/email').send({ name: 'Ada', email, password }).expect(200);
  await service.database.query(
    `INSERT INTO members (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'admin')`,
    [newId(), w.organization.id, body.user.id],
  );
  const key = await w.key({ scopes: ['read'], owner: { ...w.owner, id: body.user.id } });
  const statusOf = async (credential: string) => (await service.as(credential).get(w.product.url)).status;
  const signIn = (with_: string) => anyone.post('/api/auth/sign-in/email').send({ email, password: with_ });
  expect([await statusOf(body.token), await statusOf(key)]).toEqual([200, 200]);

  expect(await admin(`users disable ${email}`)).toMatchObject({
    code: 0,
    said: expect.stringContaining('is disabled'),
  });
  expect([await statusOf(body.token), await statusOf(key), await statusOf(w.keys.read)]).toEqual([401, 401, 200]);
  const refused = await signIn(password);
  expect([refused.status, refused.body.code]).toEqual([403, 'ACCOUNT_DISABLED']);
  expect((await signIn('a wrong password')).body.code).toBe('INVALID_EMAIL_OR_PASSWORD');
  expect((await admin('users list')).said).toMatch(new RegExp(`^${email} +Ada +no +no +yes `, 'm'));
  expect(await admin(`users disable ${email}`)).toMatchObject({ code: 1, said: expect.stringContaining('already') });

  expect(await admin(`users enable ${email}`)).toEqual({ code: 0, said: `The account ${email} is enabled again.` });
  expect([await statusOf(body.token), await statusOf(key)]).toEqual([401, 200]);
  await signIn(password).expect(200);
  expect(await admin(`users enable ${email}`)).toMatchObject({ code: 1 });
  expect(await admin('users disable nobody@example.org')).toMatchObject({ code: 1 });
  const types = await service.database.query('SELECT type FROM account_events WHERE account_id = $1 ORDER BY at', [
    body.user.id,
  ]);
  expect(types.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['user.disabled', 'user.enabled']),
  );
});

test('the doctor finds a whole service right, and says of each fault what to do', async () => {
  const whole = await admin('doctor', { PUBLIC_URL: 'https://curbcut.example.org', TRUST_PROXY: '1' });
  expect(whole.said).not.toContain('WRONG');
  expect(whole.said).toMatch(/^ok {4}database: PostgreSQL \d+/m);
  expect(whole.said).toMatch(/^ok {4}schema: up to date$/m);
  expect(whole.said).toMatch(/^ok {4}secret key: matches the database$/m);
  expect(whole.said).toMatch(/^ok {4}storage: /m);
  expect(whole.code).toBe(0);

  const faulty = await admin('doctor', {
    PUBLIC_URL: 'http://curbcut.example.org',
    SECRET_KEY: 'another key of more than thirty-two characters',
    SMTP_URL: 'smtp://127.0.0.1:1',
    DATABASE_REPLICA_URLS: 'postgres://nobody@127.0.0.1:1/none',
  });
  expect(faulty.code).toBe(1);
  for (const subject of ['address', 'secret key', 'mail', String.raw`read replica 127\.0\.0\.1:1`])
    expect(faulty.said).toMatch(new RegExp(`^WRONG ${subject}: `, 'm'));
  const away = await admin('doctor', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(away.said).toMatch(/^WRONG database: /m);
});

test('the doctor says that jobs wait for nobody, and what the last failed of that was given up', async () => {
  const add = `SELECT graphile_worker.add_job('deliver', '{}', run_at => now() - interval '20 minutes')`;
  await service.database.query(`${add}; ${add}`);
  await service.database.query(
    `UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'the receiver is gone'
     WHERE id = (SELECT max(id) FROM graphile_worker._private_jobs)`,
  );
  const { said, code } = await admin('doctor');
  expect(said).toMatch(/^WRONG jobs: \d+ waiting, the oldest for 20 minutes/m);
  expect(said).toMatch(/^note {2}jobs: failed permanently: 1; the last, deliver: the receiver is gone$/m);
  expect(code).toBe(1);
  await service.database.query('DELETE FROM graphile_worker._private_jobs');
});

test('the doctor judges standbys as the service does, and says how far they lag', async () => {
  // A database of the same server, which nothing is replayed into.
  const standby = await freshDatabase();
  const client = new Client({ connectionString: standby.url });
  await client.connect();
  const seen = (
    database: { query(text: string, values: unknown[]): Promise<unknown> },
    interval: string,
  ): Promise<unknown> => database.query('UPDATE heartbeat SET at = now() - $1::interval', [interval]);
  const said = async (): Promise<string> => {
    const { said } = await admin('doctor', { DATABASE_REPLICA_URLS: standby.url });
    return said.split('\n').find((line) => / read replicas? ?/.test(line))!;
  };
  const { database } = service;
  try {
    await seen(database, '0 s');
    await seen(client, '2 seconds');
    expect(await said()).toMatch(/^ok {4}read replica \S+: \d\.\d s behind; REPLICA_MAX_LAG_SECONDS is 10$/);
    await seen(client, '1 minute');
    expect(await said()).toMatch(
      /^WRONG read replica \S+: 6\d\.\d s behind; REPLICA_MAX_LAG_SECONDS is 10: lists are read without it$/,
    );
    await seen(database, '1 day');
    expect(await said()).toMatch(/^note {2}read replica \S+: its lag is unknown: no running job worker/);
    await client.query('DELETE FROM migrations WHERE name = $1', [MIGRATIONS.at(-1)!.name]);
    expect(await said()).toMatch(/^WRONG read replica \S+: has not replayed the migration \w+\d{13}/);
  } finally {
    await client.end();
    await standby.drop();
  }
});

test('the schema is brought up to date by command, and one of a later version is refused with both named', async () => {
  const { url, drop } = await emptyDatabase();
  expect((await admin('doctor', { DATABASE_URL: url })).said).toMatch(/^note {2}schema: \d+ migrations are pending/m);
  expect(await admin('migrate', { DATABASE_URL: url })).toEqual({
    code: 0,
    said: expect.stringMatching(/^schema: none -> \w+\n[^]*\nThe schema is up to date\.$/),
  });
  await onConnection(url, (client) =>
    client.query(`INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`),
  );
  await expect(admin('migrate', { DATABASE_URL: url })).rejects.toThrow(
    /the schema of a later version: Later9999999999999; this build supports up to [A-Za-z]+\d{13}/,
  );
  expect((await admin('doctor', { DATABASE_URL: url })).said).toMatch(/^WRONG schema: has a later version/m);
  await drop();
});

const slugOf = async (id: string): Promise<string> =>
  (await service.database.query('SELECT slug FROM organizations WHERE id = $1', [id]))[0].slug;
const mailed = async (subject: string): Promise<string[]> =>
  (
    await service.database.query(
      `SELECT payload->>'to' AS "to" FROM graphile_worker._private_jobs WHERE payload->>'subject' = $1`,
      [subject],
    )
  ).map(({ to }: { to: string }) => to);

test('a suspended organization is read and left, and nothing in it is changed until it is resumed', async () => {
  const w = await world(service);
  const slug = await slugOf(w.organization.id);
  const ingestKey = await w.key({ scopes: ['ingest'] });
  const member = service.as(w.member.token);
  const make = () => member.post(`${w.product.url}/issues`).send({ title: 'Barrier' });
  const report = () =>
    service
      .as(ingestKey)
      .post('/api/ingest/test-activity')
      .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe-core', findings: [] });
  expect(await admin(`organizations suspend ${slug}`)).toMatchObject({ code: 1 });
  expect((await admin(`organizations suspend ${slug} --reason unpaid`)).said).toContain(`${slug} is suspended`);
  expect(await admin(`organizations suspend ${slug} --reason unpaid`)).toMatchObject({ code: 1 });
  for (const answer of [await make(), await report()])
    expect([answer.status, answer.body.code]).toEqual([403, 'organization_suspended']);
  await member.get(`${w.product.url}/issues`).expect(200);
  const { organization } = (await member.get(w.organization.url).expect(200)).body;
  expect([organization.can.issues_create, organization.can.issues_list]).toEqual([false, true]);
  await member.post('/api/auth/organization/leave').send({ organizationId: w.organization.id }).expect(200);
  expect((await admin(`organizations resume ${slug}`)).said).toBe(`The organization ${slug} was resumed.`);
  expect(await admin(`organizations resume ${slug}`)).toMatchObject({ code: 1 });
  expect((await report()).status).toBe(201);
  const told = await service.database.query(
    `SELECT type, changes FROM events WHERE organization_id = $1 AND type LIKE 'organization.%ed' AND actor_kind = 'system' ORDER BY at`,
    [w.organization.id],
  );
  expect(told).toEqual([
    { type: 'organization.suspended', changes: [{ field: 'reason', from: null, to: 'unpaid' }] },
    { type: 'organization.resumed', changes: [] },
  ]);
});

test('where the provider is gone for good, people come in without it at the word of an operator', async () => {
  const w = await world(service);
  const slug = await slugOf(w.organization.id);
  const read = () => service.as(w.member.token).get(`${w.organization.url}/products`);
  expect(await admin(`organizations sign-in-required ${slug} off`)).toMatchObject({ code: 1 });
  await service.database.query('UPDATE organizations SET require_provider = true WHERE id = $1', [w.organization.id]);
  expect((await read()).body.code).toBe('provider_sign_in_required');
  expect(await admin('organizations sign-in-required nowhere off')).toMatchObject({ code: 1 });
  expect(await admin(`organizations sign-in-required ${slug} on`)).toMatchObject({ code: 1 });
  expect((await read()).status).toBe(403);
  expect((await admin(`organizations sign-in-required ${slug} off`)).said).toContain(
    'can sign in without its provider',
  );
  expect((await read()).status).toBe(200);
  const told = await service.database.query(
    `SELECT changes FROM events WHERE organization_id = $1 AND type = 'sign_in.updated' AND actor_kind = 'system'`,
    [w.organization.id],
  );
  expect(told).toEqual([{ changes: [{ field: 'required', from: true, to: false }] }]);
  expect(await mailed('Sign-in at the provider is no longer required')).toHaveLength(2);
});

test('an operator makes a member an owner, and others admins', async () => {
  const w = await world(service);
  const slug = await slugOf(w.organization.id);
  const [{ email }] = await service.database.query('SELECT email FROM users WHERE id = $1', [w.member.id]);
  const [{ email: strange }] = await service.database.query('SELECT email FROM users WHERE id = $1', [w.stranger.id]);
  expect(await admin(`organizations transfer ${slug} ${strange}`)).toMatchObject({ code: 1 });
  expect(await admin(`organizations transfer nowhere ${email}`)).toMatchObject({ code: 1 });
  expect((await admin(`organizations transfer ${slug} ${email} --demote`)).said).toBe(
    `${email} is an owner of ${slug}, and 1 others are admins.`,
  );
  const roles = await service.database.query('SELECT user_id, role FROM members WHERE organization_id = $1', [
    w.organization.id,
  ]);
  const roleOf = (id: string) => roles.find((row: { user_id: string }) => row.user_id === id).role;
  expect([roleOf(w.member.id), roleOf(w.owner.id)]).toEqual(['owner', 'admin']);
  expect(await mailed('Your role has changed')).toContain(email);
  expect(await admin(`organizations transfer ${slug} ${email}`)).toMatchObject({ code: 1 });
});

test('while the service is read-only it is read, signed in to and out of, and nothing else is written', async () => {
  const w = await world(service);
  const member = service.as(w.member.token);
  const [email, password] = [`${newId()}@example.org`, 'a long password'];
  await service.as().post('/api/auth/sign-up/email').send({ name: 'Ada', email, password }).expect(200);
  const make = () => member.post(`${w.product.url}/issues`).send({ title: 'Barrier' });
  expect(await admin('read-only on --until yesterday')).toMatchObject({ code: 1 });
  const until = fromNow(1_800_000).toISOString();
  try {
    expect((await admin(`read-only on --until ${until} --reason maintenance`)).said).toContain('read-only until');
    expect((await admin('read-only status')).said).toContain('(maintenance)');
    const refused = await make();
    expect([refused.status, refused.body.code]).toEqual([503, 'read_only']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1_700);
    await member.get(`${w.product.url}/issues`).expect(200);
    const { body } = await service.as().post('/api/auth/sign-in/email').send({ email, password }).expect(200);
    await service.as(body.token).post('/api/auth/sign-out').expect(200);
  } finally {
    expect((await admin('read-only off')).code).toBe(0);
  }
  expect((await admin('read-only status')).said).toBe('The service is not read-only.');
  await eventually(make, ({ status }) => status === 201);
});

test('an operator invites a person to an organization in the name of its owner, and once more', async () => {
  const w = await world(service);
  const email = `${newId()}@example.org`;
  const invite = (to: string) => admin(`users invite ${email} ${to}`);
  const slug = await slugOf(w.organization.id);
  expect((await admin(`users invite ${email}`)).said).toContain('--organization');
  expect((await invite('--organization no-such-one')).said).toContain('There is no organization');
  expect((await invite(`--organization ${slug} --role god`)).said).toContain('the roles are');
  expect(await invite(`--organization ${slug}`)).toMatchObject({ code: 0 });
  expect(await invite(`--organization ${slug} --role admin`)).toMatchObject({ code: 0 });
  const invitations = await service.database.query(
    'SELECT role, status, inviter_id FROM invitations WHERE organization_id = $1 AND email = $2',
    [w.organization.id, email],
  );
  expect(invitations).toEqual([{ role: 'admin', status: 'pending', inviter_id: w.owner.id }]);
  expect(await service.database.query(`SELECT kind FROM mail_orders WHERE recipient = $1`, [email])).not.toEqual([]);
  const [{ email: member }] = await service.database.query('SELECT email FROM users WHERE id = $1', [w.member.id]);
  expect((await admin(`users invite ${member} --organization ${slug}`)).said).toContain('member');
});

test('an operator makes an account, has its password chosen anew, and deletes it', async () => {
  const email = `${newId()}@example.org`;
  expect(await admin(`users create ${email}`)).toMatchObject({ code: 1 });
  expect((await admin(`users create ${email.toUpperCase()} --name Ada`)).said).toContain(
    `Created the account ${email}`,
  );
  expect(await admin(`users create ${email} --name Ada`)).toMatchObject({ code: 1 });
  const orders = async () =>
    (await service.database.query(`SELECT kind FROM mail_orders WHERE recipient = $1`, [email])).length;
  expect(await orders()).toBe(1);
  expect((await admin(`users reset-password ${email}`)).said).toContain('have ended');
  expect(await admin(`users delete ${email}`)).toMatchObject({ code: 1 });
  expect((await admin(`users delete ${email} --yes`)).said).toBe(`Deleted the account ${email}.`);
  expect(await service.database.query('SELECT FROM users WHERE email = $1', [email])).toEqual([]);
  const w = await world(service);
  const [{ email: owner }] = await service.database.query('SELECT email FROM users WHERE id = $1', [w.owner.id]);
  expect((await admin(`users delete ${owner} --yes`)).said).toContain('only owner');
});

test('the operator makes agents, lists them with their last request, and ends their tokens', async () => {
  expect(await admin('agents list')).toMatchObject({
    code: 0,
    said: expect.not.stringContaining('Everybody') as string,
  });
  const made = await admin('agents create Everybody --labels intranet,fast');
  expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/svc_\S+/) as string });
  const token = /svc_\S+/.exec(made.said)![0];
  expect(await admin('agents create Everybody')).toMatchObject({ code: 1 });
  expect(await admin(`agents create Other --labels ${'x'.repeat(51)}`)).toMatchObject({ code: 1 });
  const claim = () => service.as(token).post('/api/agent/claim').send({ labels: [], version: '0.1.0', wait: 0 });
  expect((await admin('agents list')).said).toMatch(/Everybody +intranet fast +never/);
  expect((await claim()).status).toBe(204);
  expect((await admin('agents list')).said).toMatch(/Everybody +intranet fast +0\.1\.0 +\d{4}-/);
  expect((await admin('agents delete Everybody')).code).toBe(0);
  expect((await admin('agents delete Everybody')).code).toBe(1);
  expect((await claim()).status).toBe(401);
});
