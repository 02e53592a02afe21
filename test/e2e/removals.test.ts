import { useService } from '../support/service.js';
import { world, type Person, type World } from '../support/world.js';

/** What refers to a record that goes stays without the reference. */
const service = useService();

const sent = async (who: Person, verb: 'post' | 'patch' | 'delete', url: string, body?: object) => {
  const response = await service.as(who.token)[verb](url).send(body);
  expect([url, response.status < 300]).toEqual([url, true]);
  return response.body;
};
const auth = (who: Person, action: string, body: object) => sent(who, 'post', `/api/auth/organization/${action}`, body);

/** A standard of the organization, with the levels Must and Should, chosen wherever one can be: with its level Must. */
async function chosenStandard(w: World) {
  const { standard } = await sent(w.owner, 'post', `${w.organization.url}/standards`, {
    name: 'Own',
    levels: [{ name: 'Must' }, { name: 'Should' }],
  });
  const [must, should] = standard.levels;
  const choice = { standardId: standard.id, conformanceLevel: must.id };
  await sent(w.owner, 'patch', `${w.organization.url}/settings/conformance`, choice);
  await sent(w.owner, 'patch', w.product.url, choice);
  const { audit } = await sent(w.owner, 'post', `${w.product.url}/audits`, {});
  const url = `${w.organization.url}/standards/${standard.slug}`;
  await sent(w.owner, 'post', `${url}/requirements`, { name: 'Required', level: must.id });
  return { url, standard, should, auditUrl: `${w.product.url}/audits/${audit.number}`, auditId: audit.id };
}

const chosen = (w: World) =>
  service.database.query(
    `SELECT standard_id AS standard, conformance_level_id AS level FROM organizations WHERE id = $1
     UNION ALL SELECT standard_id, conformance_level_id FROM products WHERE organization_id = $1
     UNION ALL SELECT standard_id, conformance_level_id FROM audits WHERE organization_id = $1`,
    [w.organization.id],
  );

test('a level that goes is chosen nowhere any more; the standard stays chosen', async () => {
  const w = await world(service);
  const { url, standard, should } = await chosenStandard(w);
  await sent(w.owner, 'patch', url, { levels: [{ id: should.id, name: 'Should' }] });
  expect(await chosen(w)).toEqual(Array.from({ length: 3 }, () => ({ standard: standard.id, level: null })));
  const { body } = await service.as(w.owner.token).get(`${url}/requirements`);
  expect(body.requirements).toMatchObject([{ name: 'Required', level: null }]);
});

test('a standard that goes is chosen nowhere any more, and its levels neither', async () => {
  const w = await world(service);
  const { url } = await chosenStandard(w);
  await sent(w.owner, 'delete', url);
  expect(await chosen(w)).toEqual(Array.from({ length: 3 }, () => ({ standard: null, level: null })));
});

test('an issue outlives its audit, a risk outlives its issue', async () => {
  const w = await world(service);
  const { auditUrl, auditId } = await chosenStandard(w);
  const { issue } = await sent(w.owner, 'post', `${w.product.url}/issues`, { title: 'x', auditId });
  expect(issue.auditId).toBe(auditId);
  await sent(w.owner, 'delete', auditUrl);
  const { body } = await service.as(w.owner.token).get(`${w.product.url}/issues/1`);
  expect(body.issue.auditId).toBeNull();
  await sent(w.owner, 'post', `${w.product.url}/risks`, { title: 'x' });
  await sent(w.owner, 'post', `${w.product.url}/risks/1/materialize`);
  await sent(w.owner, 'delete', `${w.product.url}/issues/2`);
  const { body: after } = await service.as(w.owner.token).get(`${w.product.url}/risks/1`);
  expect(after.risk).toMatchObject({ status: 'materialized', linkedIssue: null });
});

test('members, invitations and sessions lose a team that goes', async () => {
  const w = await world(service);
  const team = await auth(w.owner, 'create-team', { name: 'Team', organizationId: w.organization.id });
  await auth(w.owner, 'add-team-member', { teamId: team.id, userId: w.member.id });
  const named = { organizationId: w.organization.id, teamId: team.id };
  await auth(w.owner, 'invite-member', { ...named, email: 'guest@example.org', role: 'member' });
  await auth(w.member, 'set-active-team', { teamId: team.id });
  const inIt = () =>
    service.database.query(
      `SELECT (SELECT count(*)::int FROM members WHERE team_id = $1) AS members,
         (SELECT count(*)::int FROM invitations WHERE team_id = $1) AS invitations,
         (SELECT count(*)::int FROM sessions WHERE active_team_id = $1) AS sessions`,
      [team.id],
    );
  expect(await inIt()).toEqual([{ members: 1, invitations: 1, sessions: 1 }]);
  await auth(w.owner, 'remove-team', named);
  expect(await inIt()).toEqual([{ members: 0, invitations: 0, sessions: 0 }]);
});

test('what a person made and answers for outlives their account', async () => {
  const w = await world(service);
  await sent(w.member, 'post', `${w.product.url}/issues`, { title: 'x' });
  await sent(w.member, 'post', `${w.product.url}/risks`, { title: 'x' });
  await sent(w.member, 'post', `${w.product.url}/test-activity`, { type: 'manual_test', title: 'x' });
  await sent(w.owner, 'patch', w.product.url, { responsiblePersonId: w.member.id });
  await sent(w.member, 'post', '/api/auth/delete-user', {});
  const rows = await service.database.query(
    `SELECT created_by_user_id AS person FROM issues WHERE product_id = $1
     UNION ALL SELECT created_by_user_id FROM risks WHERE product_id = $1
     UNION ALL SELECT created_by_user_id FROM test_activities WHERE product_id = $1
     UNION ALL SELECT responsible_person_id FROM products WHERE id = $1`,
    [w.product.id],
  );
  expect(rows).toEqual(Array.from({ length: 4 }, () => ({ person: null })));
});

test('an organization goes with all that is in it, whatever refers to what', async () => {
  const w = await world(service);
  const { auditId } = await chosenStandard(w);
  await sent(w.member, 'post', `${w.product.url}/issues`, { title: 'x', auditId });
  await sent(w.owner, 'patch', w.product.url, { responsiblePersonId: w.member.id });
  const team = await auth(w.owner, 'create-team', { name: 'Team', organizationId: w.organization.id });
  await auth(w.owner, 'add-team-member', { teamId: team.id, userId: w.member.id });
  await auth(w.member, 'set-active-team', { teamId: team.id });
  await auth(w.owner, 'delete', { organizationId: w.organization.id });
  const [left] = await service.database.query(
    `SELECT (SELECT count(*)::int FROM products WHERE organization_id = $1) AS products,
       (SELECT count(*)::int FROM events WHERE organization_id = $1 AND kept_until IS NULL) AS events,
       (SELECT count(*)::int FROM sessions WHERE active_organization_id = $1 OR active_team_id = $2) AS sessions`,
    [w.organization.id, team.id],
  );
  expect(left).toEqual({ products: 0, events: 0, sessions: 0 });
});
