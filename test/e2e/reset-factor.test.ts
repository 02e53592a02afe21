import { resetFactor } from '../../apps/api/src/accounts/identity/second-factor/reset-factor.js';
import { User } from '../../apps/api/src/accounts/identity/user.entity.js';
import { Mailer } from '../../apps/api/src/platform/mails/mailer.js';
import { UnitOfWork } from '../../apps/api/src/platform/work/unit-of-work.service.js';
import { PASSWORD, signUp, signUpWithSecondFactor } from '../support/authenticator.js';
import { useService } from '../support/service.js';

const service = useService();
const signIn = ({ email }: { email: string }) =>
  service.as().post('/api/auth/sign-in/email').send({ email, password: PASSWORD });
const reset = (address: string) =>
  service.app.get(UnitOfWork).run(async (change) => {
    const user = await change.tx.findOneByOrFail(User, { email: address });
    return resetFactor(change, service.app.get(Mailer), user);
  });
const mails = async (): Promise<{ to: string; subject: string }[]> =>
  (
    await service.database.query(
      `SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'send_mail'`,
    )
  ).map(({ payload }: { payload: { to: string; subject: string } }) => payload);

test('who lost the second factor gets in again by the password, and is told', async () => {
  const person = await signUpWithSecondFactor(service);
  const asked = (await signIn(person)).body;
  expect(await reset(person.email)).toBe(true);
  expect((await service.as(person.token).get('/api/auth/list-sessions')).status).toBe(401);
  const late = await service
    .as()
    .post('/api/auth/two-factor/verify-backup-code')
    .send({ code: person.backupCodes[0], twoFactorToken: asked.twoFactorToken });
  expect(late.body.code).toBe('INVALID_TWO_FACTOR_COOKIE');
  const { token } = (await signIn(person)).body;
  const [, last] = (await service.as(token).get('/v1/me/events')).body.events;
  expect(last).toMatchObject({
    type: 'user.second_factor_reset',
    actor: { kind: 'system', id: null, name: 'Curbcut' },
    address: null,
  });
  expect((await mails()).filter(({ to }) => to === person.email)).toMatchObject([
    { subject: 'Your second factor was removed' },
  ]);
});

test('who has none keeps everything', async () => {
  const person = await signUp(service);
  expect(await reset(person.email)).toBe(false);
  expect((await service.as(person.token).get('/api/auth/list-sessions')).status).toBe(200);
});
