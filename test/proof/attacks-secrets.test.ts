import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runBuilt, startBuilt, stopBuilt } from '../support/built-service.js';
import { freshDatabase } from '../support/database.js';
import { sendTo, useTarget } from '../support/target.js';
import { seedOf } from '../support/totp.js';

const target = useTarget();
const GITHUB = 'a secret that only GitHub and we know';
const MAIN = 'dist/service/main.js';

test('whoever reads the database reads no secret: webhooks, GitHub, seeds, keys, sessions, passwords', async () => {
  const w = await target.world();
  const account = await target.account({ verified: true });
  const as = target.as(w.owner.token);
  const { body: hook } = await as.post(`${w.organization.url}/webhooks`, { url: 'https://example.org/hook' });
  expect((await as.put(`${w.organization.url}/settings/github`, { secret: GITHUB })).status).toBeLessThan(300);
  const { body: key } = await as.post(`${w.organization.url}/api-keys`, { name: 'k', scopes: ['read'] });
  const { body: factor } = await target
    .as(account.token)
    .post('/api/auth/two-factor/enable', { password: account.password });
  const webhook = String(hook.webhook.secret);
  const secrets = [webhook, webhook.replace('whsec_', ''), GITHUB, key.apiKey.key, seedOf(factor.totpURI)];
  const dump = await target.dump();
  for (const secret of [...secrets, account.token, account.password, w.owner.token]) {
    const hidden = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')];
    expect(hidden.filter((form) => dump.includes(form) || target.output().includes(form))).toEqual([]);
  }
});

test('a secret that is moved to the row of another organization opens nothing there', async () => {
  const [ours, theirs] = [await target.world(), await target.world()];
  for (const [w, secret] of [
    [ours, GITHUB],
    [theirs, 'another secret of another tenant'],
  ] as const)
    await target.as(w.owner.token).put(`${w.organization.url}/settings/github`, { secret });
  const columns = await target.sql(
    `SELECT table_name AS name, column_name AS col FROM information_schema.columns
     WHERE table_schema = 'public' AND (table_name ~ 'github' OR column_name ~ 'github') AND column_name ~ 'secret|sealed'`,
  );
  expect(columns.length).toBeGreaterThan(0);
  for (const { name, col } of columns) {
    const by = name === 'organizations' ? 'id' : 'organization_id';
    await target.sql(`UPDATE ${name} SET ${col} = (SELECT ${col} FROM ${name} WHERE ${by} = $1) WHERE ${by} = $2`, [
      ours.organization.id,
      theirs.organization.id,
    ]);
  }
  const { createHmac } = await import('node:crypto');
  const body = JSON.stringify({ action: 'closed', issue: { html_url: 'https://github.com/e/s/issues/1', number: 1 } });
  const answer = await target.send('POST', `/api/webhooks/github/${theirs.organization.id}`, {
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'issues',
      'x-github-delivery': 'moved',
      'x-hub-signature-256': `sha256=${createHmac('sha256', GITHUB).update(body).digest('hex')}`,
    },
  });
  // Whoever writes into the database is told of as a failure, or refused; in no case heard.
  expect([401, 500]).toContain(answer.status);
});

describe('the key of the installation', () => {
  let url: string;
  let drop: () => Promise<void>;
  let dataDir: string;
  beforeAll(async () => {
    ({ url, drop } = await freshDatabase());
    dataDir = mkdtempSync(join(tmpdir(), 'curbcut-key-'));
  });
  afterAll(async () => {
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const [first, second] = ['the first key of this installation', 'the second key of this installation'];
  const environment = (more: Record<string, string>) => ({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    ...more,
  });
  /** What a start that must fail says, and its exit code. */
  const refusal = async (more: Record<string, string>) => {
    const run = runBuilt(MAIN, { PORT: '0', ...environment(more) });
    for (const end = Date.now() + 40_000; run.child.exitCode === null && Date.now() < end;) await delay(50);
    if (run.child.exitCode === null) await stopBuilt(run, 'SIGKILL');
    return { code: run.child.exitCode, output: run.output() };
  };

  test('without one nothing is stored that would have to be read again, and the start says so', async () => {
    const service = await startBuilt(environment({}));
    try {
      expect(service.output()).toContain('SECRET_KEY');
      const email = 'keyless@example.org';
      const password = 'correct horse battery staple';
      const send = (path: string, body: object, token?: string) =>
        sendTo(service.base, 'POST', path, { body, headers: token ? { authorization: `Bearer ${token}` } : {} });
      const { body } = await send('/api/auth/sign-up/email', { email, name: 'Ada', password });
      const { body: organization } = await send('/api/auth/organization/create', { name: 'Keyless' }, body.token);
      const answers = [
        await send(`/v1/organizations/${organization.id}/webhooks`, { url: 'https://example.org/' }, body.token),
        await send('/api/auth/two-factor/enable', { password }, body.token),
      ];
      expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual(Array(2).fill('409 secret_key_missing'));
    } finally {
      await stopBuilt(service);
    }
  });

  test('with another key, or none, a database that knows one is not served; the one before reads what it wrote', async () => {
    await stopBuilt(await startBuilt(environment({ SECRET_KEY: first })));
    for (const more of [{ SECRET_KEY: second }, {}] as Record<string, string>[]) {
      const { code, output } = await refusal(more);
      expect([code, output.includes('SECRET_KEY'), output.includes(first), output.includes(second)]).toEqual([
        1,
        true,
        false,
        false,
      ]);
    }
    await stopBuilt(await startBuilt(environment({ SECRET_KEY: second, SECRET_KEY_PREVIOUS: first })));
    expect((await refusal({ SECRET_KEY: first })).code).toBe(1);
  }, 120_000);

  test('beside the embedded database it is made, for its owner’s eyes alone', async () => {
    const own = mkdtempSync(join(tmpdir(), 'curbcut-own-'));
    const { DATABASE_URL } = process.env;
    delete process.env['DATABASE_URL'];
    const service = await startBuilt({ DATA_DIR: own, LOG_LEVEL: 'info' });
    try {
      expect(statSync(join(own, 'secret.key')).mode & 0o777).toBe(0o600);
    } finally {
      await stopBuilt(service);
      if (DATABASE_URL) process.env['DATABASE_URL'] = DATABASE_URL;
      rmSync(own, { recursive: true, force: true });
    }
  }, 60_000);
});
