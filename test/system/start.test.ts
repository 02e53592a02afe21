import { join } from 'node:path';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import { PASSWORD } from '../support/authenticator.js';
import { type BuiltService, startBuilt, stopAllBuilt, stopBuilt } from '../support/built-service.js';
import { embeddedFolder, stopEmbedded } from '../support/embedded.js';
import { onConnection } from '../support/on-connection.js';

// One start of what was built; `npm test` runs these, and the other tests of the built program are for `npm run test:system`.
jest.setTimeout(120_000);

const dataDir = embeddedFolder('start');
let service: BuiltService;
beforeAll(async () => void (service = await startBuilt({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })));
afterAll(async () => {
  await stopAllBuilt();
  await stopEmbedded(dataDir);
});

test('metrics, documentation and probes answer', async () => {
  expect(await (await fetch(`${service.base}/metrics`)).text()).toContain('http_request_duration_seconds');
  expect((await fetch(`${service.base}/docs`)).status).toBe(200);
  expect(await (await fetch(`${service.base}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' });
  expect((await fetch(`${service.base}/health/live`)).status).toBe(200);
});

// Other tests hash at less cost (test/support/quick-passwords.cjs).
test('a password is hashed by Argon2id at a cost that OWASP recommends', async () => {
  const email = `ada-${Date.now()}@example.org`;
  const signedUp = await fetch(`${service.base}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email, password: PASSWORD }),
  });
  expect(signedUp.status).toBe(200);
  const url = process.env['DATABASE_URL'] ?? (await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })).url;
  const { rows } = await onConnection(url, (client) =>
    client.query('SELECT a.password_hash FROM accounts a JOIN users u ON u.id = a.user_id WHERE u.email = $1', [email]),
  );
  expect(rows).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }]);
});

test('a stop ends it with exit code 0', async () => {
  expect(await stopBuilt(service)).toBe(0);
});
