import { codeForUri, signUpWithSecondFactor, PASSWORD, signUp } from '../support/authenticator.js';
import { answerAfterWaiting } from '../support/answer-after-waiting.js';
import { msUntil, nowMs } from '../support/moments.js';
import { useService } from '../support/service.js';

const service = useService();
const post = (path: string, body: object = {}, token?: string) =>
  service.as(token).post(`/api/auth/${path}`).send(body);
const newPassword = 'another long password';

describe('what waits in a session that ends meanwhile is not done', () => {
  test.each([
    ['change-password', { currentPassword: PASSWORD, newPassword }],
    ['change-email', { newEmail: 'elsewhere@example.org' }],
    ['delete-user', { password: PASSWORD }],
    ['two-factor/enable', { password: PASSWORD }],
    ['two-factor/generate-backup-codes', { password: PASSWORD }],
    ['two-factor/disable', { password: PASSWORD }],
  ])('%s', async (path, body) => {
    const person = await signUpWithSecondFactor(service);
    const answer = await answerAfterWaiting(
      service,
      person,
      () => post(path, body, person.token),
      (tx) => tx.query('DELETE FROM sessions WHERE user_id = $1', [person.id]),
    );
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHORIZED']);
    const kept = await service.database.query(
      `SELECT (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id) AS sessions,
         (SELECT count(*)::int FROM second_factors f WHERE f.user_id = u.id AND f.active) AS active,
         (SELECT count(*)::int FROM second_factors f WHERE f.user_id = u.id AND NOT f.active) AS prepared,
         (SELECT count(*)::int FROM address_changes c WHERE c.user_id = u.id) AS changes
       FROM users u WHERE u.id = $1`,
      [person.id],
    );
    expect(kept).toEqual([{ sessions: 0, active: 1, prepared: 0, changes: 0 }]);
    expect((await post('sign-in/email', { email: person.email, password: PASSWORD })).body.twoFactorRedirect).toBe(
      true,
    );
  });
});

test('a code that turns a factor on makes no session young again, nor lets it live longer', async () => {
  const person = await signUp(service);
  await service.database.query('DELETE FROM accounts WHERE user_id = $1', [person.id]);
  const { totpURI } = (await post('two-factor/enable', {}, person.token)).body;
  await service.database.query(
    `UPDATE sessions SET created_at = now() - interval '29 days', proved_at = now() - interval '29 days' WHERE user_id = $1`,
    [person.id],
  );
  const { token } = (await post('two-factor/verify-totp', { code: codeForUri(totpURI) }, person.token)).body;
  const { session } = (await service.as(token).get('/api/auth/get-session')).body;
  const day = 24 * 60 * 60 * 1000;
  expect(nowMs() - Date.parse(session.createdAt)).toBeGreaterThan(28 * day);
  expect(msUntil(session.expiresAt)).toBeLessThan(1.1 * day);
  expect((await post('two-factor/disable', {}, token)).body.code).toBe('SESSION_NOT_FRESH');
});
