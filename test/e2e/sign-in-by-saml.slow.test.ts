import { constants, randomUUID, verify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { makeCertificate } from '../support/certificate.js';
import { type Said, SamlProviderDouble } from '../support/saml-provider.js';
import { provedDomain } from '../support/proved-domain.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ PUBLIC_URL: 'http://curbcut.test' });
const provider = new SamlProviderDouble();

interface Entered extends World {
  domain: string;
  acs: string;
  said: Said;
}

async function entered(over: object = {}): Promise<Entered> {
  const w = await world(service);
  const domain = await provedDomain(service, w);
  const body = {
    kind: 'saml',
    entityId: provider.entityId,
    signInUrl: 'https://8.8.8.8/sso',
    certificates: [makeCertificate().pem, provider.own.pem],
    createRole: 'member',
    ...over,
  };
  await service.as(w.owner.token).put(`${w.organization.url}/settings/sign-in`).send(body).expect(200);
  const acs = `/api/auth/sso/saml2/acs/${w.organization.id}`;
  const said = {
    acsUrl: `http://curbcut.test${acs}`,
    audience: `http://curbcut.test/api/auth/sso/saml2/metadata/${w.organization.id}`,
    subject: randomUUID(),
    attributes: { email: `${randomUUID()}@${domain}`, name: 'Ada Example' },
  };
  return { ...w, domain, acs, said };
}

interface Asked {
  cookie: string;
  state: string;
  requestId: string;
  xml: string;
}

/** Begins a sign-in; what the browser holds, and the request that the provider gets. */
async function ask(w: World, body: object = {}, token?: string): Promise<Asked> {
  const begun = await service
    .as(token)
    .post('/api/auth/sign-in/sso')
    .send({ organizationSlug: w.organization.slug, ...body })
    .expect(200);
  const { searchParams } = new URL(begun.body.url);
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString();
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
  return { cookie, state: searchParams.get('RelayState')!, requestId: / ID="([^"]+)"/.exec(xml)![1]!, xml };
}

const post = (w: Entered, answer: string, { cookie, state }: { cookie?: string; state?: string }) => {
  const request = service.as().post(w.acs).redirects(0).type('form');
  if (cookie !== undefined) void request.set('Cookie', cookie);
  return request.send({ SAMLResponse: Buffer.from(answer).toString('base64'), ...(state && { RelayState: state }) });
};
const shape = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** Signs in by an answer that is made from what a right one says. */
async function come(w: Entered, make: (said: Said) => string = (said) => provider.answer(said)) {
  const asked = await ask(w);
  return post(w, make({ ...w.said, requestId: asked.requestId }), asked);
}
const isKnown = async (w: Entered) =>
  (await service.database.query('SELECT 1 FROM users WHERE email = $1', [w.said.attributes['email']])).length > 0;

/** The metadata that the provider of an organization reads, in `body`. */
const readMetadata = (w: World) =>
  service
    .as()
    .get(`/api/auth/sso/saml2/metadata/${w.organization.id}`)
    .buffer(true)
    .parse((response, done) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => done(null, body));
    });

test('somebody comes in by an assertion that is right in all, and is known again', async () => {
  const w = await entered();
  const first = await come(w);
  expect([first.status, first.headers['location']]).toEqual([302, 'http://curbcut.test/']);
  const session = async (token: string) => (await service.as(token).get('/api/auth/get-session')).body;
  const { user } = await session(first.headers['set-auth-token']!);
  expect(user).toMatchObject({ email: w.said.attributes['email'], name: 'Ada Example', emailVerified: true });
  const again = await come(w);
  expect((await session(again.headers['set-auth-token']!)).user.id).toBe(user.id);
});

test('the request names us, and asks again where a proof is needed', async () => {
  const w = await entered();
  const { xml } = await ask(w);
  expect(xml).toContain(`AssertionConsumerServiceURL="${w.said.acsUrl}"`);
  expect(xml).toContain(w.said.audience);
  expect(xml).not.toContain('ForceAuthn="true"');
  expect((await ask(w, { purpose: 'link' }, w.owner.token)).xml).toContain('ForceAuthn="true"');
  const { body: metadata, headers } = await readMetadata(w);
  expect(headers['content-type']).toContain('application/samlmetadata+xml');
  expect(metadata).toContain(`Location="${w.said.acsUrl}"`);
  expect(metadata).toContain(`entityID="${w.said.audience}"`);
});

const FORGERIES: Record<string, [code: string, make: (said: Said) => string]> = {
  'not signed': ['saml_signature', (said) => provider.response(said, provider.assertion(said))],
  'signed by a stranger': [
    'saml_signature',
    (said) => provider.response(said, provider.sign(provider.assertion(said), { by: provider.foreign })),
  ],
  'signed, and changed': ['saml_signature', (said) => provider.answer(said).replace(said.subject, 'somebody-else')],
  'signed by SHA-1': [
    'saml_algorithm',
    (said) => provider.response(said, provider.sign(provider.assertion(said), { sha1: true })),
  ],
  'two assertions': [
    'saml_assertions',
    (said) =>
      provider.response(said, provider.assertion({ ...said, subject: 'x' }) + provider.sign(provider.assertion(said))),
  ],
  'wrapped: the signed one within another': [
    'saml_assertions',
    (said) => {
      const evil = provider.assertion({ ...said, subject: 'evil' });
      const signed = provider.sign(provider.assertion(said));
      return provider.response(
        said,
        evil.replace('</saml:Assertion>', `<saml:Advice>${signed}</saml:Advice></saml:Assertion>`),
      );
    },
  ],
  'with a DOCTYPE': ['saml_doctype', (said) => `<!DOCTYPE x [<!ENTITY e "x">]>${provider.answer(said)}`],
  'to another recipient': ['saml_recipient', (said) => provider.answer({ ...said, recipient: 'https://evil.example' })],
  'to another destination': [
    'saml_destination',
    (said) => provider.answer({ ...said, destination: 'https://evil.example' }),
  ],
  'for another service': ['saml_audience', (said) => provider.answer({ ...said, audience: 'https://other.example' })],
  'of another provider': ['saml_issuer', (said) => provider.answer({ ...said, issuer: 'urn:example:another' })],
  'too old': ['saml_expired', (said) => provider.answer({ ...said, at: -900 })],
  'of tomorrow': ['saml_expired', (said) => provider.answer({ ...said, at: 86_400 })],
  'to another request': ['saml_request', (said) => provider.answer({ ...said, requestId: '_another' })],
  'to no request': ['saml_request', (said) => provider.answer({ ...said, requestId: undefined })],
  'with an address as its subject': [
    'saml_subject',
    (said) => provider.answer({ ...said, format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' }),
  ],
  encrypted: [
    'saml_encrypted',
    (said) => provider.response(said, '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>'),
  ],
  'a refusal': ['saml_failed', (said) => provider.response(said, '', 'Responder')],
  'too large': ['saml_too_large', (said) => provider.answer(said) + ' '.repeat(300_000)],
  'no XML': ['saml_assertions', () => 'hello'],
};

test.each(Object.entries(FORGERIES))('an answer is refused: %s', async (_what, [code, make]) => {
  const w = await entered();
  expect(shape(await come(w, make))).toEqual([403, code]);
  expect(await isKnown(w)).toBe(false);
  // Nobody is locked out by it.
  expect((await come(w)).status).toBe(302);
});

test('a comment in the name cuts nothing: it is the whole name, and of nobody else', async () => {
  const w = await entered();
  const victim = w.said.subject;
  expect((await come(w)).status).toBe(302);
  const idOf = async (token: string) => (await service.as(token).get('/api/auth/get-session')).body.user.id as string;
  const email = `${randomUUID()}@${w.domain}`;
  const evil = { ...w.said, subject: `${victim}<!-- -->.evil`, attributes: { email, name: 'E' } };
  const asked = await ask(w);
  const by = await post(w, provider.answer({ ...evil, requestId: asked.requestId }), asked);
  expect(by.status).toBe(302);
  const rows = await service.database.query('SELECT subject FROM accounts WHERE user_id = $1', [
    await idOf(by.headers['set-auth-token']!),
  ]);
  expect(rows).toEqual([{ subject: `${victim}.evil` }]);
});

test('an assertion is used once, also where people begin at the provider, which is off at first', async () => {
  const w = await entered({ idpInitiated: true });
  const asked = await ask(w);
  const said = { ...w.said, requestId: asked.requestId };
  const answer = provider.answer(said);
  expect((await post(w, answer, asked)).status).toBe(302);
  expect(shape(await post(w, answer, asked))).toEqual([403, 'state_mismatch']);
  expect(shape(await post(w, answer, {}))).toEqual([403, 'saml_request']);
  const unasked = provider.answer(w.said);
  expect((await post(w, unasked, {})).status).toBe(302);
  expect(shape(await post(w, unasked, {}))).toEqual([403, 'saml_used']);
  const closed = await entered();
  expect(shape(await post(closed, provider.answer(closed.said), {}))).toEqual([403, 'state_mismatch']);
});

test('the answer to one browser is nothing to another, and that to one organization nothing to another', async () => {
  const [w, other] = [await entered(), await entered()];
  const [mine, theirs] = [await ask(w), await ask(w)];
  const answer = provider.answer({ ...w.said, requestId: mine.requestId });
  expect(shape(await post(w, answer, { cookie: theirs.cookie, state: mine.state }))).toEqual([403, 'state_mismatch']);
  expect(shape(await post(other, answer, mine))).toEqual([403, 'state_mismatch']);
  expect((await post(w, answer, mine)).status).toBe(302);
});

test('certificates that have ended sign nobody in, and the answer says so', async () => {
  const w = await entered();
  await service.database.query('UPDATE organization_sign_in SET certificates = $2 WHERE organization_id = $1', [
    w.organization.id,
    [makeCertificate({ days: -1 }).pem],
  ]);
  expect(shape(await come(w))).toEqual([403, 'saml_certificate']);
});

test('certificates rotate: of two each signs in, and one that has ended, or is not valid yet, says so', async () => {
  const w = await entered();
  const next = new SamlProviderDouble();
  const certificates = (...pems: string[]) =>
    service.database.query('UPDATE organization_sign_in SET certificates = $2 WHERE organization_id = $1', [
      w.organization.id,
      pems,
    ]);
  const byNext = (said: Said) => provider.response(said, provider.sign(provider.assertion(said), { by: next.own }));
  await certificates(provider.own.pem, next.own.pem);
  expect([(await come(w)).status, (await come(w, byNext)).status]).toEqual([302, 302]);
  const ended = makeCertificate({ days: -1 });
  const byEnded = (said: Said) => provider.response(said, provider.sign(provider.assertion(said), { by: ended }));
  await certificates(provider.own.pem, ended.pem);
  const refused = await come(w, byEnded);
  expect([...shape(refused), refused.body.message]).toEqual([
    403,
    'saml_certificate',
    'The signing certificate of the provider has expired, or is not yet valid. An owner must set a valid one.',
  ]);
  expect(shape(await come(w, byNext))).toEqual([403, 'saml_signature']);
  expect((await come(w)).status).toBe(302);
});

describe('keys of the service for a provider', () => {
  interface Key {
    id: string;
    certificate: string;
    fingerprint: string;
    signs: boolean;
  }
  const settings = (w: Entered) => `${w.organization.url}/settings/sign-in`;
  const owner = (w: Entered) => service.as(w.owner.token);
  const keysOf = async (w: Entered): Promise<Key[]> =>
    (await owner(w).get(settings(w)).expect(200)).body.settings.serviceKeys;
  const make = (w: Entered) => owner(w).post(`${settings(w)}/keys`);
  const metadataOf = async (w: Entered): Promise<string> => (await readMetadata(w)).body;

  /** Whether the request of a sign-in is signed by a key (HTTP-Redirect, 3.4.4.1 of the bindings of SAML). */
  async function isSignedBy(w: Entered, { certificate }: Key): Promise<boolean> {
    const body = { organizationSlug: w.organization.slug };
    const { url } = (await service.as().post('/api/auth/sign-in/sso').send(body).expect(200)).body as { url: string };
    const query = new URL(url).search.slice(1);
    const [signed, signature] = query.split('&Signature=');
    expect(signed).toMatch(/^SAMLRequest=[^&]+&RelayState=[^&]+&SigAlg=[^&]+$/);
    expect(new URL(url).searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    const { publicKey } = new X509Certificate(certificate);
    return verify('sha256', Buffer.from(signed!), publicKey, Buffer.from(decodeURIComponent(signature!), 'base64'));
  }

  test('one is there from the beginning: requests are signed by it, and it is in the metadata', async () => {
    const w = await entered();
    const [key, ...others] = await keysOf(w);
    expect([key!.signs, others]).toEqual([true, []]);
    expect(await isSignedBy(w, key!)).toBe(true);
    const metadata = await metadataOf(w);
    expect(metadata).toContain('AuthnRequestsSigned="true"');
    expect(metadata).not.toMatch(/cbc|rsa-1_5/i);
    const inner = key!.certificate.replace(/-----[^-]+-----|\s/g, '');
    expect(metadata.split(inner)).toHaveLength(3);
    const stored = await service.database.query(
      'SELECT private_key AS key FROM sign_in_keys WHERE organization_id = $1',
      [w.organization.id],
    );
    expect(stored).toEqual([{ key: expect.stringMatching(/^v1\./) }]);
    expect(JSON.stringify(await keysOf(w))).not.toContain('PRIVATE KEY');
  });

  test('rotate without a gap: the next one is published, and signs once the first is deleted', async () => {
    const w = await entered();
    const [first] = await keysOf(w);
    const { key: next } = (await make(w).expect(201)).body as { key: Key };
    expect(shape(await make(w))).toEqual([409, 'sign_in_keys_full']);
    expect((await keysOf(w)).map(({ id, signs }) => [id, signs])).toEqual([
      [first!.id, true],
      [next.id, false],
    ]);
    expect([await isSignedBy(w, first!), await isSignedBy(w, next)]).toEqual([true, false]);
    for (const { certificate } of [first!, next])
      expect(await metadataOf(w)).toContain(certificate.replace(/-----[^-]+-----|\s/g, ''));
    const encrypted = (key: Key) => (said: Said) =>
      provider.response(said, provider.encrypt(provider.sign(provider.assertion(said)), key.certificate));
    expect([(await come(w, encrypted(first!))).status, (await come(w, encrypted(next))).status]).toEqual([302, 302]);
    await owner(w)
      .delete(`${settings(w)}/keys/${first!.id}`)
      .expect(204);
    expect(await isSignedBy(w, next)).toBe(true);
    expect(shape(await come(w, encrypted(first!)))).toEqual([403, 'saml_encrypted']);
    expect((await come(w, encrypted(next))).status).toBe(302);
    await owner(w)
      .delete(`${settings(w)}/keys/${next.id}`)
      .expect(204);
    expect((await ask(w)).xml).toContain('AuthnRequest');
    expect(await metadataOf(w)).toContain('AuthnRequestsSigned="false"');
    expect(shape(await owner(w).delete(`${settings(w)}/keys/${next.id}`))).toEqual([404, 'not_found']);
  });

  test('are for owners with a fresh proof, of an organization with a provider of SAML', async () => {
    const w = await entered();
    expect(shape(await service.as(w.admin.token).post(`${settings(w)}/keys`))).toEqual([403, 'role_too_low']);
    const other = await world(service);
    const foreign = `${other.organization.url}/settings/sign-in/keys`;
    expect(shape(await service.as(other.owner.token).post(foreign))).toEqual([404, 'not_found']);
    const [key] = await keysOf(w);
    expect(shape(await service.as(other.owner.token).delete(`${foreign}/${key!.id}`))).toEqual([404, 'not_found']);
    await service.database.query(
      `UPDATE sessions SET created_at = now() - interval '1 hour', proved_at = now() - interval '1 hour'
       WHERE user_id = $1`,
      [w.owner.id],
    );
    expect(shape(await make(w))).toEqual([403, 'fresh_proof_required']);
  });

  const CBC = { cipher: 'aes-256-cbc', algorithm: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc' };
  const OLD = {
    keyAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5',
    padding: constants.RSA_PKCS1_PADDING,
  };
  const NEW = {
    keyAlgorithm: 'http://www.w3.org/2009/xmlenc11#rsa-oaep',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
    hash: 'sha256',
  };
  const MASKED =
    '<xenc11:MGF xmlns:xenc11="http://www.w3.org/2009/xmlenc11#" Algorithm="http://www.w3.org/2009/xmlenc11#mgf1sha256"/>';
  type Sealed = (said: Said, pem: string) => string;
  const whole: Sealed = (said) => provider.sign(provider.assertion(said));
  const sealed =
    (over: object, make: Sealed = whole): Sealed =>
    (said, pem) =>
      provider.response(said, provider.encrypt(make(said, pem), pem, over));

  test.each<[string, Sealed]>([
    ['AES-GCM of 256 bits', sealed({})],
    ['AES-GCM of 128 bits', sealed({ cipher: 'aes-128-gcm', algorithm: 'http://www.w3.org/2009/xmlenc11#aes128-gcm' })],
    ['a declaration before it', sealed({}, (said, pem) => `<?xml version="1.0"?>${whole(said, pem)}`)],
    [
      'OAEP of SHA-256',
      (said, pem) => sealed(NEW)(said, pem).replace('</xenc:EncryptionMethod>', `${MASKED}</xenc:EncryptionMethod>`),
    ],
  ])('an encrypted assertion signs in: %s', async (_what, make_) => {
    const w = await entered();
    const [key] = await keysOf(w);
    const back = await come(w, (said) => make_(said, key!.certificate));
    expect([back.status, back.headers['location']]).toEqual([302, 'http://curbcut.test/']);
    expect(await isKnown(w)).toBe(true);
  });

  test.each<[string, string, Sealed]>([
    ['by AES-CBC', 'saml_encrypted', sealed(CBC)],
    ['with its key by RSA of PKCS #1 1.5', 'saml_encrypted', sealed(OLD)],
    ['AES-CBC that is called GCM', 'saml_encrypted', sealed({ cipher: 'aes-256-cbc' })],
    ['for another key', 'saml_encrypted', (said) => sealed({})(said, provider.own.pem)],
    [
      'cut',
      'saml_encrypted',
      (said, pem) =>
        sealed({})(said, pem).replace(
          /.{40}<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>/,
          '</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>',
        ),
    ],
    [
      'twice',
      'saml_encrypted',
      (said, pem) => {
        const assertion = provider.encrypt(whole(said, pem), pem);
        return provider.response(said, assertion + assertion);
      },
    ],
    [
      'beside another one',
      'saml_assertions',
      (said, pem) => provider.response(said, whole(said, pem) + provider.encrypt(whole(said, pem), pem)),
    ],
    ['of nothing', 'saml_assertions', sealed({}, () => 'nothing')],
    ['and not signed', 'saml_signature', sealed({}, (said) => provider.assertion(said))],
    [
      'and signed by a stranger',
      'saml_signature',
      sealed({}, (said) => provider.sign(provider.assertion(said), { by: provider.foreign })),
    ],
    [
      'and signed by SHA-1',
      'saml_algorithm',
      sealed({}, (said) => provider.sign(provider.assertion(said), { sha1: true })),
    ],
    ['with a DOCTYPE in it', 'saml_doctype', sealed({}, (said, pem) => `<!DOCTYPE x>${whole(said, pem)}`)],
    [
      'with another encrypted one in it',
      'saml_encrypted',
      sealed({}, (said, pem) => provider.encrypt(whole(said, pem), pem)),
    ],
    [
      'for another recipient',
      'saml_recipient',
      sealed({}, (said, pem) => whole({ ...said, recipient: 'https://other.example' }, pem)),
    ],
  ])('an encrypted assertion is refused: %s', async (_what, code, make_) => {
    const w = await entered();
    const [key] = await keysOf(w);
    const back = await come(w, (said) => make_(said, key!.certificate));
    expect(shape(back)).toEqual([403, code]);
    expect(await isKnown(w)).toBe(false);
  });

  test('what is nothing but openings is refused', async () => {
    const w = await entered();
    for (const opening of ['<EncryptedAssertion>', '<EncryptedAssertion><EncryptedKey>', '<a:EncryptedKey>'.repeat(3)])
      expect((await come(w, () => opening.repeat(Math.floor(180_000 / opening.length)))).status).toBe(403);
  });
});
