import { Member } from '../../../apps/api/src/accounts/organizations/members/member.entity.js';
import { signUpWithSecondFactor } from '../../support/authenticator.js';
import type { Service } from '../../support/service.js';
import type { World } from '../../support/world.js';
import { type Act, type Made, ORG, picture } from './made.js';

/** One way to make each change of an organization, its people and what it sets. */
export function organizationActs(service: Service, { auth, inOrganization, post, made }: Made): Record<string, Act> {
  const view = { name: 'Urgent', kind: 'issues', filters: {} };
  const saved = async (w: World): Promise<string> =>
    `${w.organization.url}/saved-views/${(await post(w, `${w.organization.url}/saved-views`, view)).body.savedView.id}`;
  return {
    [`POST ${ORG}/saved-views`]: async (w) => () => post(w, `${w.organization.url}/saved-views`, view),
    [`PATCH ${ORG}/saved-views/:viewId`]: async (w) => {
      const url = await saved(w);
      return () => service.as(w.owner.token).patch(url).send({ name: 'Other' });
    },
    [`DELETE ${ORG}/saved-views/:viewId`]: async (w) => {
      const url = await saved(w);
      return () => service.as(w.owner.token).delete(url);
    },
    'POST /api/auth/organization/create': async (w) => () =>
      auth(w.stranger.token, 'organization/create', { name: 'Another' }),
    'POST /api/auth/organization/set-active': async (w) => () =>
      auth(w.member.token, 'organization/set-active', { organizationId: null }),
    'POST /api/auth/organization/update': async (w) => () =>
      inOrganization(w, w.owner.token, 'update', { data: { name: 'Renamed' } }),
    'POST /api/auth/organization/delete': async (w) => () => inOrganization(w, w.owner.token, 'delete'),
    'POST /api/auth/organization/leave': async (w) => () => inOrganization(w, w.member.token, 'leave'),
    'POST /api/auth/organization/update-member-role': async (w) => () =>
      inOrganization(w, w.owner.token, 'update-member-role', { memberId: w.member.memberId, role: 'admin' }),
    'POST /api/auth/organization/remove-member': async (w) => () =>
      inOrganization(w, w.owner.token, 'remove-member', { memberId: w.member.memberId }),
    'POST /api/auth/organization/invite-member': async (w) => () =>
      inOrganization(w, w.owner.token, 'invite-member', { email: 'guest@example.org', role: 'member' }),
    'POST /api/auth/organization/accept-invitation': async (w) => {
      const invitationId = await made.invitation(w, w.stranger.email);
      return () => auth(w.stranger.token, 'organization/accept-invitation', { invitationId });
    },
    'POST /api/auth/organization/reject-invitation': async (w) => {
      const invitationId = await made.invitation(w, w.stranger.email);
      return () => auth(w.stranger.token, 'organization/reject-invitation', { invitationId });
    },
    'POST /api/auth/organization/cancel-invitation': async (w) => {
      const invitationId = await made.invitation(w);
      return () => auth(w.owner.token, 'organization/cancel-invitation', { invitationId });
    },
    'POST /api/auth/organization/create-team': async (w) => () =>
      inOrganization(w, w.owner.token, 'create-team', { name: 'Team' }),
    'POST /api/auth/organization/update-team': async (w) => {
      const teamId = await made.team(w);
      return () => auth(w.owner.token, 'organization/update-team', { teamId, data: { name: 'Renamed' } });
    },
    'POST /api/auth/organization/remove-team': async (w) => {
      const teamId = await made.team(w);
      return () => auth(w.owner.token, 'organization/remove-team', { teamId });
    },
    'POST /api/auth/organization/add-team-member': async (w) => {
      const teamId = await made.team(w);
      return () => auth(w.owner.token, 'organization/add-team-member', { teamId, userId: w.member.id });
    },
    'POST /api/auth/organization/set-active-team': async (w) => {
      const teamId = await made.team(w);
      await auth(w.owner.token, 'organization/add-team-member', { teamId, userId: w.member.id });
      return () => auth(w.member.token, 'organization/set-active-team', { teamId });
    },
    'POST /api/auth/organization/remove-team-member': async (w) => {
      const teamId = await made.team(w);
      await auth(w.owner.token, 'organization/add-team-member', { teamId, userId: w.member.id });
      return () => auth(w.owner.token, 'organization/remove-team-member', { teamId, userId: w.member.id });
    },
    [`POST ${ORG}/logo`]: async (w) => {
      const file = await picture();
      return () => service.as(w.owner.token).post(`${w.organization.url}/logo`).attach('file', file, 'a.png');
    },
    [`DELETE ${ORG}/logo`]: async (w) => {
      await service
        .as(w.owner.token)
        .post(`${w.organization.url}/logo`)
        .attach('file', await picture(), 'a.png');
      return () => service.as(w.owner.token).delete(`${w.organization.url}/logo`);
    },
    [`PATCH ${ORG}/settings/deadlines`]: async (w) => () =>
      service
        .as(w.owner.token)
        .patch(`${w.organization.url}/settings/deadlines`)
        .send({ severity: { high: 7 } }),
    [`POST ${ORG}/settings/deadlines/apply`]: async (w) => () =>
      post(w, `${w.organization.url}/settings/deadlines/apply`, { dryRun: false }),
    [`PATCH ${ORG}/settings/conformance`]: async (w) => () =>
      service.as(w.owner.token).patch(`${w.organization.url}/settings/conformance`).send({ auditFrequency: 6 }),
    [`PATCH ${ORG}/settings/security`]: async (w) => {
      const { id, token } = await signUpWithSecondFactor(service);
      await service.database.manager.update(Member, { userId: w.admin.id }, { userId: id });
      return () => service.as(token).patch(`${w.organization.url}/settings/security`).send({ requireTwoFactor: true });
    },
    [`PATCH ${ORG}/settings/modules`]: async (w) => () =>
      service
        .as(w.owner.token)
        .patch(`${w.organization.url}/settings/modules`)
        .send({ module: 'risks', enabled: false }),
    [`POST ${ORG}/api-keys`]: async (w) => () =>
      post(w, `${w.organization.url}/api-keys`, { name: 'CI', scopes: ['read'] }),
    [`DELETE ${ORG}/api-keys/:keyId`]: async (w) => {
      const { id } = (await post(w, `${w.organization.url}/api-keys`, { name: 'CI', scopes: ['read'] })).body.apiKey;
      return () => service.as(w.owner.token).delete(`${w.organization.url}/api-keys/${id}`);
    },
  };
}
