import { PASSWORD } from '../support/authenticator.js';
import { useService } from '../support/service.js';

const service = useService({ PUBLIC_URL: 'http://127.0.0.1:3000' });

test('a service on this machine takes changes under each name of the machine, and names its address elsewhere', async () => {
  const local = 'http://localhost:3000';
  const person = { name: 'Ada', email: 'ada@example.org', password: PASSWORD };
  const signedUp = await service
    .as()
    .post('/api/auth/sign-up/email')
    .set('Origin', local)
    .set('Prefer', 'session=cookie')
    .send(person)
    .expect(200);
  const cookie = String(signedUp.headers['set-cookie']).split(';')[0]!;
  const make = (origin: string) =>
    service
      .as()
      .post('/api/auth/organization/create')
      .set('Cookie', cookie)
      .set('Origin', origin)
      .send({ name: 'Acme' });
  for (const origin of [local, 'http://127.0.0.1:3000', 'http://[::1]:3000']) await make(origin).expect(200);
  for (const origin of ['http://localhost:3001', 'https://localhost:3000', 'http://10.0.0.7:3000']) {
    const { body } = await make(origin).expect(403);
    expect([body.problemCode ?? body.code, body.message]).toEqual([
      'origin_not_allowed',
      'Cookies are not accepted from this origin. The service is at http://127.0.0.1:3000.',
    ]);
  }
});
