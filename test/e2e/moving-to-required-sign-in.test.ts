import { inflateRawSync } from 'node:zlib';
import { makeCertificate } from '../support/certificate.js';
import { mailedLink, secretIn } from '../support/mail.js';
import { SamlProviderDouble } from '../support/saml-provider.js';
import { provedDomain } from '../support/proved-domain.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ PUBLIC_URL: 'http://curbcut.test', WORKER: 'inline' });
const provider = new SamlProviderDouble();
const AUTH = '/api/auth';
const PASSWORD = 'ramps beside all the stairs';

const shape = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** Chooses a password by a mailed link, as who has forgotten theirs, and signs in by it; the session. */
async function byPassword(email: string, chosen = false): Promise<string> {
  if (!chosen) {
    await service.as().post(`${AUTH}/request-password-reset`).send({ email }).expect(200);
    const token = secretIn(await mailedLink(service, email, 'Reset your password'));
    await service.as().post(`${AUTH}/reset-password`).send({ token, newPassword: PASSWORD }).expect(200);
  }
  const { body } = await service.as().post(`${AUTH}/sign-in/email`).send({ email, password: PASSWORD }).expect(200);
  return body.token as string;
}

test('an organization moves from passwords to required SAML and back, and loses nobody and nothing', async () => {
  const w = await world(service);
  const domain = await provedDomain(service, w);
  const sql = <T = unknown>(text: string, ...values: unknown[]) => service.database.query<T>(text, values);
  for (const [name, { id }] of Object.entries({ owner: w.owner, admin: w.admin, member: w.member }))
    await sql('UPDATE users SET email = $2 WHERE id = $1', id, `${name}@${domain}`);
  const members = () =>
    sql<{ email: string; role: string; team: string | null }[]>(
      `SELECT u.email, m.role, m.team_id AS team FROM members m JOIN users u ON u.id = m.user_id
       WHERE m.organization_id = $1 ORDER BY u.email`,
      w.organization.id,
    );
  const team = (
    await service
      .as(w.owner.token)
      .post(`${AUTH}/organization/create-team`)
      .send({ name: 'Web', organizationId: w.organization.id })
  ).body.id as string;
  await sql('UPDATE members SET team_id = $2 WHERE user_id = $1', w.member.id, team);
  const former = await members();
  expect(former).toHaveLength(3);
  const read = (token: string) => service.as(token).get(`${w.organization.url}/products`);

  // An owner sets the provider, and everybody goes on by their passwords.
  const settings = `${w.organization.url}/settings/sign-in`;
  const saml = {
    ...{ kind: 'saml', entityId: provider.entityId, signInUrl: 'https://8.8.8.8/sso', createRole: 'member' },
    certificates: [provider.own.pem],
  };
  const set = (over: object = {}) =>
    service
      .as(w.owner.token)
      .put(settings)
      .send({ ...saml, ...over });
  await set().expect(200);
  const memberByPassword = await byPassword(`member@${domain}`);
  expect([(await read(memberByPassword)).status, (await read(w.admin.token)).status]).toEqual([200, 200]);

  /** Goes to the provider, in a session if it links, and comes back as who the provider says. */
  const come = async (email: string, subject: string, body: object = {}, token?: string) => {
    const begun = await service
      .as(token)
      .post(`${AUTH}/sign-in/sso`)
      .send({ organizationSlug: w.organization.slug, ...body })
      .expect(200);
    const { searchParams } = new URL(begun.body.url);
    const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString();
    const answer = provider.answer({
      acsUrl: `http://curbcut.test${AUTH}/sso/saml2/acs/${w.organization.id}`,
      audience: `http://curbcut.test${AUTH}/sso/saml2/metadata/${w.organization.id}`,
      ...{ subject, attributes: { email, name: 'Somebody' }, requestId: / ID="([^"]+)"/.exec(xml)![1]! },
    });
    return service
      .as()
      .post(`${AUTH}/sso/saml2/acs/${w.organization.id}`)
      .redirects(0)
      .type('form')
      .set('Cookie', String(begun.headers['set-cookie']).split(';')[0]!)
      .send({ SAMLResponse: Buffer.from(answer).toString('base64'), RelayState: searchParams.get('RelayState')! });
  };

  // Nobody's account is taken: it is linked by its person. One does so before it is required.
  expect(shape(await come(`admin@${domain}`, 'subject-admin'))).toEqual([403, 'account_not_linked']);
  expect((await come(`admin@${domain}`, 'subject-admin', { purpose: 'link' }, w.admin.token)).status).toBe(302);

  // It is required only with an owner who comes in without it.
  expect(shape(await set({ required: true }))).toEqual([409, 'recovery_owner_needed']);
  await sql('UPDATE users SET two_factor_enabled = true WHERE id = $1', w.owner.id);
  await sql('UPDATE sessions SET factor_passed = true WHERE user_id = $1', w.owner.id);
  await set({ required: true, recoveryOwnerIds: [w.owner.id] }).expect(200);
  expect(shape(await read(memberByPassword))).toEqual([403, 'provider_sign_in_required']);
  for (const token of [w.owner.token, w.admin.token, w.keys.read]) expect((await read(token)).status).toBe(200);

  // Who has not linked before does so now, by the session that is refused everywhere else.
  const late = await byPassword(`member@${domain}`, true);
  expect(shape(await read(late))).toEqual([403, 'provider_sign_in_required']);
  expect((await come(`member@${domain}`, 'subject-member', { purpose: 'link' }, late)).status).toBe(302);
  expect((await read(late)).status).toBe(200);
  const again = await come(`member@${domain}`, 'subject-member');
  expect((await read(again.headers['set-auth-token']!)).status).toBe(200);

  // Who is new gets an account that the organization manages.
  const newcomer = await come(`new@${domain}`, 'subject-new');
  expect((await read(newcomer.headers['set-auth-token']!)).status).toBe(200);
  const during = await members();
  expect(during).toEqual(
    [...former, { email: `new@${domain}`, role: 'member', team: null }].sort((a, b) => (a.email < b.email ? -1 : 1)),
  );

  // The provider fails: its certificate is replaced without a word. An owner comes in without it.
  await sql('UPDATE organization_sign_in SET certificates = $2 WHERE organization_id = $1', w.organization.id, [
    makeCertificate({ days: -1 }).pem,
  ]);
  expect(shape(await come(`member@${domain}`, 'subject-member'))).toEqual([403, 'saml_certificate']);
  expect((await read(w.owner.token)).status).toBe(200);
  expect((await service.as(w.owner.token).delete(settings)).status).toBe(204);

  // Back by passwords: everybody is who they were, with role, team and keys; also who never had a password.
  expect(await members()).toEqual(during);
  const back = await byPassword(`member@${domain}`, true);
  expect((await read(back)).status).toBe(200);
  expect((await read(await byPassword(`new@${domain}`))).status).toBe(200);
  expect((await read(await byPassword(`admin@${domain}`))).status).toBe(200);
  expect((await read(w.keys.read)).status).toBe(200);
  expect(await sql('SELECT 1 FROM users WHERE email LIKE $1', `%@${domain}`)).toHaveLength(4);
  expect((await service.as(back).get(`${AUTH}/organization/list-user-teams`)).body).toMatchObject([{ id: team }]);
});
