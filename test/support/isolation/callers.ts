import { newId } from '#libs/ids';
import { hashOf } from '#libs/secrets';
import type { Test } from 'supertest';
import { newKey } from '../../../apps/api/src/products/api-keys/secret.js';
import { IngestPass } from '../../../apps/api/src/products/api-keys/trusted-publishing/ingest-pass.entity.js';
import { TrustedPublisher } from '../../../apps/api/src/products/api-keys/trusted-publishing/trusted-publisher.entity.js';
import type { Policy } from '../../../apps/api/src/platform/http/policy.js';
import type { Service } from '../service.js';
import type { Person, World } from '../world.js';
import { deadKey, key, nobody, session, type Verdict } from './verdicts.js';

interface Kind {
  /** The credential, made for one request: some requests end it. */
  credential: (w: World, productId: string) => Promise<string | undefined>;
  verdict: (policy: Policy) => Verdict;
}

const READ_WRITE = ['read', 'write'] as const;

/** A call about this organization that must succeed. */
export const inOrganization = (service: Service, w: World, token: string, path: string, body: object): Test =>
  service
    .as(token)
    .post(`/api/auth/organization/${path}`)
    .send({ organizationId: w.organization.id, ...body })
    .expect(200);

/** Somebody with an open invitation to be an owner. */
async function invited(service: Service, w: World, emailVerified: boolean): Promise<Person> {
  const person = await w.person();
  await service.database.query('UPDATE users SET email_verified = $2 WHERE id = $1', [person.id, emailVerified]);
  await inOrganization(service, w, w.owner.token, 'invite-member', { email: person.email, role: 'owner' });
  return person;
}

/** A key that this key makes. */
async function childOf(service: Service, w: World, parent: string): Promise<string> {
  const { body } = await service
    .as(parent)
    .post(`${w.organization.url}/api-keys`)
    .send({ name: 'child', scopes: [...READ_WRITE] })
    .expect(201);
  return body.apiKey.key;
}

/** A pass for the token of a pipeline that an admin trusts. */
async function passFor(service: Service, w: World, productId: string): Promise<{ secret: string; maker: Person }> {
  const [maker, secret, publisherId] = [await w.person('admin'), newKey(), newId()];
  const owned = { organizationId: w.organization.id, productId };
  const tx = service.database.manager;
  const source = { sourceId: publisherId, issuer: 'https://gitlab.com', claims: { project_id: publisherId } };
  await tx.insert(TrustedPublisher, { ...owned, ...source, id: publisherId, ownerUserId: maker.id });
  await tx.insert(IngestPass, {
    ...owned,
    id: newId(),
    publisherId,
    name: 'acme/shop',
    secretHash: hashOf(secret),
    proposalsOnly: false,
    proposalNumber: null,
    expiresAt: new Date(Date.now() + 60_000),
  });
  return { secret, maker };
}

/** Every kind of caller; the stranger is the world of another organization, which is asked for once there is one. */
export const callersOf = (service: Service, stranger: () => World): Record<string, Kind> => ({
  nobody: { credential: async () => undefined, verdict: nobody },
  'a garbage token': { credential: async () => 'garbage', verdict: nobody },
  'an expired session': {
    credential: async (w) => {
      const { id, token } = await w.person('owner');
      await service.database.query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [
        id,
      ]);
      return token;
    },
    verdict: nobody,
  },
  'a member': { credential: async (w) => (await w.person('member')).token, verdict: session('member') },
  'an admin': { credential: async (w) => (await w.person('admin')).token, verdict: session('admin') },
  'an owner': { credential: async (w) => (await w.person('owner')).token, verdict: session('owner') },
  'an owner of another organization': {
    // Not a young session: in one, `delete-user` asks for no password, and what is theirs would change by their own
    // will.
    credential: async () => {
      const { id, token } = await stranger().person('owner');
      await service.database.query(
        `UPDATE sessions SET created_at = now() - interval '1 hour', proved_at = now() - interval '1 hour' WHERE user_id = $1`,
        [id],
      );
      return token;
    },
    verdict: session(undefined),
  },
  'who has an account with an invited address that was never confirmed': {
    credential: async (w) => (await invited(service, w, false)).token,
    verdict: session(undefined),
  },
  'who was invited and has not accepted': {
    credential: async (w) => (await invited(service, w, true)).token,
    verdict: session(undefined),
  },
  'a removed admin with an open invitation of their own': {
    credential: async (w) => {
      const admin = await w.person('admin');
      await inOrganization(service, w, admin.token, 'invite-member', {
        email: w.stranger.email,
        role: 'admin',
        resend: true,
      });
      await inOrganization(service, w, w.owner.token, 'remove-member', { memberId: admin.memberId });
      return admin.token;
    },
    verdict: session(undefined),
  },
  'a demoted admin': {
    credential: async (w) => {
      const admin = await w.person('admin');
      await inOrganization(service, w, w.owner.token, 'update-member-role', {
        memberId: admin.memberId,
        role: 'member',
      });
      return admin.token;
    },
    verdict: session('member'),
  },
  'a read key': { credential: async (w) => w.keys.read, verdict: key({ scopes: ['read'] }) },
  'a write key': { credential: async (w) => w.keys.write, verdict: key({ scopes: ['read', 'write'] }) },
  'an ingest key': { credential: async (w) => w.keys.ingest, verdict: key({ scopes: ['ingest'] }) },
  'a key from before scopes': {
    credential: (w) => w.key({ scopes: ['ingest'], owner: null }),
    verdict: key({ scopes: ['ingest'] }),
  },
  'a key of this product': {
    credential: (w, productId) => w.key({ scopes: [...READ_WRITE], productId }),
    verdict: key({ scopes: ['read', 'write'], product: 'this' }),
  },
  'a key of another product': {
    credential: (w) => w.key({ scopes: [...READ_WRITE], productId: w.product.id }),
    verdict: key({ scopes: ['read', 'write'], product: 'another' }),
  },
  'a key of another organization': {
    credential: async () => stranger().keys.write,
    verdict: key({ scopes: ['read', 'write'], here: false }),
  },
  'a key of a demoted owner': {
    credential: async (w) => {
      const owner = await w.person('owner');
      const secret = await w.key({ scopes: [...READ_WRITE], owner });
      await service.database.query(`UPDATE members SET role = 'member' WHERE user_id = $1`, [owner.id]);
      return secret;
    },
    verdict: key({ scopes: ['read', 'write'], role: 'member' }),
  },
  'a key of a removed owner': {
    credential: async (w) => {
      const owner = await w.person('owner');
      const secret = await w.key({ scopes: [...READ_WRITE], owner });
      await service.database.query('DELETE FROM members WHERE user_id = $1', [owner.id]);
      return secret;
    },
    verdict: deadKey,
  },
  'a key that a key of a demoted admin made': {
    credential: async (w) => {
      const admin = await w.person('admin');
      const secret = await childOf(service, w, await w.key({ scopes: [...READ_WRITE], owner: admin }));
      await inOrganization(service, w, w.owner.token, 'update-member-role', {
        memberId: admin.memberId,
        role: 'member',
      });
      return secret;
    },
    verdict: key({ scopes: ['read', 'write'], role: 'member' }),
  },
  'a key that a key of a removed admin made': {
    credential: async (w) => {
      const admin = await w.person('admin');
      const secret = await childOf(service, w, await w.key({ scopes: [...READ_WRITE], owner: admin }));
      await inOrganization(service, w, w.owner.token, 'remove-member', { memberId: admin.memberId });
      return secret;
    },
    verdict: deadKey,
  },
  'a key whose maker, a key, was revoked': {
    credential: async (w) => {
      const parent = await w.key({ scopes: [...READ_WRITE] });
      const secret = await childOf(service, w, parent);
      const [{ id }] = await service.database.query('SELECT id FROM api_keys WHERE secret_hash = $1', [hashOf(parent)]);
      await service.as(w.owner.token).delete(`${w.organization.url}/api-keys/${id}`).expect(204);
      return secret;
    },
    verdict: deadKey,
  },
  'a pipeline with a pass for this product': {
    credential: async (w, productId) => (await passFor(service, w, productId)).secret,
    verdict: key({ scopes: ['ingest'], product: 'this' }),
  },
  'a pipeline with a pass for another product': {
    credential: async (w) => (await passFor(service, w, w.product.id)).secret,
    verdict: key({ scopes: ['ingest'], product: 'another' }),
  },
  'a pipeline whose publisher’s maker was removed': {
    credential: async (w, productId) => {
      const { secret, maker } = await passFor(service, w, productId);
      await inOrganization(service, w, w.owner.token, 'remove-member', { memberId: maker.memberId });
      return secret;
    },
    verdict: deadKey,
  },
  'a revoked key': {
    credential: async (w) => {
      const secret = await w.key({ scopes: ['read', 'write', 'ingest'] });
      await service.database.query(
        'UPDATE api_keys SET revoked_at = now() WHERE id = (SELECT max(id::text)::uuid FROM api_keys WHERE organization_id = $1)',
        [w.organization.id],
      );
      return secret;
    },
    verdict: deadKey,
  },
});
