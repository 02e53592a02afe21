import { readSettings } from '#libs/config';
import { newId } from '#libs/ids';
import { Client } from 'pg';
import { commandOf } from '../../apps/api/src/admin/command-line.js';
import { COMMANDS } from '../../apps/api/src/admin/commands.js';
import { prepareDatabase } from '../../apps/api/src/app/prepare-database.js';
import { MIGRATIONS } from '../../apps/api/src/migrations/migrations.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import { onConnection } from '../support/on-connection.js';
import { asTest } from '../support/organization-check.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

beforeAll(() => asTest(() => prepareDatabase(service.databaseUrl, service.settings)));

/** Runs a command of the operator on the database of the service, with these settings besides. */
async function admin(line: string, environment: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const typed = commandOf(line.split(' '), COMMANDS);
  if (!typed || 'help' in typed) throw new Error(`${line} is no command`);
  const said: string[] = [];
  const { log, error } = console;
  console.log = console.error = (text: string): void => void said.push(text);
  const settings = readSettings({
    DATA_DIR: service.settings.dataDir,
    DATABASE_URL: service.databaseUrl,
    SECRET_KEY: service.settings.secretKey,
    ...environment,
  });
  try {
    const code = await typed.command.run({
      settings,
      values: typed.values,
      flags: typed.flags,
      options: typed.options,
    });
    return { code, said: said.join('\n') };
  } finally {
    Object.assign(console, { log, error });
  }
}

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

test('an operator sees on whose account the work of an organization is done, and gives it its own or another one', async () => {
  const [one, other] = [await world(service), await world(service)];
  const slugOf = async ({ organization }: typeof one): Promise<string> =>
    (await service.database.query('SELECT slug FROM organizations WHERE id = $1', [organization.id]))[0].slug;
  const [slug, otherSlug] = [await slugOf(one), await slugOf(other)];
  const said = (...slugs: string[]) => ({
    code: 0,
    said: `The work of these is done on one account: ${slugs.sort().join(', ')}`,
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
  expect(said).toBe('There is no account with the address Nobody@Example.org; nothing was changed.');
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
  expect(whole.said).toMatch(/^ok {4}secret key: fits the database$/m);
  expect(whole.said).toMatch(/^ok {4}storage: /m);
  expect(whole.code).toBe(0);

  const faulty = await admin('doctor', {
    PUBLIC_URL: 'http://curbcut.example.org',
    SECRET_KEY: 'another key of more than thirty-two characters',
    SMTP_URL: 'smtp://127.0.0.1:1',
    DATABASE_REPLICA_URLS: 'postgres://nobody@127.0.0.1:1/none',
  });
  expect(faulty.code).toBe(1);
  for (const subject of ['address', 'secret key', 'mail', String.raw`standby 127\.0\.0\.1:1`])
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
  expect(said).toMatch(/^WRONG jobs: \d+ wait, the first for 20 minutes/m);
  expect(said).toMatch(/^note {2}jobs: given up for good: 1; the last, deliver, failed of: the receiver is gone$/m);
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
    return said.split('\n').find((line) => / standbys? ?/.test(line))!;
  };
  const { database } = service;
  try {
    await seen(database, '0 s');
    await seen(client, '2 seconds');
    expect(await said()).toMatch(/^ok {4}standby \S+: \d\.\d s behind, where REPLICA_MAX_LAG_SECONDS allows 10$/);
    await seen(client, '1 minute');
    expect(await said()).toMatch(/^WRONG standby \S+: 6\d\.\d s behind, where .* 10: lists are read without it$/);
    await seen(database, '1 day');
    expect(await said()).toMatch(/^note {2}standby \S+: how far it lags cannot be told: no process that works on jobs/);
    await client.query('DELETE FROM migrations WHERE name = $1', [MIGRATIONS.at(-1)!.name]);
    expect(await said()).toMatch(/^WRONG standby \S+: has not replayed the migration \w+\d{13}/);
  } finally {
    await client.end();
    await standby.drop();
  }
});

test('the schema is brought up to date by command, and one of a later version is refused with both named', async () => {
  const { url, drop } = await emptyDatabase();
  expect((await admin('doctor', { DATABASE_URL: url })).said).toMatch(/^note {2}schema: \d+ migrations are pending/m);
  expect(await admin('migrate', { DATABASE_URL: url })).toEqual({ code: 0, said: 'The schema is up to date.' });
  await onConnection(url, (client) =>
    client.query(`INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`),
  );
  await expect(admin('migrate', { DATABASE_URL: url })).rejects.toThrow(
    /the schema of a later version: Later9999999999999, where this build knows [A-Za-z]+\d{13} at most/,
  );
  expect((await admin('doctor', { DATABASE_URL: url })).said).toMatch(/^WRONG schema: is of a later version/m);
  await drop();
});
