import { createHmac, randomUUID } from 'node:crypto';
import { listRoutes } from '#libs/access';
import { newId } from '#libs/ids';
import { hashOf, randomToken } from '#libs/secrets';
import { ModulesContainer } from '@nestjs/core';
import sharp from 'sharp';
import type { Test } from 'supertest';
import { AddressChange } from '../../apps/api/src/identity/addresses/address-change.entity.js';
import {
  Verification,
  type VerificationPurpose,
} from '../../apps/api/src/identity/mailed-links/verification.entity.js';
import { Member } from '../../apps/api/src/organizations/members/member.entity.js';
import { codeForUri, signUpWithSecondFactor, PASSWORD } from '../support/authenticator.js';
import { mailedInvitation } from '../support/mail.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const GITHUB = 'a secret that GitHub knows';
const service = useService({ WEBHOOKS_ALLOW_PRIVATE: 'true' });

/** Prepares what a route needs, and gives the one request that is looked at. */
type Act = (w: World) => Promise<() => Test>;

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
    (await post(w, `${w.organization.url}/standards`, { name: 'Own', levels: [{ name: 'Must' }] })).body.standard.slug,
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
  webhook: async (w: World) =>
    (await post(w, `${w.organization.url}/webhooks`, { url: 'http://127.0.0.1:9/' })).headers['location']!,
  team: async (w: World) => (await inOrganization(w, w.owner.token, 'create-team', { name: 'Team' })).body.id,
  invitation: async (w: World, email = 'guest@example.org') =>
    (await inOrganization(w, w.owner.token, 'invite-member', { email, role: 'member' })).body.id,
  restoring: async (person: Pick<Person, 'id' | 'email'>): Promise<string> => {
    const id = newId();
    const { email, id: userId } = person;
    const now = new Date();
    const change = { formerEmail: `former-${email}`, formerVerified: true, email, requestedAt: now, confirmedAt: now };
    await service.database.manager.insert(AddressChange, {
      id,
      userId,
      ...change,
      heldUntil: new Date(Date.now() + 60_000),
    });
    return made.verification(person, 'restore_address', id);
  },
  verification: async (
    person: Pick<Person, 'id' | 'email'>,
    purpose: VerificationPurpose,
    addressChangeId: string | null = null,
  ) => {
    const token = randomToken();
    const expiresAt = new Date(Date.now() + 60_000);
    await service.database.manager.insert(Verification, {
      ...{
        id: newId(),
        userId: person.id,
        email: person.email,
        purpose,
        addressChangeId,
        tokenHash: hashOf(token),
        expiresAt,
      },
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
      findings: [{ ruleId: randomUUID(), title: 'x' }],
    });
const newPerson = async () => {
  const email = `${randomUUID()}@example.org`;
  const { body } = await auth(undefined, 'sign-up/email', { name: 'New', email, password: 'a long password' });
  return { email, id: body.user.id as string, token: body.token as string };
};
const picture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
const idOf = (w: World, location: string) =>
  service
    .as(w.owner.token)
    .get(location)
    .then(({ body }) => Object.values(body as Record<string, { id: string }>)[0]!.id);

const ORG = '/v1/organizations/:orgId';
const PRODUCT = `${ORG}/products/:productSlug`;

/** One way to make each change that the interface offers. */
const ACTS: Record<string, Act> = {
  'POST /api/auth/sign-up/email': async () => () =>
    auth(undefined, 'sign-up/email', { name: 'A', email: `${randomUUID()}@example.org`, password: 'a long password' }),
  'POST /api/auth/sign-in/email': async () => {
    const { email } = await newPerson();
    return () => auth(undefined, 'sign-in/email', { email, password: 'a long password' });
  },
  'POST /api/auth/update-user': async (w) => () => auth(w.member.token, 'update-user', { name: 'Other' }),
  'POST /api/auth/change-password': async () => {
    const { token } = await newPerson();
    const body = { currentPassword: 'a long password', newPassword: 'another password' };
    return () => auth(token, 'change-password', body);
  },
  'POST /api/auth/two-factor/enable': async () => {
    const { token } = await newPerson();
    return () => auth(token, 'two-factor/enable', { password: 'a long password' });
  },
  'POST /api/auth/two-factor/verify-totp': async () => {
    const { token } = await newPerson();
    const { totpURI } = (await auth(token, 'two-factor/enable', { password: 'a long password' })).body;
    return () => auth(token, 'two-factor/verify-totp', { code: codeForUri(totpURI) });
  },
  'POST /api/auth/two-factor/verify-backup-code': async () => {
    const { email, backupCodes } = await signUpWithSecondFactor(service);
    const { twoFactorToken } = (await auth(undefined, 'sign-in/email', { email, password: PASSWORD })).body;
    return () => auth(undefined, 'two-factor/verify-backup-code', { code: backupCodes[0], twoFactorToken });
  },
  'POST /api/auth/two-factor/generate-backup-codes': async () => {
    const { token } = await signUpWithSecondFactor(service);
    return () => auth(token, 'two-factor/generate-backup-codes', { password: PASSWORD });
  },
  'POST /api/auth/two-factor/disable': async () => {
    const { token } = await signUpWithSecondFactor(service);
    return () => auth(token, 'two-factor/disable', { password: PASSWORD });
  },
  'POST /api/auth/reset-password': async (w) => {
    const token = await made.verification(w.member, 'password_reset');
    return () => auth(undefined, 'reset-password', { token, newPassword: 'another password' });
  },
  'GET /api/auth/verify-email': async (w) => {
    const token = await made.verification(w.member, 'email');
    return () => service.as(w.member.token).get(`/api/auth/verify-email?token=${token}`);
  },
  'POST /api/auth/change-email': async (w) => () =>
    auth(w.member.token, 'change-email', { newEmail: `${randomUUID()}@example.org` }),
  'POST /api/auth/restore-address': async (w) => {
    const token = await made.restoring(w.member);
    return () => auth(undefined, 'restore-address', { token });
  },
  'POST /reset-password': async (w) => {
    const token = await made.verification(w.member, 'password_reset');
    return () => service.as().post('/reset-password').type('form').send({ token, password: 'another password' });
  },
  'POST /restore-address': async (w) => {
    const token = await made.restoring(w.member);
    return () => service.as().post('/restore-address').type('form').send({ token });
  },
  'POST /api/auth/verify-email': async () => {
    const { email, id } = await newPerson();
    const token = await made.verification({ email, id }, 'email');
    const form = { token, password: 'a long password' };
    return () => service.as().post('/api/auth/verify-email').type('form').send(form);
  },
  'POST /accept-invitation': async (w) => {
    const id = await made.invitation(w);
    const token = await mailedInvitation(service, id);
    return () => service.as().post('/accept-invitation').type('form').send({ do: 'reject', id, token });
  },
  'POST /api/auth/delete-user': async (w) => () => auth(w.stranger.token, 'delete-user'),
  'POST /api/auth/sign-out': async (w) => () => auth(w.member.token, 'sign-out'),
  'POST /api/auth/revoke-session': async (w) => {
    const [{ token }] = (await service.as(w.member.token).get('/api/auth/list-sessions')).body;
    return () => auth(w.member.token, 'revoke-session', { token });
  },
  'POST /api/auth/revoke-sessions': async (w) => () => auth(w.member.token, 'revoke-sessions'),
  'POST /api/auth/revoke-other-sessions': async (w) => () => auth(w.member.token, 'revoke-other-sessions'),
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
  [`POST ${ORG}/standards`]: async (w) => () => post(w, `${w.organization.url}/standards`, { name: 'Own', levels: [] }),
  [`PATCH ${ORG}/standards/:standardSlug`]: async (w) => {
    const slug = await made.standard(w);
    return () => service.as(w.owner.token).patch(`${w.organization.url}/standards/${slug}`).send({ name: 'Renamed' });
  },
  [`DELETE ${ORG}/standards/:standardSlug`]: async (w) => {
    const slug = await made.standard(w);
    return () => service.as(w.owner.token).delete(`${w.organization.url}/standards/${slug}`);
  },
  [`POST ${ORG}/standards/:standardSlug/duplicate`]: async (w) => () =>
    post(w, `${w.organization.url}/standards/rgaa/duplicate`),
  [`POST ${ORG}/standards/:standardSlug/requirements`]: async (w) => {
    const slug = await made.standard(w);
    return () => post(w, `${w.organization.url}/standards/${slug}/requirements`, { name: 'r' });
  },
  [`PATCH ${ORG}/standards/:standardSlug/requirements/:requirementId`]: async (w) => {
    const url = await made.requirement(w);
    return () => service.as(w.owner.token).patch(url).send({ name: 'Renamed' });
  },
  [`DELETE ${ORG}/standards/:standardSlug/requirements/:requirementId`]: async (w) => {
    const url = await made.requirement(w);
    return () => service.as(w.owner.token).delete(url);
  },
  [`POST ${ORG}/standards/:standardSlug/groups`]: async (w) => {
    const slug = await made.standard(w);
    return () => post(w, `${w.organization.url}/standards/${slug}/groups`, { name: 'g' });
  },
  [`PATCH ${ORG}/standards/:standardSlug/groups/:groupId`]: async (w) => {
    const url = await made.group(w);
    return () => service.as(w.owner.token).patch(url).send({ name: 'Renamed' });
  },
  [`DELETE ${ORG}/standards/:standardSlug/groups/:groupId`]: async (w) => {
    const url = await made.group(w);
    return () => service.as(w.owner.token).delete(url);
  },
  [`POST ${ORG}/products`]: async (w) => () =>
    post(w, `${w.organization.url}/products`, { name: 'New', type: 'website' }),
  [`PATCH ${PRODUCT}`]: async (w) => () => service.as(w.owner.token).patch(w.product.url).send({ name: 'Renamed' }),
  [`DELETE ${PRODUCT}`]: async (w) => () => service.as(w.owner.token).delete(w.product.url),
  [`POST ${PRODUCT}/archive`]: async (w) => () => post(w, 'archive'),
  [`POST ${PRODUCT}/unarchive`]: async (w) => {
    await post(w, 'archive');
    return () => post(w, 'unarchive');
  },
  [`POST ${PRODUCT}/pin`]: async (w) => () => post(w, 'pin'),
  [`POST ${PRODUCT}/unpin`]: async (w) => {
    await post(w, 'pin');
    return () => post(w, 'unpin');
  },
  [`POST ${PRODUCT}/areas`]: async (w) => () => post(w, 'areas', { name: 'Cart' }),
  [`PATCH ${PRODUCT}/areas/:areaSlug`]: async (w) => {
    const url = await made.area(w);
    return () => service.as(w.owner.token).patch(url).send({ name: 'Basket' });
  },
  [`DELETE ${PRODUCT}/areas/:areaSlug`]: async (w) => {
    const url = await made.area(w);
    return () => service.as(w.owner.token).delete(url);
  },
  [`POST ${PRODUCT}/areas/:areaSlug/archive`]: async (w) => {
    const url = await made.area(w);
    return () => post(w, `${url}/archive`);
  },
  [`POST ${PRODUCT}/areas/:areaSlug/unarchive`]: async (w) => {
    const url = await made.area(w);
    await post(w, `${url}/archive`);
    return () => post(w, `${url}/unarchive`);
  },
  'POST /v1/profile-picture': async (w) => {
    const file = await picture();
    return () => service.as(w.member.token).post('/v1/profile-picture').attach('file', file, 'a.png');
  },
  'DELETE /v1/profile-picture': async (w) => {
    await service.as(w.member.token).put('/v1/profile-picture/gravatar');
    return () => service.as(w.member.token).delete('/v1/profile-picture');
  },
  'PUT /v1/profile-picture/gravatar': async (w) => () => service.as(w.member.token).put('/v1/profile-picture/gravatar'),
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
  [`PATCH ${ORG}/settings/conformance`]: async (w) => () =>
    service.as(w.owner.token).patch(`${w.organization.url}/settings/conformance`).send({ auditFrequency: 6 }),
  [`PATCH ${ORG}/settings/security`]: async (w) => {
    const { id, token } = await signUpWithSecondFactor(service);
    await service.database.manager.update(Member, { userId: w.admin.id }, { userId: id });
    return () => service.as(token).patch(`${w.organization.url}/settings/security`).send({ requireTwoFactor: true });
  },
  [`PATCH ${ORG}/settings/modules`]: async (w) => () =>
    service.as(w.owner.token).patch(`${w.organization.url}/settings/modules`).send({ module: 'risks', enabled: false }),
  [`POST ${ORG}/api-keys`]: async (w) => () =>
    post(w, `${w.organization.url}/api-keys`, { name: 'CI', scopes: ['read'] }),
  [`DELETE ${ORG}/api-keys/:keyId`]: async (w) => {
    const { id } = (await post(w, `${w.organization.url}/api-keys`, { name: 'CI', scopes: ['read'] })).body.apiKey;
    return () => service.as(w.owner.token).delete(`${w.organization.url}/api-keys/${id}`);
  },
  ...edits('audits', 'auditNumber', made.audit, {}, { title: 'Renamed' }),
  ...edits('issues', 'issueNumber', made.issue, { title: 'x' }, { title: 'Renamed' }),
  ...edits('risks', 'riskNumber', made.risk, { title: 'x' }, { title: 'Renamed' }),
  [`POST ${PRODUCT}/test-activity`]: async (w) => () => post(w, 'test-activity', { type: 'manual_test' }),
  [`DELETE ${PRODUCT}/test-activity/:number`]: async (w) => {
    const url = await made.activity(w);
    return () => service.as(w.owner.token).delete(url);
  },
  ...bulk('issues', made.issue, { state: 'closed' }),
  ...bulk('risks', made.risk, { status: 'mitigated' }),
  [`PUT ${PRODUCT}/issues/:issueNumber/requirements`]: async (w) => {
    const url = await made.issue(w);
    const { requirements } = (await service.as(w.owner.token).get(`${w.organization.url}/standards/rgaa/requirements`))
      .body;
    return () =>
      service
        .as(w.owner.token)
        .put(`${url}/requirements`)
        .send({ requirementIds: [requirements[0].id] });
  },
  ...needs('issues', 'issueNumber', made.issue),
  ...needs('risks', 'riskNumber', made.risk),
  [`POST ${PRODUCT}/risks/:riskNumber/materialize`]: async (w) => {
    const url = await made.risk(w);
    return () => post(w, `${url}/materialize`);
  },
  [`PATCH ${ORG}/findings/bulk`]: async (w) => {
    const url = await made.finding(w);
    const body = { ids: [url.split('/').at(-1)], data: { action: 'confirm' } };
    return () => service.as(w.owner.token).patch(`${w.organization.url}/findings/bulk`).send(body);
  },
  [`PATCH ${PRODUCT}/findings/:findingId`]: async (w) => {
    const url = await made.finding(w);
    return () => service.as(w.owner.token).patch(url).send({ title: 'Renamed' });
  },
  [`POST ${PRODUCT}/findings/:findingId/confirm`]: async (w) => {
    const url = await made.finding(w);
    return () => post(w, `${url}/confirm`);
  },
  [`POST ${PRODUCT}/findings/:findingId/dismiss`]: async (w) => {
    const url = await made.finding(w);
    return () => post(w, `${url}/dismiss`, { reason: 'accepted' });
  },
  [`POST ${PRODUCT}/findings/:findingId/reopen`]: async (w) => {
    const url = await made.finding(w);
    await post(w, `${url}/dismiss`, { reason: 'accepted' });
    return () => post(w, `${url}/reopen`);
  },
  'POST /api/ingest/test-activity': async (w) => () => scan(w),
  [`POST ${ORG}/webhooks`]: async (w) => () =>
    post(w, `${w.organization.url}/webhooks`, { url: 'https://example.org/hook' }),
  [`PATCH ${ORG}/webhooks/:webhookId`]: async (w) => {
    const url = await made.webhook(w);
    return () => service.as(w.owner.token).patch(url).send({ description: 'Ours' });
  },
  [`DELETE ${ORG}/webhooks/:webhookId`]: async (w) => {
    const url = await made.webhook(w);
    return () => service.as(w.owner.token).delete(url);
  },
  [`POST ${ORG}/webhooks/:webhookId/rotate-secret`]: async (w) => {
    const url = await made.webhook(w);
    return () => post(w, `${url}/rotate-secret`);
  },
  [`POST ${ORG}/webhooks/:webhookId/test`]: async (w) => {
    const url = await made.webhook(w);
    return () => post(w, `${url}/test`);
  },
  [`POST ${ORG}/webhooks/:webhookId/deliveries/:deliveryId/replay`]: async (w) => {
    const url = await made.webhook(w);
    const { delivery } = (await post(w, `${url}/test`)).body;
    await service.database.query(`UPDATE webhook_deliveries SET status = 'failed' WHERE id = $1`, [delivery.id]);
    return () => post(w, `${url}/deliveries/${delivery.id}/replay`);
  },
  [`PUT ${ORG}/settings/github`]: async (w) => () =>
    service.as(w.owner.token).put(`${w.organization.url}/settings/github`).send({ secret: GITHUB }),
  [`DELETE ${ORG}/settings/github`]: async (w) => {
    await service.as(w.owner.token).put(`${w.organization.url}/settings/github`).send({ secret: GITHUB });
    return () => service.as(w.owner.token).delete(`${w.organization.url}/settings/github`);
  },
  'POST /api/webhooks/github/:orgId': async (w) => {
    await service.as(w.owner.token).put(`${w.organization.url}/settings/github`).send({ secret: GITHUB });
    const sourceUrl = `https://github.com/example/shop/issues/${randomUUID()}`;
    await post(w, 'issues', { title: 'x', source: 'external', sourceUrl });
    const body = JSON.stringify({
      action: 'closed',
      issue: { html_url: sourceUrl, updated_at: '2026-01-01T00:00:00Z' },
    });
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'issues',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${createHmac('sha256', GITHUB).update(body).digest('hex')}`,
    };
    return () => service.as().post(`/api/webhooks/github/${w.organization.id}`).set(headers).send(body);
  },
};

/** What changes nothing that anybody keeps, and why. */
const WITHOUT_EVENT: Record<string, string> = {
  'POST /api/auth/two-factor/get-totp-uri': 'reads',
  'POST /api/auth/request-password-reset': 'mails a link to whoever reads that mail; using it is the event',
  'POST /api/auth/send-verification-email': 'mails a link to whoever reads that mail; using it is the event',
  'POST /api/auth/sign-in/social': 'sends the browser to the provider; coming back is the event',
  'POST /api/auth/organization/check-slug': 'a question',
  'POST /api/auth/organization/has-permission': 'a question',
};

function edits(kind: string, key: string, make: (w: World) => Promise<string>, body: object, change: object) {
  return {
    [`POST ${PRODUCT}/${kind}`]: async (w: World) => () => post(w, kind, body),
    [`PATCH ${PRODUCT}/${kind}/:${key}`]: async (w: World) => {
      const url = await make(w);
      return () => service.as(w.owner.token).patch(url).send(change);
    },
    [`DELETE ${PRODUCT}/${kind}/:${key}`]: async (w: World) => {
      const url = await make(w);
      return () => service.as(w.owner.token).delete(url);
    },
  };
}

function bulk(kind: string, make: (w: World) => Promise<string>, data: object): Record<string, Act> {
  const ids = async (w: World) => [await idOf(w, await make(w)), await idOf(w, await make(w))];
  return {
    [`PATCH ${ORG}/${kind}/bulk`]: async (w) => {
      const body = { ids: await ids(w), data };
      return () => service.as(w.owner.token).patch(`${w.organization.url}/${kind}/bulk`).send(body);
    },
    [`DELETE ${ORG}/${kind}/bulk`]: async (w) => {
      const body = { ids: await ids(w) };
      return () => service.as(w.owner.token).delete(`${w.organization.url}/${kind}/bulk`).send(body);
    },
  };
}

function needs(kind: string, key: string, make: (w: World) => Promise<string>): Record<string, Act> {
  return {
    [`PUT ${PRODUCT}/${kind}/:${key}/functional-needs`]: async (w) => {
      const url = await make(w);
      const [{ id }] = (await service.as(w.owner.token).get('/v1/functional-needs')).body.functionalNeeds;
      return () =>
        service
          .as(w.owner.token)
          .put(`${url}/functional-needs`)
          .send({ functionalNeedIds: [id] });
    },
  };
}

test('every route that changes anything has an entry in this test', () => {
  const routes = listRoutes(service.app.get(ModulesContainer))
    .filter(({ verb }) => verb !== 'GET')
    .map(({ verb, path }) => `${verb} ${path}`);
  const unknown = routes.filter((route) => !(route in ACTS) && !(route in WITHOUT_EVENT));
  expect(unknown).toEqual([]);
});

test.each(Object.keys(ACTS))('%s leaves exactly one event', async (route) => {
  const w = await world(service);
  const act = await ACTS[route]!(w);
  const events = async () => (await service.database.query('SELECT count(*)::int AS n FROM events'))[0].n;
  // A deleted organization takes its history along, and each key that ends with it leaves an event of its own.
  if (route.endsWith('organization/delete'))
    await service.database.query('WITH ended AS (UPDATE api_keys SET revoked_at = now()) DELETE FROM events');
  const before = await events();
  const answer = await act();
  expect([answer.status < 300, (await events()) - before]).toEqual([true, 1]);
});
