import { randomUUID } from 'node:crypto';
import { hashOf } from '#libs/secrets';
import { ModulesContainer } from '@nestjs/core';
import type { Test } from 'supertest';
import type { Policy } from '../../apps/api/src/platform/http/policy.js';
import { listRoutes, type Route } from '../../apps/api/src/platform/http/routes.js';
import { setSecret } from '../support/agent.js';
import { printFigures } from '../support/figures.js';
import { fingerprint } from '../support/fingerprint.js';
import { callersOf, inOrganization } from '../support/isolation/callers.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

// Each route is asked by people and keys of its own.
const service = useService({
  LIMIT_INVITATIONS: '0',
  LIMIT_API_KEYS: '0',
  INVITATION_LIMIT_PER_DAY: '0',
  MAIL_LIMIT_PER_HOUR: '0',
});

let stranger: World;
let cases = 0;
const CALLERS = callersOf(service, () => stranger);

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
  const team = await inOrganization(service, w, w.owner.token, 'create-team', { name: 'Team' });
  const email = `${randomUUID()}@example.org`;
  const invitation = await inOrganization(service, w, w.owner.token, 'invite-member', { email, role: 'member' });
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
    'trusted_publishers',
    'ingest_passes',
  ]);

async function populated(): Promise<World> {
  const w = await world(service);
  const post = (path: string, body: object) => service.as(w.owner.token).post(`${w.product.url}/${path}`).send(body);
  await post('areas', { name: 'Secret area' });
  await post('audits', { title: 'Secret audit' });
  await post('issues', { title: 'Secret issue' });
  await post('risks', { title: 'Secret risk' });
  await post('monitors', { name: 'Secret monitor', source: { list: ['https://secret.example/'] } });
  await setSecret(service, w, { origins: ['https://secret.example'] });
  await post('pages', { url: 'https://secret.example/' });
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
      // A stream has no end: its head is admitted by the same rules.
      const verb = route.options?.produces === 'text/event-stream' ? 'head' : (route.verb.toLowerCase() as 'get');
      const request = caller[verb](pathOf(route, here, product.slug));
      const { status, body, type } = await withBody(route, request, named);
      const wanted = verdict(route.policy!);
      const code = (body as { code?: string } | null)?.code ?? '';
      const isRight =
        wanted === 'in'
          ? ![401, 403].includes(status) || !isOfTheDoor(route.policy!, code) || asksItself(route)
          : // The refusal of a page is a page.
            status === wanted.status && (verb === 'head' || wanted.codes.includes(code) || type === 'text/html');
      if (!isRight || status >= 500) deviations.push([route.verb, route.path, status, code, wanted]);
    }
    expect(deviations).toEqual([]);
    expect(routes.length).toBeGreaterThan(100);
    expect(await theirs()).toBe(before);
  },
  // Over machines and on a busy one, some callers take minutes.
  600_000,
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
