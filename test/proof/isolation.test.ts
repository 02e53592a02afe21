import { randomUUID } from 'node:crypto';
import { listRoutes, type Policy, type Route } from '#libs/access';
import { hashOf } from '#libs/secrets';
import { ModulesContainer } from '@nestjs/core';
import type { Test } from 'supertest';
import { printFigures } from '../support/figures.js';
import { fingerprint } from '../support/fingerprint.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

// Each route is asked by people and keys of its own.
const service = useService({
  LIMIT_INVITATIONS: '0',
  LIMIT_API_KEYS: '0',
  INVITATION_LIMIT_PER_DAY: '0',
  MAIL_LIMIT_PER_HOUR: '0',
});

/** What an answer may be: let in (whatever becomes of the request then), or refused with one of these codes. */
type Verdict = 'in' | { status: number; codes: string[] };

interface Kind {
  /** The credential, made for one request: some requests end it. */
  credential: (w: World, productId: string) => Promise<string | undefined>;
  verdict: (policy: Policy) => Verdict;
}

const refused = (status: number, ...codes: string[]): Verdict => ({ status, codes });
const unknown = ({ isIdentity }: Policy): Verdict => refused(401, isIdentity ? 'UNAUTHORIZED' : 'unauthenticated');

/** Nobody we know: let in only where anyone is. A bad token at the door of everyone is no fault. */
const nobody = (policy: Policy): Verdict => (policy.access === 'anyone' ? 'in' : unknown(policy));

/** A dead key: at the doors of people it is as bad as any other bad key. */
const deadKey = (policy: Policy): Verdict =>
  policy.access === 'anyone' && !policy.sessionOnly ? 'in' : unknown(policy);

const session =
  (role: 'member' | 'admin' | 'owner' | undefined) =>
  (policy: Policy): Verdict => {
    const { access, organization, refusedAs = {} } = policy;
    if (access === 'ingest') return unknown(policy);
    if (access === 'anyone') return 'in';
    // To strangers a record of other people is as unknown as one of nobody.
    if (organization === 'of-team' && !role) return refused(400, 'TEAM_NOT_FOUND');
    if (organization === 'of-team-or-own' && !role) return refused(400, 'TEAM_NOT_FOUND');
    if (organization === 'of-invitation' && !role) return refused(400, 'INVITATION_NOT_FOUND');
    if (organization && !role) return refused(403, refusedAs['not_a_member'] ?? 'not_a_member');
    const isTooLow = (access === 'admin' && role === 'member') || (access === 'owner' && role !== 'owner');
    return isTooLow ? refused(403, refusedAs['role_too_low'] ?? 'role_too_low') : 'in';
  };

const key =
  (options: { scopes: string[]; role?: 'member' | 'owner'; here?: boolean; product?: 'this' | 'another' }) =>
  ({ access, scope, sessionOnly, organization, namesProduct }: Policy): Verdict => {
    const { scopes, role = 'owner', here = true, product } = options;
    if (sessionOnly) return refused(403, 'session_required');
    if (access === 'anyone') return 'in';
    const codes: string[] = [];
    if (!here && organization) codes.push('key_wrong_organization');
    if (!scopes.includes(scope)) codes.push('key_scope_missing');
    if (product && !namesProduct) codes.push('key_product_mismatch');
    if (product === 'another' && namesProduct === 'path') codes.push('key_product_mismatch');
    if (access === 'admin' && role === 'member') codes.push('role_too_low');
    return codes.length > 0 ? refused(403, ...codes) : 'in';
  };

const READ_WRITE = ['read', 'write'] as const;

const inOrganization = (w: World, token: string, path: string, body: object) =>
  service
    .as(token)
    .post(`/api/auth/organization/${path}`)
    .send({ organizationId: w.organization.id, ...body })
    .expect(200);

/** Somebody with an open invitation to be an owner. */
async function invited(w: World, emailVerified: boolean): Promise<Person> {
  const person = await w.person();
  await service.database.query('UPDATE users SET email_verified = $2 WHERE id = $1', [person.id, emailVerified]);
  await inOrganization(w, w.owner.token, 'invite-member', { email: person.email, role: 'owner' });
  return person;
}

/** A key that this key makes. */
async function childOf(w: World, parent: string): Promise<string> {
  const { body } = await service
    .as(parent)
    .post(`${w.organization.url}/api-keys`)
    .send({ name: 'child', scopes: [...READ_WRITE] })
    .expect(201);
  return body.apiKey.key;
}

let stranger: World;
let cases = 0;

const CALLERS: Record<string, Kind> = {
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
    // Not a young session: in one, `delete-user` asks for no password, and what is theirs would change by their own will.
    credential: async () => {
      const { id, token } = await stranger.person('owner');
      await service.database.query(`UPDATE sessions SET created_at = now() - interval '1 hour' WHERE user_id = $1`, [
        id,
      ]);
      return token;
    },
    verdict: session(undefined),
  },
  'who has an account with an invited address that was never confirmed': {
    credential: async (w) => (await invited(w, false)).token,
    verdict: session(undefined),
  },
  'who was invited and has not accepted': {
    credential: async (w) => (await invited(w, true)).token,
    verdict: session(undefined),
  },
  'a removed admin with an open invitation of their own': {
    credential: async (w) => {
      const admin = await w.person('admin');
      await inOrganization(w, admin.token, 'invite-member', { email: w.stranger.email, role: 'admin', resend: true });
      await inOrganization(w, w.owner.token, 'remove-member', { memberId: admin.memberId });
      return admin.token;
    },
    verdict: session(undefined),
  },
  'a demoted admin': {
    credential: async (w) => {
      const admin = await w.person('admin');
      await inOrganization(w, w.owner.token, 'update-member-role', { memberId: admin.memberId, role: 'member' });
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
    credential: async () => stranger.keys.write,
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
      const secret = await childOf(w, await w.key({ scopes: [...READ_WRITE], owner: admin }));
      await inOrganization(w, w.owner.token, 'update-member-role', { memberId: admin.memberId, role: 'member' });
      return secret;
    },
    verdict: key({ scopes: ['read', 'write'], role: 'member' }),
  },
  'a key that a key of a removed admin made': {
    credential: async (w) => {
      const admin = await w.person('admin');
      const secret = await childOf(w, await w.key({ scopes: [...READ_WRITE], owner: admin }));
      await inOrganization(w, w.owner.token, 'remove-member', { memberId: admin.memberId });
      return secret;
    },
    verdict: deadKey,
  },
  'a key whose maker, a key, was revoked': {
    credential: async (w) => {
      const parent = await w.key({ scopes: [...READ_WRITE] });
      const secret = await childOf(w, parent);
      const [{ id }] = await service.database.query('SELECT id FROM api_keys WHERE secret_hash = $1', [hashOf(parent)]);
      await service.as(w.owner.token).delete(`${w.organization.url}/api-keys/${id}`).expect(204);
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
};

/** The path of a route in this organization and product; every other record in it does not exist. */
const pathOf = ({ path }: Route, w: World, slug: string): string =>
  path
    .replace(':orgId', w.organization.id)
    .replace(':productSlug', slug)
    .replace(/:(\w*[nN]umber)\b/g, '999999')
    .replace(/:(\w*Id)\b/g, '00000000-0000-7000-8000-000000000000')
    .replace(/:\w+/g, 'none');

/** Whether the body or the query, and not the path, says which organization is meant. */
const isNamed = ({ policy }: Route): boolean => policy?.organization !== undefined && policy.organization !== 'path';

/** What names everything in this organization that a body or a query can name, and is otherwise well formed. */
async function naming(w: World): Promise<Record<string, unknown>> {
  const team = await inOrganization(w, w.owner.token, 'create-team', { name: 'Team' });
  const email = `${randomUUID()}@example.org`;
  const invitation = await inOrganization(w, w.owner.token, 'invite-member', { email, role: 'member' });
  return {
    organizationId: w.organization.id,
    teamId: team.body.id,
    invitationId: invitation.body.id,
    memberId: w.member.memberId,
    userId: w.member.id,
    email: `${randomUUID()}@example.org`,
    role: 'admin',
    name: 'Named',
    data: { name: 'Named' },
    permissions: { member: ['update'] },
  };
}

/** Some calls are about the organization that the session has active, whoever made it so. */
const activate = (w: World, token: string): Promise<unknown> =>
  service.database.query('UPDATE sessions SET active_organization_id = $1 WHERE token_hash = $2', [
    w.organization.id,
    hashOf(token),
  ]);

const withBody = ({ verb, options }: Route, request: Test, named?: Record<string, unknown>): Test => {
  if (verb === 'GET') return named ? request.query(named) : request;
  if (named) return request.send(named);
  if (options?.body === 'form') return request.type('form').send({});
  return options?.upload ? request.attach('file', Buffer.from('no picture'), 'a.png') : request.send({});
};

/** Everything that the other organization has, but for the people and keys that the tests add to it. */
const theirs = (): Promise<string> =>
  fingerprint(service, { organizationId: stranger.organization.id, productId: stranger.product.id }, [
    'members',
    'api_keys',
  ]);

async function populated(): Promise<World> {
  const w = await world(service);
  const post = (path: string, body: object) => service.as(w.owner.token).post(`${w.product.url}/${path}`).send(body);
  await post('areas', { name: 'Secret area' });
  await post('audits', { title: 'Secret audit' });
  await post('issues', { title: 'Secret issue' });
  await post('risks', { title: 'Secret risk' });
  await post('test-activity', { type: 'manual_test', title: 'Secret test' });
  await service
    .as(w.keys.ingest)
    .post('/api/ingest/test-activity')
    .send({
      productRef: w.product.slug,
      type: 'automated_scan',
      tool: 'axe',
      findings: [{ ruleId: 'secret', title: 'Secret finding' }],
    });
  return w;
}

test.each(Object.entries(CALLERS))(
  '%s gets from every route what its policy says',
  async (_name, { credential, verdict }) => {
    const w = await world(service);
    stranger ??= await populated();
    const before = await theirs();
    const routes = listRoutes(service.app.get(ModulesContainer));
    cases += routes.length;
    const deviations: unknown[] = [];
    for (const route of routes) {
      // Some of these calls end the organization that they name, or who is in it.
      const here = isNamed(route) ? await world(service) : w;
      const product = await here.newProduct('Matrix');
      const named = isNamed(route) ? await naming(here) : undefined;
      const secret = await credential(here, product.id);
      if (isNamed(route) && secret) await activate(here, secret);
      const caller = service.as(secret);
      const request = caller[route.verb.toLowerCase() as 'get'](pathOf(route, here, product.slug));
      const { status, body, type } = await withBody(route, request, named);
      const wanted = verdict(route.policy!);
      const code = (body as { code?: string } | null)?.code ?? '';
      const isRight =
        wanted === 'in'
          ? ![401, 403].includes(status) || !isOfTheDoor(route.policy!, code) || asksItself(route)
          : // The refusal of a page is a page.
            status === wanted.status && (wanted.codes.includes(code) || type === 'text/html');
      if (!isRight || status >= 500) deviations.push([route.verb, route.path, status, code, wanted]);
    }
    expect(deviations).toEqual([]);
    expect(routes.length).toBeGreaterThan(100);
    expect(await theirs()).toBe(before);
  },
  120_000,
);

/** A mailed link is for anyone who asks for its page; programs must show a session of its account. */
const asksItself = ({ verb, path }: Route): boolean => verb === 'GET' && path === '/api/auth/verify-email';

/** Whether it is admission that refuses with this code here, whatever the endpoint calls it. */
const isOfTheDoor = ({ refusedAs = {} }: Policy, code: string): boolean =>
  REFUSALS.has(code) || Object.values(refusedAs).includes(code);

/** The codes with which the doors themselves refuse; services have codes of their own. */
const REFUSALS = new Set([
  'unauthenticated',
  'UNAUTHORIZED',
  'session_required',
  'not_a_member',
  'role_too_low',
  'key_scope_missing',
  'key_product_mismatch',
  'key_wrong_organization',
  'module_disabled',
]);

afterAll(() => {
  printFigures('Routes and callers', {
    'kinds of callers': Object.keys(CALLERS).length,
    'answers compared with the policy': cases,
  });
});
