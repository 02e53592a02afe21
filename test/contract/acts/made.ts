import { randomUUID } from 'node:crypto';
import { newId } from '#libs/ids';
import { hashOf, randomToken } from '#libs/secrets';
import sharp from 'sharp';
import type { Test } from 'supertest';
import { makeCertificate } from '../../support/certificate.js';
import { AddressChange } from '../../../apps/api/src/accounts/identity/addresses/address-change.entity.js';
import {
  Verification,
  type VerificationPurpose,
} from '../../../apps/api/src/accounts/identity/mailed-links/verification.entity.js';
import { Session } from '../../../apps/api/src/accounts/identity/sessions/session.entity.js';
import { minutesAhead } from '../../support/moments.js';
import type { Service } from '../../support/service.js';
import type { Person, World } from '../../support/world.js';

/** Prepares what a route needs, and gives the one request that is looked at. */
export type Act = (w: World) => Promise<() => Test>;

export const ORG = '/v1/organizations/:orgId';
export const PRODUCT = `${ORG}/products/:productSlug`;

export type Made = ReturnType<typeof makeWith>;

/** What acts send their requests with at this service, and what makes the records that they need. */
export function makeWith(service: Service) {
  const auth = (token: string | undefined, path: string, body: object = {}) =>
    service.as(token).post(`/api/auth/${path}`).send(body);
  const inOrganization = (w: World, token: string, path: string, body: object = {}) =>
    auth(token, `organization/${path}`, { organizationId: w.organization.id, ...body });
  const post = (w: World, path: string, body: object = {}) =>
    service
      .as(w.owner.token)
      .post(path.startsWith('/') ? path : `${w.product.url}/${path}`)
      .send(body);

  const made = {
    standard: async (w: World) =>
      (await post(w, `${w.organization.url}/standards`, { name: 'Own', levels: [{ name: 'Must' }] })).body.standard
        .slug,
    requirement: async (w: World) => {
      const slug = await made.standard(w);
      const { id } = (await post(w, `${w.organization.url}/standards/${slug}/requirements`, { name: 'r' })).body
        .requirement;
      return `${w.organization.url}/standards/${slug}/requirements/${id}`;
    },
    group: async (w: World) => {
      const slug = await made.standard(w);
      const { id } = (await post(w, `${w.organization.url}/standards/${slug}/groups`, { name: 'g' })).body.group;
      return `${w.organization.url}/standards/${slug}/groups/${id}`;
    },
    area: async (w: World) => `${w.product.url}/areas/${(await post(w, 'areas', { name: 'Cart' })).body.area.slug}`,
    audit: async (w: World) => (await post(w, 'audits')).headers['location']!,
    activity: async (w: World) => (await post(w, 'test-activity', { type: 'manual_test' })).headers['location']!,
    issue: async (w: World) => (await post(w, 'issues', { title: 'x' })).headers['location']!,
    risk: async (w: World) => (await post(w, 'risks', { title: 'x' })).headers['location']!,
    finding: async (w: World) => {
      await scan(w);
      const [{ id }] = (await service.as(w.owner.token).get(`${w.product.url}/findings`)).body.findings;
      return `${w.product.url}/findings/${id}`;
    },
    provider: (w: World) =>
      service
        .as(w.owner.token)
        .put(`${w.organization.url}/settings/sign-in`)
        .send({ kind: 'oidc', issuer: 'https://8.8.8.8', clientId: 'curbcut', clientSecret: randomUUID() }),
    /** A provider of SAML; the keys of the service for it. */
    signInKeys: async (w: World): Promise<{ url: string; ids: string[] }> => {
      const url = `${w.organization.url}/settings/sign-in`;
      const saml = { kind: 'saml', entityId: 'urn:example:idp', signInUrl: 'https://8.8.8.8/sso' };
      const body = { ...saml, certificates: [makeCertificate().pem] };
      const { settings } = (await service.as(w.owner.token).put(url).send(body).expect(200)).body;
      return { url: `${url}/keys`, ids: (settings.serviceKeys as { id: string }[]).map(({ id }) => id) };
    },
    domain: async (w: World) => {
      const domain = `${randomUUID()}.example`;
      await post(w, `${w.organization.url}/settings/domains`, { domain });
      return `${w.organization.url}/settings/domains/${domain}`;
    },
    provisioningToken: async (w: World): Promise<{ id: string; token: string }> =>
      (await post(w, `${w.organization.url}/settings/provisioning/tokens`)).body.token,
    connectionBody: () => ({
      kind: 'github',
      name: 'Shop',
      url: 'http://127.0.0.1:9',
      project: 'example/shop',
      credentials: { token: 'x' },
    }),
    connection: async (w: World) => (await post(w, 'tracker-connections', made.connectionBody())).headers['location']!,
    webhook: async (w: World) =>
      (await post(w, `${w.organization.url}/webhooks`, { url: 'http://127.0.0.1:9/' })).headers['location']!,
    team: async (w: World) => (await inOrganization(w, w.owner.token, 'create-team', { name: 'Team' })).body.id,
    invitation: async (w: World, email = 'guest@example.org') =>
      (await inOrganization(w, w.owner.token, 'invite-member', { email, role: 'member' })).body.id,
    restoring: async (person: Pick<Person, 'id' | 'email'>): Promise<string> => {
      const id = newId();
      const { email, id: userId } = person;
      const now = new Date();
      const change = {
        formerEmail: `former-${email}`,
        formerVerified: true,
        email,
        requestedAt: now,
        confirmedAt: now,
      };
      await service.database.manager.insert(AddressChange, {
        id,
        userId,
        ...change,
        heldUntil: minutesAhead(1),
      });
      return made.verification(person, 'restore_address', id);
    },
    /** Another session of a person; its secret. */
    session: async ({ id: userId }: Pick<Person, 'id'>) => {
      const token = randomToken();
      const expiresAt = minutesAhead(1);
      await service.database.manager.insert(Session, { id: newId(), userId, tokenHash: hashOf(token), expiresAt });
      return token;
    },
    verification: async (
      person: Pick<Person, 'id' | 'email'>,
      purpose: VerificationPurpose,
      addressChangeId: string | null = null,
    ) => {
      const token = randomToken();
      const expiresAt = minutesAhead(1);
      await service.database.manager.insert(Verification, {
        id: newId(),
        userId: person.id,
        email: person.email,
        purpose,
        addressChangeId,
        tokenHash: hashOf(token),
        expiresAt,
      });
      return token;
    },
  };
  const scan = (w: World) =>
    service
      .as(w.keys.ingest)
      .post('/api/ingest/test-activity')
      .send({
        productRef: w.product.slug,
        type: 'automated_scan',
        tool: 'axe',
        findings: [{ ruleId: randomUUID(), title: 'x', sourceUrl: 'https://shop.example/checkout' }],
      });
  const newPerson = async () => {
    const email = `${randomUUID()}@example.org`;
    const { body } = await auth(undefined, 'sign-up/email', { name: 'New', email, password: 'a long password' });
    return { email, id: body.user.id as string, token: body.token as string };
  };
  const idOf = (w: World, location: string) =>
    service
      .as(w.owner.token)
      .get(location)
      .then(({ body }) => Object.values(body as Record<string, { id: string }>)[0]!.id);

  return { auth, inOrganization, post, made, scan, newPerson, idOf };
}

/** A picture that is accepted, as a PNG. */
export const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
