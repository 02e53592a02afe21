import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { startBuilt, stopAllBuilt } from '../support/built-service.js';
import { embeddedFolder, stopEmbedded } from '../support/embedded.js';
import { SamlProviderDouble } from '../support/saml-provider.js';

jest.setTimeout(120_000);

const dataDir = embeddedFolder('saml');

afterAll(async () => {
  await stopAllBuilt();
  await stopEmbedded(dataDir);
});

test('the built service asks a provider of SAML, and checks what it answers', async () => {
  const { base } = await startBuilt({ DATA_DIR: dataDir });
  let token = '';
  const send = (method: string, path: string, body: object): Promise<Response> =>
    fetch(`${base}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const account = { name: 'Ada', email: 'ada@example.org', password: 'kerbs that serve everyone' };
  ({ token } = (await (await send('POST', '/api/auth/sign-up/email', account)).json()) as { token: string });
  const made = await send('POST', '/api/auth/organization/create', { name: 'Acme' });
  const { id, slug } = (await made.json()) as { id: string; slug: string };
  const provider = new SamlProviderDouble();
  const set = await send('PUT', `/v1/organizations/${id}/settings/sign-in`, {
    ...{ kind: 'saml', entityId: provider.entityId, signInUrl: 'https://8.8.8.8/sso' },
    certificates: [provider.own.pem],
  });
  expect([set.status, set.ok ? '' : await set.text()]).toEqual([200, '']);

  const begun = await send('POST', '/api/auth/sign-in/sso', { organizationSlug: slug });
  expect(begun.status).toBe(200);
  const { searchParams } = new URL(((await begun.json()) as { url: string }).url);
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString();
  const said = (pattern: RegExp): string => pattern.exec(xml)![1]!;
  const acsUrl = said(/AssertionConsumerServiceURL="([^"]+)"/);
  const answer = provider.answer({
    ...{ acsUrl, audience: said(/Issuer[^>]*>([^<]+)</), requestId: said(/ ID="([^"]+)"/) },
    ...{ subject: randomUUID(), attributes: { email: 'bo@elsewhere.example', name: 'Bo' } },
  });
  const come = (response: string): Promise<Response> =>
    fetch(`${base}${new URL(acsUrl).pathname}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: begun.headers.getSetCookie()[0]!.split(';')[0]! },
      body: new URLSearchParams({
        SAMLResponse: Buffer.from(response).toString('base64'),
        RelayState: searchParams.get('RelayState')!,
      }),
    });
  // It is signed by the provider; the address is of nobody's proved domain.
  const refused = await come(answer);
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('sso_domain_unproved')]);
});
