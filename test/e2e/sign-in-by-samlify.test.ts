import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { makeCertificate } from '../support/certificate.js';
import { fromNow } from '../support/moments.js';
import { provedDomain } from '../support/proved-domain.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

interface Entity {
  entityMeta: {
    getEntityID(): string;
    isAuthnRequestSigned(): boolean;
    getAssertionConsumerService(binding: string): string;
  };
}
interface Answer {
  id: string;
  context: string;
}
interface ReadRequest {
  extract: { request: { id: string } };
}
interface Provider extends Entity {
  parseLoginRequest(sp: Entity, binding: 'redirect', request: object): Promise<ReadRequest>;
  createLoginResponse(
    sp: Entity,
    request: ReadRequest,
    binding: 'post',
    user: object,
    fill: (template: string) => Answer,
  ): Promise<Answer>;
}
/** What is used of it here: its own types would declare those of a browser for every test. */
interface Samlify {
  setSchemaValidator(validator: { validate: (xml: string) => Promise<unknown> }): void;
  IdentityProvider(settings: object): Provider;
  ServiceProvider(settings: { metadata: string }): Entity;
  SamlLib: {
    defaultLoginResponseTemplate: object;
    replaceTagsByValue(template: string, values: Record<string, string>): string;
  };
  Constants: {
    namespace: { binding: { redirect: string } };
    algorithms: {
      signature: { RSA_SHA256: string };
      encryption: { data: { AES_128_GCM: string }; key: { RSA_OAEP_MGF1P: string } };
    };
  };
}
const require = createRequire(import.meta.url);
const samlify = require('samlify') as Samlify;

// A provider that nobody here wrote; what it reads is our metadata and our requests. The schema of SAML is not its part.
samlify.setSchemaValidator({ validate: () => Promise.resolve('not asked') });

const service = useService({ PUBLIC_URL: 'http://curbcut.test' });
const own = makeCertificate();
const REDIRECT = samlify.Constants.namespace.binding.redirect;
const { algorithms } = samlify.Constants;

const template = samlify.SamlLib.defaultLoginResponseTemplate;

const identityProvider = (isAssertionEncrypted: boolean) =>
  samlify.IdentityProvider({
    entityID: 'https://idp.example/metadata',
    signingCert: own.pem,
    privateKey: own.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    wantAuthnRequestsSigned: true,
    requestSignatureAlgorithm: algorithms.signature.RSA_SHA256,
    isAssertionEncrypted,
    dataEncryptionAlgorithm: algorithms.encryption.data.AES_128_GCM,
    keyEncryptionAlgorithm: algorithms.encryption.key.RSA_OAEP_MGF1P,
    messageSigningOrder: 'sign-then-encrypt',
    nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
    singleSignOnService: [{ Binding: REDIRECT, Location: 'https://8.8.8.8/sso' }],
    singleLogoutService: [{ Binding: REDIRECT, Location: 'https://8.8.8.8/slo' }],
    loginResponseTemplate: {
      ...template,
      attributes: ['email', 'name'].map((name) => ({
        ...{ name, valueTag: name, nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic' },
        valueXsiType: 'xs:string',
      })),
    },
  });

async function readMetadata(w: World): Promise<string> {
  const { body } = await service
    .as()
    .get(`/api/auth/sso/saml2/metadata/${w.organization.id}`)
    .buffer(true)
    .parse((response, done) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => done(null, text));
    });
  return body as string;
}

async function entered(idp: Provider) {
  const w = await world(service);
  const domain = await provedDomain(service, w);
  const body = {
    ...{ kind: 'saml', entityId: idp.entityMeta.getEntityID(), signInUrl: 'https://8.8.8.8/sso' },
    ...{ certificates: [own.pem], createRole: 'member' },
  };
  await service.as(w.owner.token).put(`${w.organization.url}/settings/sign-in`).send(body).expect(200);
  return { w, email: `${randomUUID()}@${domain}`, sp: samlify.ServiceProvider({ metadata: await readMetadata(w) }) };
}

type Entered = Awaited<ReturnType<typeof entered>>;

/** Begins a sign-in; the provider reads the request, and checks its signature by our metadata. */
async function ask(idp: Provider, { w, sp }: Entered) {
  const begun = await service
    .as()
    .post('/api/auth/sign-in/sso')
    .send({ organizationSlug: w.organization.slug })
    .expect(200);
  const { search, searchParams } = new URL(begun.body.url);
  const octetString = search.slice(1).split('&Signature=')[0]!;
  const request = await idp.parseLoginRequest(sp, 'redirect', { query: Object.fromEntries(searchParams), octetString });
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
  return { request, octetString, searchParams, cookie, state: searchParams.get('RelayState')! };
}

test.each([
  ['signed', false],
  ['signed and encrypted by AES-GCM', true],
])(
  'samlify reads our metadata and our signed requests, and signs people in by an assertion that is %s',
  async (_how, encrypted) => {
    const idp = identityProvider(encrypted);
    const one = await entered(idp);
    expect(one.sp.entityMeta.isAuthnRequestSigned()).toBe(true);
    expect(one.sp.entityMeta.getAssertionConsumerService('post')).toBe(
      `http://curbcut.test/api/auth/sso/saml2/acs/${one.w.organization.id}`,
    );
    const { request, cookie, state } = await ask(idp, one);
    const { id } = request.extract.request;
    const at = (seconds: number) => fromNow(seconds * 1000).toISOString();
    const subject = randomUUID();
    const values: Record<string, string> = {
      ID: `_${randomUUID()}`,
      AssertionID: `_${randomUUID()}`,
      Destination: one.sp.entityMeta.getAssertionConsumerService('post'),
      Audience: one.sp.entityMeta.getEntityID(),
      SubjectRecipient: one.sp.entityMeta.getAssertionConsumerService('post'),
      Issuer: idp.entityMeta.getEntityID(),
      IssueInstant: at(0),
      ConditionsNotBefore: at(-5),
      ConditionsNotOnOrAfter: at(300),
      SubjectConfirmationDataNotOnOrAfter: at(300),
      InResponseTo: id,
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      NameID: subject,
      attrEmail: one.email,
      attrName: 'Ada Example',
    };
    const statement = `<saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
    const answer = await idp.createLoginResponse(one.sp, request, 'post', {}, (text: string) => ({
      id: values['ID']!,
      context: samlify.SamlLib.replaceTagsByValue(text.replace('{AuthnStatement}', statement), values),
    }));
    const xml = Buffer.from(answer.context, 'base64').toString();
    expect(xml.includes('EncryptedAssertion')).toBe(encrypted);
    expect(xml.includes(subject)).toBe(!encrypted);
    const back = await service
      .as()
      .post(`/api/auth/sso/saml2/acs/${one.w.organization.id}`)
      .redirects(0)
      .type('form')
      .set('Cookie', cookie)
      .send({ SAMLResponse: answer.context, RelayState: state });
    expect([back.status, back.body]).toEqual([302, {}]);
    const session = await service.as(back.headers['set-auth-token']).get('/api/auth/get-session');
    expect(session.body.user).toMatchObject({ email: one.email, name: 'Ada Example' });
  },
);

test('samlify refuses a request of ours that somebody has changed', async () => {
  const idp = identityProvider(false);
  const one = await entered(idp);
  const { octetString, searchParams } = await ask(idp, one);
  const changed = {
    query: Object.fromEntries(searchParams),
    octetString: octetString.replace('RelayState=', 'RelayState=x'),
  };
  await expect(idp.parseLoginRequest(one.sp, 'redirect', changed)).rejects.toBeTruthy();
});
