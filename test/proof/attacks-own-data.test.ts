import { accountSteps, AUTH } from '../support/account-steps.js';
import { type TargetResponse, TARGET_PASSWORD, statusAndCode, useTarget } from '../support/target.js';

const target = useTarget();
const { isAlive } = accountSteps(target);

test('deleting an account needs its password, leaves no organization without an owner, and no name behind', async () => {
  const account = await target.account({ verified: true, name: 'Leaver Lovelace' });
  const as = target.as(account.token);
  const del = (body: object): Promise<TargetResponse> => as.post(`${AUTH}/delete-user`, body);
  const { body: organization } = await as.post(`${AUTH}/organization/create`, { name: 'Left' });
  const w = await target.world();
  expect(statusAndCode(await del({ password: 'not the password' }))).toBe('400 INVALID_PASSWORD');
  expect(statusAndCode(await del({ password: TARGET_PASSWORD }))).toBe('409 last_owner');
  await target.sql(
    `INSERT INTO members (id, organization_id, user_id, role) VALUES (gen_random_uuid(), $1, $2, 'owner')`,
    [organization.id, w.owner.id],
  );
  const { body: made } = await as.post(`/v1/organizations/${organization.id}/api-keys`, {
    name: 'k',
    scopes: ['read'],
  });
  await as.post(`/v1/organizations/${organization.id}/products`, { name: 'Kept', type: 'website' });
  expect(statusAndCode(await del({ password: TARGET_PASSWORD }))).toBe('200');
  expect(await isAlive(account.token)).toBe(false);
  expect((await target.signIn(account)).status).toBe(401);
  expect((await target.as(made.apiKey.key).get(`/v1/organizations/${organization.id}/products`)).status).toBe(401);
  const { text, status } = await target.as(w.owner.token).get(`/v1/organizations/${organization.id}/changes`);
  expect([status, /product.created/.test(text)]).toEqual([200, true]);
  expect([text.includes('Leaver'), text.includes(account.email)]).toEqual([false, false]);
  // How many mails an address got is counted on, or who deletes an account could have as many again.
  const isCount = (row: string) => row.includes('"requested_at"');
  const left = (await target.dump()).split('\n').filter((row) => row.includes(account.email) && !isCount(row));
  expect(left).toEqual([]);
});

test('everything about a person is one JSON, for that person alone, and without a secret', async () => {
  const account = await target.account({ verified: true, name: 'Export Eve' });
  const answer = await target.as(account.token).get('/v1/me/export');
  expect([answer.status, answer.text.includes('Export Eve'), answer.text.includes(account.email)]).toEqual([
    200,
    true,
    true,
  ]);
  expect(answer.text).not.toMatch(/\$argon2|token_?hash|secret_?hash/i);
  expect(answer.text.includes(account.token)).toBe(false);
  expect((await target.as().get('/v1/me/export')).status).toBe(401);
  const w = await target.world();
  expect(statusAndCode(await target.as(w.keys.read).get('/v1/me/export'))).toBe('403 session_required');
});
