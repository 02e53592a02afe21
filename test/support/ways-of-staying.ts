import { readFileSync } from 'node:fs';
import { randomInt, randomUUID } from 'node:crypto';
import type { Target } from './target.js';
import type { World } from './world.js';

/** Whether somebody still gets in by what was made; asked again and again. */
export type StillIn = () => Promise<boolean>;

/** A way of staying: what a thief makes in a stolen session. Undefined: the service refuses it in this session. */
export type Way = (target: Target, w: World, session: string) => Promise<StillIn | undefined>;

/** A member of the organization, as they are now. */
const roleOf = async (target: Target, w: World, userId: string): Promise<string | undefined> =>
  (
    await target.sql('SELECT role FROM members WHERE organization_id = $1 AND user_id = $2', [
      w.organization.id,
      userId,
    ])
  )[0]?.role as string | undefined;

const invited: (accepted: boolean, role: string) => Way = (accepted, role) => async (target, w, session) => {
  const accomplice = await w.person();
  const body = { email: accomplice.email, role, organizationId: w.organization.id };
  const made = await target.as(session).post('/api/auth/organization/invite-member', body);
  if (made.status !== 200) return undefined;
  const accept = () =>
    target.as(accomplice.token).post('/api/auth/organization/accept-invitation', { invitationId: made.body.id });
  if (accepted) await accept();
  return async () => {
    if (!accepted) await accept();
    return (await roleOf(target, w, accomplice.id)) !== undefined;
  };
};

const keyWorks =
  (target: Target, w: World, key: string): StillIn =>
  async () =>
    (await target.as(key).get(`${w.organization.url}/products`)).status === 200;
const makeKey = async (target: Target, w: World, by: string) =>
  target.as(by).post(`${w.organization.url}/api-keys`, { name: 'k', scopes: ['read', 'write', 'ingest'] });

/** Each operation by which somebody can stay, with the ways of it that are tried. */
export const WAYS: Readonly<Record<string, readonly Way[]>> = {
  apiKeys_create: [
    async (target, w, session) => {
      const { status, body } = await makeKey(target, w, session);
      return status === 201 ? keyWorks(target, w, body.apiKey.key) : undefined;
    },
    async (target, w, session) => {
      const { status, body } = await makeKey(target, w, session);
      if (status !== 201) return undefined;
      const child = await makeKey(target, w, body.apiKey.key);
      return keyWorks(target, w, child.body.apiKey.key);
    },
  ],
  trustedPublishers_create: [
    async (target, w, session) => {
      const url = `${w.product.url}/trusted-publishers`;
      const claims = { repository_id: String(randomInt(1e9)), repository_owner_id: '2' };
      const body = { issuer: 'https://token.actions.githubusercontent.com', claims };
      const { status, body: made } = await target.as(session).post(url, body);
      if (status !== 201) return undefined;
      return async () =>
        (
          await target.sql('SELECT 1 FROM trusted_publishers WHERE id = $1 AND suspended_by IS NULL', [
            made.trustedPublisher.id,
          ])
        ).length > 0;
    },
  ],
  webhooks_create: [
    async (target, w, session) => {
      const body = { url: `http://127.0.0.1:9/${randomUUID()}` };
      const { status, body: made } = await target.as(session).post(`${w.organization.url}/webhooks`, body);
      if (status !== 201) return undefined;
      return async () =>
        (await target.as(w.admin.token).get(`${w.organization.url}/webhooks/${made.webhook.id}`)).status === 200;
    },
  ],
  webhooks_update: [
    async (target, w, session) => {
      const url = `${w.organization.url}/webhooks`;
      const { body: older } = await target.as(w.admin.token).post(url, { url: 'http://127.0.0.1:9/' });
      const moved = await target.as(session).patch(`${url}/${older.webhook.id}`, { url: 'http://127.0.0.1:9/moved' });
      if (moved.status !== 200) return undefined;
      return async () => (await target.as(w.admin.token).get(`${url}/${older.webhook.id}`)).status === 200;
    },
  ],
  invitations_invite: [
    invited(false, 'admin'),
    invited(true, 'owner'),
    invited(true, 'admin'),
    invited(true, 'member'),
  ],
  members_updateRole: ['owner', 'admin'].map((role): Way => async (target, w, session) => {
    const accomplice = await w.person('member');
    const body = { memberId: accomplice.memberId, role, organizationId: w.organization.id };
    const raised = await target.as(session).post('/api/auth/organization/update-member-role', body);
    if (raised.status !== 200) return undefined;
    return async () => (await roleOf(target, w, accomplice.id)) !== 'member';
  }),
};

/** Subjects whose changes let nobody in, and why. */
const OF_THE_WORK = new Set(
  'products areas audits testActivities issues risks findings lines standards savedViews conformanceReports conformanceVerdicts'.split(
    ' ',
  ),
);

/** Other operations by which nobody stays, and why. */
const NO_WAYS: Readonly<Record<string, string>> = {
  identity_signUp: 'another account',
  identity_signIn: 'needs the password; a recovery ends its session',
  identity_updateUser: 'name and picture',
  identity_changePassword: 'needs the password; a reset replaces it',
  identity_requestPasswordReset: 'to the address of the account',
  identity_resetPassword: 'needs the mail',
  identity_sendVerificationEmail: 'to the address of the account',
  identity_changeEmail: 'mails the old address, whose link restores it (e2e/addresses)',
  identity_restoreAddress: 'needs the mail',
  identity_deleteUser: 'ends the account',
  identity_signInWithProvider: 'signs in a subject that is linked; none is linked in a session',
  sessions_signOut: 'ends a session',
  sessions_revoke: 'ends a session',
  sessions_revokeAll: 'ends sessions',
  sessions_revokeOthers: 'ends sessions',
  secondFactor_enable: 'needs the password, and the factor goes with restore-address',
  secondFactor_readUri: 'needs the password',
  secondFactor_verify: 'needs the code',
  secondFactor_verifyBackupCode: 'needs the code',
  secondFactor_renewBackupCodes: 'needs the password',
  secondFactor_disable: 'needs the password',
  secondFactor_unlock: 'needs the mail',
  account_recover: 'suspends',
  account_prove: 'needs what a thief of a session does not have',
  account_mailProofCode: 'a mail to the owner',
  account_keep: 'needs a fresh proof, and undoes only what was suspended',
  account_uploadPicture: 'a picture',
  account_deletePicture: 'a picture',
  account_useGravatar: 'a picture',
  organizations_create: 'another organization',
  organizations_checkSlug: 'a question',
  organizations_setActive: 'of the session',
  organizations_update: 'name and picture',
  organizations_delete: 'ends it',
  organizations_leave: 'ends a membership',
  organizations_uploadLogo: 'a picture',
  organizations_deleteLogo: 'a picture',
  members_hasPermission: 'a question',
  members_remove: 'ends a membership',
  invitations_accept: 'into another organization',
  invitations_reject: 'ends an invitation',
  invitations_cancel: 'ends an invitation',
  teams_create: 'groups who is in',
  teams_update: 'groups who is in',
  teams_remove: 'groups who is in',
  teams_setActive: 'groups who is in',
  teams_addMember: 'groups who is in',
  teams_removeMember: 'groups who is in',
  pages_verifyAddressByPassword: 'needs the mail',
  pages_answerInvitation: 'needs the mail',
  pages_resetPassword: 'needs the mail',
  pages_restoreAddress: 'needs the mail',
  pages_unlockCodes: 'needs the mail',
  settings_updateConformance: 'what is asked of products',
  settings_switchModule: 'what is in use',
  settings_updateSecurity: 'asks a second factor, or not',
  settings_setGitHubSecret: 'lets GitHub close issues; reads nothing',
  settings_removeGitHubSecret: 'ends it',
  apiKeys_revoke: 'ends a key',
  trustedPublishers_delete: 'ends a publisher',
  ingest_exchangeToken: 'needs a publisher',
  ingest_report: 'needs a key',
  webhooks_delete: 'ends a webhook',
  webhooks_rotateSecret: 'a signature that receivers check',
  webhooks_test: 'a message',
  webhooks_replayDelivery: 'a message',
  webhooks_receiveFromGitHub: 'needs the secret',
};

/** The operations of the document that change something and of which nobody has said whether somebody stays by them. */
export function unjudgedOperations(): string[] {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  return Object.values(paths)
    .flatMap((verbs) => Object.entries(verbs).filter(([verb]) => verb !== 'get'))
    .map(([, { operationId }]) => operationId ?? '')
    .filter((id) => !OF_THE_WORK.has(id.split('_')[0]!) && !(id in WAYS) && !(id in NO_WAYS));
}
