import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeForUri, PASSWORD } from '../support/authenticator.js';
import { runBuilt, startBuilt, stopAllBuilt, stopBuilt } from '../support/built-service.js';
import { embeddedFolder } from '../support/embedded.js';
import { eventually } from '../support/eventually.js';

jest.setTimeout(120_000);

const dataDir = embeddedFolder('admin');

afterAll(async () => {
  await stopAllBuilt();
  rmSync(dataDir, { recursive: true, force: true });
});

async function admin(...args: string[]): Promise<{ code: number | null; said: string }> {
  const { child, output } = runBuilt('dist/service/admin.js', { DATA_DIR: dataDir }, args);
  await once(child, 'close');
  return { code: child.exitCode, said: output() };
}

test('an operator takes a lost second factor away beside the running service, and leaves that alone', async () => {
  expect(await admin()).toMatchObject({ code: 2, said: expect.stringContaining('users reset-factor ADDRESS') });
  expect(await admin('users', 'reset-factor', 'ada@example.org')).toMatchObject({
    code: 1,
    said: expect.stringContaining('there is no database in'),
  });
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

  const service = await startBuilt({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  const post = async (path: string, body: object, token?: string): Promise<Record<string, string>> => {
    const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(`${service.base}/api/auth/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string>;
  };
  const credentials = { email: 'ada@example.org', password: PASSWORD };
  const { token } = await post('sign-up/email', { name: 'Ada', ...credentials });
  const { totpURI } = await post('two-factor/enable', { password: PASSWORD }, token);
  await post('two-factor/verify-totp', { code: codeForUri(totpURI!) }, token);
  expect(await post('sign-in/email', credentials)).toHaveProperty('twoFactorRedirect', true);

  expect(await admin('users', 'reset-factor', 'Ada@Example.org')).toEqual({
    code: 0,
    said: 'The second factor of ada@example.org was removed and its sessions have ended; the person is notified.\n',
  });
  expect(await admin('users', 'reset-factor', 'ada@example.org')).toMatchObject({ code: 1 });
  expect(await admin('users', 'reset-factor', 'eve@example.org')).toMatchObject({ code: 1 });
  expect(await post('sign-in/email', credentials)).toHaveProperty('token');
  const folder = join(dataDir, 'mail');
  await eventually(() =>
    readdirSync(folder).some((file) =>
      readFileSync(join(folder, file), 'utf8').includes('Your second factor was removed'),
    ),
  );
  expect(await stopBuilt(service)).toBe(0);
  // With nobody else at work it starts the database, and stops it again.
  expect(await admin('users', 'reset-factor', 'eve@example.org')).toMatchObject({ code: 1 });
  expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
});
