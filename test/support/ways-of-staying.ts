import { readdirSync, readFileSync } from 'node:fs';
import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Target } from './target.js';
import type { Person, World } from './world.js';

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

const auth = (target: Target, by: string, path: string, body: object) =>
  target.as(by).post(`/api/auth/organization/${path}`, body);

/** Invites somebody, who accepts; undefined where that is refused. */
async function letIn(target: Target, w: World, by: string, role: string, who?: Person): Promise<Person | undefined> {
  const accomplice = who ?? (await w.person());
  const made = await auth(target, by, 'invite-member', {
    email: accomplice.email,
    role,
    organizationId: w.organization.id,
  });
  if (made.status !== 200) return undefined;
  const { body } = await auth(target, accomplice.token, 'accept-invitation', { invitationId: made.body.id });
  return { ...accomplice, memberId: body.member.id };
}

const setRole = (target: Target, w: World, by: string, { memberId }: Person, role: string) =>
  auth(target, by, 'update-member-role', { memberId, role, organizationId: w.organization.id });
const leave = (target: Target, w: World, { token }: Person) =>
  auth(target, token, 'leave', { organizationId: w.organization.id });
const remove = (target: Target, w: World, by: string, { memberId }: Person) =>
  auth(target, by, 'remove-member', { memberIdOrEmail: memberId, organizationId: w.organization.id });
async function succeeds(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  if (status !== 200) throw new Error(`A thief is refused what anybody may do: ${status} ${text}`);
}
const anyIsIn =
  (target: Target, w: World, ...people: Person[]): StillIn =>
  async () => {
    for (const { id } of people) if ((await roleOf(target, w, id)) !== undefined) return true;
    return false;
  };

const pending: Way = async (target, w, session) => {
  const accomplice = await w.person();
  const body = { email: accomplice.email, role: 'admin', organizationId: w.organization.id };
  const made = await auth(target, session, 'invite-member', body);
  if (made.status !== 200) return undefined;
  return async () => {
    await auth(target, accomplice.token, 'accept-invitation', { invitationId: made.body.id });
    return (await roleOf(target, w, accomplice.id)) !== undefined;
  };
};

const joined =
  (role: string): Way =>
  async (target, w, session) => {
    const accomplice = await letIn(target, w, session, role);
    return accomplice && anyIsIn(target, w, accomplice);
  };

/** Is made a plain member by the thief again, so that no raised role is left to be taken away. */
const lowered: Way = async (target, w, session) => {
  const accomplice = await letIn(target, w, session, 'admin');
  if (!accomplice) return undefined;
  await setRole(target, w, session, accomplice, 'member');
  return anyIsIn(target, w, accomplice);
};

/** Lets somebody else in, so that another than the owner has invited them. */
const invitedByTheInvited: Way = async (target, w, session) => {
  const first = await letIn(target, w, session, 'admin');
  const second = first && (await letIn(target, w, first.token, 'admin'));
  return second && anyIsIn(target, w, second);
};

/** Two who give each other their roles anew, so that each answers for the other. */
const answeringForEachOther: Way = async (target, w, session) => {
  const [first, second] = [await letIn(target, w, session, 'admin'), await letIn(target, w, session, 'admin')];
  if (!first || !second) return undefined;
  for (const role of ['member', 'admin']) await setRole(target, w, first.token, second, role);
  for (const role of ['member', 'admin']) await setRole(target, w, second.token, first, role);
  return anyIsIn(target, w, first, second);
};

/** Ways in which a thief takes the organization itself, whose only owner is the one whose session was stolen. */
export const TAKEOVERS: Readonly<Record<string, (target: Target, w: World, session: string) => Promise<void>>> = {
  'an accomplice removes the owner': async (target, w, session) => {
    const accomplice = await letIn(target, w, session, 'owner');
    await succeeds(remove(target, w, accomplice!.token, w.owner));
  },
  'a member who was raised lowers the owner, step by step': async (target, w, session) => {
    await succeeds(setRole(target, w, session, w.member, 'owner'));
    for (const role of ['admin', 'member']) await succeeds(setRole(target, w, w.member.token, w.owner, role));
  },
  'the owner leaves in the stolen session': async (target, w, session) => {
    await letIn(target, w, session, 'owner');
    await succeeds(leave(target, w, { ...w.owner, token: session }));
  },
  'the owner is lowered in the stolen session, and then removed': async (target, w, session) => {
    const accomplice = await letIn(target, w, session, 'owner');
    await succeeds(setRole(target, w, session, w.owner, 'member'));
    await succeeds(remove(target, w, accomplice!.token, w.owner));
  },
  'the owner is removed, and let in again as a plain member': async (target, w, session) => {
    const accomplice = await letIn(target, w, session, 'owner');
    await succeeds(remove(target, w, accomplice!.token, w.owner));
    await letIn(target, w, accomplice!.token, 'member', { ...w.owner, token: session });
  },
  'the accomplice of an accomplice stays alone': async (target, w, session) => {
    const first = await letIn(target, w, session, 'owner');
    const second = await letIn(target, w, first!.token, 'owner');
    await succeeds(remove(target, w, first!.token, w.owner));
    await succeeds(leave(target, w, first!));
    await succeeds(remove(target, w, second!.token, w.admin));
  },
};

/** Two who leave and invite each other back. */
const comingBack: Way = async (target, w, session) => {
  const [first, second] = [await letIn(target, w, session, 'admin'), await letIn(target, w, session, 'admin')];
  if (!first || !second) return undefined;
  await leave(target, w, first);
  const again = await letIn(target, w, second.token, 'admin', first);
  await leave(target, w, second);
  await letIn(target, w, again!.token, 'admin', second);
  return anyIsIn(target, w, first, second);
};

const TRACKER = {
  ...{ kind: 'github', name: 'Shop', url: 'http://127.0.0.1:9', project: 'example/shop' },
  credentials: { token: 'x' },
};

const webhookOf = async (target: Target, w: World, by: string): Promise<StillIn | undefined> => {
  const body = { url: `http://127.0.0.1:9/${randomUUID()}` };
  const { status, body: made } = await target.as(by).post(`${w.organization.url}/webhooks`, body);
  if (status !== 201) return undefined;
  return async () =>
    (await target.as(w.admin.token).get(`${w.organization.url}/webhooks/${made.webhook.id}`)).status === 200;
};

/** A webhook that an accomplice makes, who then leaves, or whose account ends. */
const webhookOfAnAccomplice =
  (end: (target: Target, w: World, who: Person) => Promise<{ status: number }>): Way =>
  async (target, w, session) => {
    const accomplice = await letIn(target, w, session, 'admin');
    const stillIn = accomplice && (await webhookOf(target, w, accomplice.token));
    if (stillIn) expect((await end(target, w, accomplice)).status).toBe(200);
    return stillIn;
  };

/** Whether a delivery that is signed so is taken as one of GitHub. */
const signsAsGitHub =
  (target: Target, organizationId: string, secret: string): StillIn =>
  async () => {
    const body = JSON.stringify({ zen: randomUUID() });
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'ping',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    };
    const path = `/api/webhooks/github/${organizationId}`;
    return (await target.send('POST', path, { body, headers })).status < 300;
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
  trustedPublishers_accept: [
    async (target, w, session) => {
      const url = `${w.product.url}/trusted-publishers`;
      const claims = { repository_id: String(randomInt(1e9)), repository_owner_id: '2' };
      const body = { issuer: 'https://token.actions.githubusercontent.com', repository: `acme/${randomUUID()}` };
      const { body: made } = await target.as(w.admin.token).post(url, body);
      const { id } = made.trustedPublisher;
      // As a token would show them.
      await target.sql('UPDATE trusted_publishers SET presented = $2 WHERE id = $1', [id, JSON.stringify(claims)]);
      if ((await target.as(session).post(`${url}/${id}/accept`, { claims })).status !== 200) return undefined;
      const find = 'SELECT 1 FROM trusted_publishers WHERE id = $1 AND suspended_by IS NULL';
      return async () => (await target.sql(find, [id])).length > 0;
    },
  ],
  webhooks_create: [
    (target, w, session) => webhookOf(target, w, session),
    webhookOfAnAccomplice(leave),
    webhookOfAnAccomplice((target, _w, { token }) => target.as(token).post('/api/auth/delete-user', {})),
  ],
  agents_create: [
    async (target, w, session) => {
      const made = await target.as(session).post(`${w.organization.url}/agents`, { name: 'Mine' });
      if (made.status !== 201) return undefined;
      const { token } = made.body.agent as { token: string };
      const work = { labels: [], version: '0', wait: 0 };
      return async () => (await target.as(token).post('/api/agent/claim', work)).status !== 401;
    },
  ],
  provisioning_createToken: [
    async (target, w, session) => {
      const made = await target.as(session).post(`${w.organization.url}/settings/provisioning/tokens`, {});
      if (made.status !== 201) return undefined;
      const { token } = made.body.token as { token: string };
      const path = `/api/scim/v2/${w.organization.id}/ServiceProviderConfig`;
      return async () => (await target.as(token).get(path)).status === 200;
    },
  ],
  trackerConnections_create: [
    async (target, w, session) => {
      const url = `${w.product.url}/tracker-connections`;
      const made = await target.as(session).post(url, TRACKER);
      if (made.status !== 201) return undefined;
      return async () =>
        (await target.as(w.admin.token).get(`${url}/${made.body.trackerConnection.id}`)).status === 200;
    },
  ],
  trackerConnections_update: [
    async (target, w, session) => {
      const url = `${w.product.url}/tracker-connections`;
      const { body: older } = await target.as(w.admin.token).post(url, TRACKER);
      const at = `${url}/${older.trackerConnection.id}`;
      const moved = await target.as(session).patch(at, { credentials: { token: 'of-the-thief' } });
      if (moved.status !== 200) return undefined;
      return async () => (await target.as(w.admin.token).get(at)).status === 200;
    },
  ],
  webhooks_rotateSecret: [
    async (target, w, session) => {
      const url = `${w.organization.url}/webhooks`;
      const { body: older } = await target.as(w.admin.token).post(url, { url: 'http://127.0.0.1:9/' });
      const renewed = await target.as(session).post(`${url}/${older.webhook.id}/rotate-secret`);
      if (renewed.status !== 200) return undefined;
      return async () => (await target.as(w.admin.token).get(`${url}/${older.webhook.id}`)).status === 200;
    },
  ],
  signIn_replaceSettings: [
    async (target, w, session) => {
      const body = { kind: 'oidc', issuer: 'https://8.8.8.8', clientId: 'mine', clientSecret: randomUUID() };
      const set = await target.as(session).put(`${w.organization.url}/settings/sign-in`, body);
      if (set.status !== 200) return undefined;
      const find = 'SELECT 1 FROM organization_sign_in WHERE organization_id = $1 AND suspended_by IS NULL';
      return async () => (await target.sql(find, [w.organization.id])).length > 0;
    },
  ],
  settings_setGitHubSecret: [
    // Of an organization of its own, since each has one.
    async (target, _w, session) => {
      const { body } = await auth(target, session, 'create', { name: 'Another' });
      const secret = randomUUID();
      const set = await target.as(session).put(`/v1/organizations/${body.id}/settings/github`, { secret });
      return set.status < 300 ? signsAsGitHub(target, body.id, secret) : undefined;
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
  // The first alone is nobody yet; the others are plain members until what was suspended ends.
  invitations_invite: [
    pending,
    ...['owner', 'admin', 'member'].map(joined),
    lowered,
    invitedByTheInvited,
    answeringForEachOther,
    comingBack,
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
  'products areas audits evidence testActivities issues ownershipRules risks findings lines standards savedViews inventory monitors secrets conformanceReports conformanceVerdicts'.split(
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
  signIn_acceptAnswer: 'signs in a subject that is linked',
  signIn_begin: 'signs in a subject that is linked; what is linked in a session is suspended with it',
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
  account_update: 'a name, a picture, and preferences',
  mailSettings_update: 'when what a person is told is mailed',
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
  pages_unsubscribe: 'needs the mail, and ends mails alone',
  mailSettings_unsubscribe: 'needs the mail, and ends mails alone',
  settings_updateConformance: 'what is asked of products',
  settings_switchModule: 'what is in use',
  settings_updateDeadlines: 'in how many days issues are to be done',
  settings_applyDeadlines: 'dates of issues',
  notifications_mark: 'what has been read',
  settings_updateSecurity: 'asks a second factor, or not',
  settings_removeGitHubSecret: 'ends it',
  signIn_addDomain: 'a claim that lets nobody in',
  signIn_verifyDomain: 'lets in whom the provider of the organization lets in',
  signIn_removeDomain: 'gives up a domain',
  signIn_createKey: 'a key of the service, whose private half nobody sees',
  signIn_deleteKey: 'a key of the service signs no more',
  signIn_beginTrial: 'signs nobody in',
  signIn_removeSettings: 'nobody comes in by the provider any more',
  apiKeys_revoke: 'ends a key',
  trustedPublishers_delete: 'ends a publisher',
  ingest_exchangeToken: 'needs a publisher',
  agents_delete: 'ends an agent',
  agentWork_claim: 'needs an agent',
  agentWork_heartbeat: 'needs an agent',
  agentWork_next: 'needs an agent',
  agentWork_tellResults: 'needs an agent',
  agentWork_sendEvidence: 'needs an agent',
  agentWork_finish: 'needs an agent',
  ingest_report: 'needs a key',
  ingest_reportAsPerson: 'a report',
  webhooks_delete: 'ends a webhook',
  webhooks_test: 'a message',
  webhooks_replayDelivery: 'a message',
  webhooks_receiveFromGitHub: 'needs the secret',
  trackerConnections_delete: 'ends a connection',
  trackerConnections_test: 'a question',
  trackerConnections_proposePeople: 'a question',
  trackerConnections_import: 'issues come from where the organization is connected',
  trackerConnections_receive: 'needs the secret',
  issueTrackers_link: 'an issue goes where the organization is connected',
  issueTrackers_unlink: 'ends a link',
  trackerDifferences_decide: 'an issue and that of a tracker have the same then',
  provisioning_deleteToken: 'ends a token',
  scim_createUser: 'needs a provisioning token',
  scim_replaceUser: 'needs a provisioning token',
  scim_patchUser: 'needs a provisioning token',
  scim_deleteUser: 'needs a provisioning token',
  scim_createGroup: 'needs a provisioning token',
  scim_replaceGroup: 'needs a provisioning token',
  scim_patchGroup: 'needs a provisioning token',
  scim_deleteGroup: 'needs a provisioning token',
};

/** Kinds of what is noted of which no way of staying is tried in a session, and why. */
const WITHOUT_WAY: Readonly<Record<string, string>> = {
  provider_link: 'is made by signing in with the provider',
  lost_membership: 'lets nobody in; the ways of taking over try what it gives back',
};

/** The kinds that are registered in the code (`AccessKinds`) and of which a thief tries none. */
export function untriedKinds(tried: readonly string[]): string[] {
  const files = readdirSync('apps/api/src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const code = files.map((file) => readFileSync(`apps/api/src/${file}`, 'utf8'));
  const named = code.flatMap((text) =>
    [...text.matchAll(/kinds\.register\(\{\s*kind: (\w+)/g)].map(([, name]) => name!),
  );
  const kinds = named.map((name) => code.join('\n').match(new RegExp(`const ${name} = '(\\w+)'`))![1]!);
  if (kinds.length < 6) throw new Error(`only ${kinds.join(', ')} are found: are kinds registered in another way?`);
  return kinds.filter((kind) => !tried.includes(kind) && !(kind in WITHOUT_WAY));
}

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
