import { newId } from '#libs/ids';
import { hashOf, randomToken } from '#libs/secrets';
import { makeCertificate } from '../certificate.js';
import { Verification } from '../../../apps/api/src/accounts/identity/mailed-links/verification.entity.js';
import { filledReport, reporting } from '../conformance.js';
import { evidenceIn } from '../evidence.js';
import { plain } from '../pictures.js';
import { scimOf } from '../scim.js';
import type { Service } from '../service.js';
import { world, type World } from '../world.js';

/** Values that name something, by the name of the parameter or property that takes them. */
export type Names = Record<string, (string | number)[]>;

/** An organization with one or more of every record the interface knows. */
export interface Populated {
  world: World;
  names: Names;
  /** A key that is limited to the product. */
  productKey: string;
  /** The session of somebody who has a password. */
  newcomer: string;
  /** The token of the provider that says who belongs to the organization. */
  provisioningToken: string;
}

const PASSWORD = 'a long password';
const STANDARD = '/standards/wcag-2-2';

/** Makes one of everything, through the interface wherever it can. */
export async function populate(service: Service): Promise<Populated> {
  const w = await world(service);
  const { organization, product, owner } = w;
  const post = async (path: string, body: object = {}, token = owner.token) => {
    const answer = await service.as(token).post(path).send(body);
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`);
    return answer.body as Record<string, unknown>;
  };
  const record = async <T>(path: string, body: object = {}): Promise<T> =>
    Object.values(await post(path, body))[0] as unknown as T;
  const get = async (path: string) => (await service.as(owner.token).get(path)).body;
  const inOrganization = (path: string, body: object) =>
    post(`/api/auth/organization/${path}`, { organizationId: organization.id, ...body });

  const areas = [];
  for (const name of ['Cart', 'Search']) areas.push(await record<NamedRecord>(`${product.url}/areas`, { name }));
  const areaIds = areas.map(({ id }) => id);
  await service.as(owner.token).post(`${product.url}/areas/${areas[1]!.slug}/archive`);
  const standard = await record<NamedRecord & { levels: NamedRecord[] }>(`${organization.url}/standards`, {
    name: 'House rules',
    levels: [{ name: 'Must' }, { name: 'Should' }],
  });
  const own = `${organization.url}/standards/${standard.slug}`;
  const groups = [await record<NamedRecord>(`${own}/groups`, { name: 'Forms' })];
  groups.push(await record<NamedRecord>(`${own}/groups`, { name: 'Labels', parentId: groups[0]!.id }));
  const requirement = await record<NamedRecord>(`${own}/requirements`, { name: 'Name fields', groupId: groups[1]!.id });
  const builtIn = await get(`${organization.url}${STANDARD}`);
  const { requirements } = await get(`${organization.url}${STANDARD}/requirements`);
  const { functionalNeeds } = await get('/v1/functional-needs');

  const publishedToken = async (url: string) => (await record<{ publicToken: string }>(`${url}/publish`)).publicToken;
  // Of this one there is a statement. No issue speaks against it yet.
  const publicReports = [await publishedToken(await filledReport(service, w, 'wcag-2-2'))];
  const audits = [];
  const imports: string[] = [];
  for (const title of ['First', 'Second']) audits.push(await record<NamedRecord>(`${product.url}/audits`, { title }));
  for (const { number } of audits) {
    await service.as(owner.token).patch(`${product.url}/audits/${number}`).send({ standardId: standard.id });
    const sample = `${product.url}/audits/${number}/sample`;
    for (let page = 1; page <= 12; page += 1) await post(sample, { name: `Page ${page}`, description: 'A page.' });
    const outcomes = [{ requirementId: requirement.id, entry: 1, outcome: 'failed' }];
    await service.as(owner.token).patch(`${product.url}/audits/${number}/outcomes`).send({ outcomes });
    const importing = service
      .as(owner.token)
      .post(`${product.url}/audits/${number}/import`)
      .field('format', 'csv-grid');
    const imported = await importing.attach('file', Buffer.from('criterion,Imported\n1,failed\n'), 'a.csv');
    imports.push(imported.body.importId);
  }
  const issues = [];
  for (let i = 0; i < 4; i += 1)
    issues.push(
      await record<NamedRecord>(`${product.url}/issues`, { title: `Issue ${i}`, areaIds, auditId: audits[0]!.id }),
    );
  const risks = [];
  for (let i = 0; i < 3; i += 1)
    risks.push(await record<NamedRecord>(`${product.url}/risks`, { title: `Risk ${i}`, areaIds }));
  await post(`${product.url}/risks/${risks[2]!.number}/materialize`);
  const inventory = [];
  for (const path of ['', 'checkout'])
    inventory.push(
      await record<NamedRecord>(`${product.url}/pages`, { url: `https://shop.example/${path}`, areaId: areaIds[0] }),
    );
  const monitor = await record<NamedRecord>(`${product.url}/monitors`, {
    name: 'Home',
    source: { list: ['https://shop.example/'] },
  });
  const run = await record<NamedRecord>(`${product.url}/monitors/${monitor.number}/runs`);
  const agent = await record<NamedRecord>(`${organization.url}/agents`, { name: 'To go' });
  const directory = await scimOf(service, w);
  const scimIds = [await directory.tell(directory.address()), await directory.group('Designers')];
  const { tokens: provisioningTokens } = await get(`${organization.url}/settings/provisioning/tokens`);
  const provided = await service
    .as(owner.token)
    .put(`${organization.url}/settings/sign-in`)
    .send({
      ...{ kind: 'saml', entityId: 'urn:example:idp', signInUrl: 'https://8.8.8.8/sso', createRole: 'member' },
      certificates: [makeCertificate().pem],
    })
    .expect(200);
  const activity = await record<NamedRecord>(`${product.url}/test-activity`, { type: 'manual_test', areaIds });
  const scan = await post('/api/ingest/test-activity', report(product.slug), w.keys.ingest);
  const { findings } = await get(`${product.url}/findings`);
  const decisions = [
    await post(`${product.url}/findings/${findings[3].id}/dismiss`, { reason: 'accepted' }),
    await post(`${product.url}/findings/${findings[4].id}/confirm`),
  ].map(({ decision }) => (decision as NamedRecord).id);

  const domains = ['first', 'second'].map((label) => `${label}-${newId()}.example`);
  await post(`${organization.url}/settings/domains`, { domain: domains[0] });
  const webhook = await record<NamedRecord>(`${organization.url}/webhooks`, { url: 'http://8.8.8.8/hook' });
  const connection = await record<NamedRecord>(`${product.url}/tracker-connections`, {
    ...{ kind: 'github', name: 'Shop', url: 'https://8.8.8.8', project: 'example/shop', credentials: { token: 'x' } },
    webhookSecret: 'a secret that the tracker knows'.replaceAll(' ', '-'),
  });
  const deliveries = [];
  for (let i = 0; i < 2; i += 1)
    deliveries.push(await record<NamedRecord>(`${organization.url}/webhooks/${webhook.id}/test`));
  await service.database.query(`UPDATE webhook_deliveries SET status = 'delivered' WHERE id = $1`, [deliveries[0]!.id]);
  const key = await record<NamedRecord>(`${organization.url}/api-keys`, { name: 'To go', scopes: ['read'] });
  const view = await record<NamedRecord>(`${organization.url}/saved-views`, {
    name: 'All',
    kind: 'issues',
    filters: {},
  });
  const publisher = await record<NamedRecord>(`${product.url}/trusted-publishers`, {
    issuer: 'https://token.actions.githubusercontent.com',
    claims: { repository_id: '74', repository_owner_id: '65' },
  });
  const reports = [];
  for (const isPublished of [false, true]) {
    const reported = await reporting(service, w);
    // Issues above speak against the first requirement.
    const admitted = { verdict: 'partially_supports', remarks: 'Pictures say nothing.' };
    await reported.fill(isPublished ? { 0: admitted } : { 0: admitted, 1: admitted });
    if (isPublished) publicReports.push(await publishedToken(reported.url));
    reports.push(reported);
  }
  // One issue speaks against what the published one claims.
  const against = await record<NamedRecord>(`${product.url}/issues`, { title: 'Contradicts' });
  const requirementIds = [reports[1]!.requirements[1]!.id];
  await service.as(owner.token).put(`${product.url}/issues/${against.number}/requirements`).send({ requirementIds });
  issues.push(against);
  const comments = [];
  for (const path of [
    ...issues.map(({ number }) => `issues/${number}`),
    ...findings.map(({ id }: NamedRecord) => `findings/${id}`),
    ...audits.map(({ number }) => `audits/${number}`),
    ...reports.map(({ number }) => `conformance-reports/${number}`),
  ])
    comments.push(await record<NamedRecord>(`${product.url}/${path}/comments`, { body: 'Seen.' }));
  const evidence = [];
  for (let i = 0; i < 3; i += 1) evidence.push(await evidenceIn(service, owner, product.url));
  const { lines } = await get(`${product.url}/lines`);
  const team = await inOrganization('create-team', { name: 'Team' });
  await post('/api/auth/organization/add-team-member', { teamId: team['id'], userId: w.member.id });
  const invitation = await inOrganization('invite-member', { email: w.stranger.email, role: 'member' });

  const email = `${newId()}@example.org`;
  // Without a session: signing up would end the one that is sent.
  const signedUp = await service
    .as()
    .post('/api/auth/sign-up/email')
    .send({ name: 'Signed Up', email, password: PASSWORD });
  const newcomer = signedUp.body as Record<string, unknown>;
  const tokens = [];
  for (const purpose of ['email', 'password_reset'] as const) {
    const token = randomToken();
    const expiresAt = new Date(Date.now() + 3_600_000);
    await service.database.manager.insert(Verification, {
      id: newId(),
      userId: w.member.id,
      email: w.member.email,
      purpose,
      tokenHash: hashOf(token),
      expiresAt,
    });
    tokens.push(token);
  }
  const [session] = (await service.as(owner.token).get('/api/auth/list-sessions')).body;
  const pictures = [await picture(service, owner.token, '/v1/profile-picture')];
  pictures.push(await picture(service, owner.token, `${organization.url}/logo`));
  const members = [w.owner, w.admin, w.member];
  const archived = await w.newProduct('Archived');
  await post(`${archived.url}/archive`);
  await get(`${archived.url}/grade`);

  return {
    world: w,
    newcomer: String(newcomer['token']),
    provisioningToken: directory.token,
    productKey: await w.key({ scopes: ['read', 'write', 'ingest'], productId: product.id }),
    names: {
      orgId: [organization.id],
      organizationId: [organization.id],
      organizationSlug: [`org-${organization.id.slice(-12)}`],
      productSlug: [product.slug, product.slug, archived.slug],
      productRef: [product.slug],
      productId: [product.id],
      areaSlug: areas.map(({ slug }) => slug),
      areaIds,
      areas: areas.map(({ slug }) => slug),
      auditNumber: audits.map(({ number }) => number),
      entry: [1, 2, 3, 4, 5, 6],
      entries: ['1', 'all'],
      fromEntry: [1],
      toEntries: [7, 8, 9],
      decisionId: decisions,
      importId: imports,
      auditId: audits.map(({ id }) => id),
      issueNumber: issues.map(({ number }) => number),
      // Of the findings, as they show it.
      pages: ['/'],
      closeIssues: issues.map(({ number }) => number),
      riskNumber: risks.map(({ number }) => number),
      reportNumber: reports.map(({ number }) => number),
      judgedRequirementId: reports.map((reported) => reported.requirements[0]!.id),
      judgedGroupId: reports.map(({ group }) => group.id),
      number: [activity.number, (scan['testActivity'] as NamedRecord).number],
      findingId: findings.map(({ id }: NamedRecord) => id),
      duplicateOfId: findings.map(({ id }: NamedRecord) => id),
      'issues ids': issues.map(({ id }) => id),
      'risks ids': risks.map(({ id }) => id),
      'findings ids': findings.map(({ id }: NamedRecord) => id),
      publicReport: publicReports.flatMap((token) => [token, `${token}.json`]),
      publicBadge: publicReports.map((token) => `${token}.svg`),
      standardSlug: [standard.slug, standard.slug, 'wcag-2-2'],
      standardId: [standard.id, builtIn.standard.id],
      conformanceLevel: [...standard.levels, ...builtIn.standard.levels].map(({ id }: NamedRecord) => id),
      level: standard.levels.map(({ id }) => id),
      requirementId: [requirement.id],
      requirementIds: requirements.slice(0, 5).map(({ id }: NamedRecord) => id),
      groupId: groups.map(({ id }) => id),
      parentId: groups.map(({ id }) => id),
      functionalNeedIds: functionalNeeds.map(({ id }: NamedRecord) => id),
      evidenceId: evidence.map(({ id }) => id),
      evidenceIds: evidence.map(({ id }) => id),
      commentId: comments.map(({ id }) => id),
      keyId: [key.id],
      viewId: [view.id],
      monitorNumber: [monitor.number],
      runId: [run.id],
      agentId: [agent.id],
      signInKeyId: provided.body.settings.serviceKeys.map(({ id }: NamedRecord) => id),
      provisioningTokenId: provisioningTokens.map(({ id }: NamedRecord) => id),
      scimId: scimIds,
      resourceType: ['User', 'Group'],
      schemaUrn: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      secretName: ['PASSWORD'],
      pageId: inventory.map(({ id }) => id),
      'inventory ids': inventory.map(({ id }) => id),
      publisherId: [publisher.id],
      domain: domains,
      lineId: lines.map(({ id }: NamedRecord) => id),
      connectionId: [connection.id],
      trackerConnectionId: [connection.id],
      webhookId: [webhook.id],
      deliveryId: deliveries.map(({ id }) => id),
      teamId: [String(team['id'])],
      invitationId: [String(invitation['id'])],
      id: [String(invitation['id']), ...standard.levels.map(({ id }) => id)],
      memberId: members.map(({ memberId }) => memberId!),
      memberIdOrEmail: members.flatMap(({ memberId, email }) => [memberId!, email]),
      userId: members.map(({ id }) => id),
      assigneeId: [...members.map(({ id }) => id), 'me', 'none'],
      team: [String(team['id'])],
      responsiblePersonId: members.map(({ id }) => id),
      owner: members.map(({ id }) => id),
      actorId: members.map(({ id }) => id),
      email: [email, email, w.stranger.email, w.member.email, 'nobody@example.org'],
      password: [PASSWORD],
      currentPassword: [PASSWORD],
      newPassword: ['another long password'],
      token: [...tokens, session.token],
      filename: pictures,
      provider: ['oidc'],
      until: ['2100-01-01T00:00:00.000Z'],
      tool: ['axe'],
      ruleId: ['image-alt', 'label'],
      url: ['http://8.8.8.8/other', 'https://1.1.1.1/'],
      sourceUrl: ['https://github.com/example/shop/issues/1'],
      callbackURL: ['/', 'https://example.org/elsewhere'],
    },
  };
}

/** The fields of a record in responses. */
interface NamedRecord {
  id: string;
  slug: string;
  number: number;
}

const report = (productRef: string) => ({
  productRef,
  type: 'automated_scan',
  tool: 'axe',
  idempotencyKey: 'once',
  findings: ['image-alt', 'label', 'color-contrast', 'list', 'region'].map((ruleId) => ({
    ruleId,
    title: `Rule ${ruleId}`,
    selector: '#main > img',
    wcag: ['1.1.1'],
    sourceUrl: 'https://example.org/',
  })),
});

async function picture(service: Service, token: string, path: string): Promise<string> {
  const { body } = await service
    .as(token)
    .post(path)
    .attach('file', await plain(8, 8).png().toBuffer(), 'a.png');
  return String(body.image ?? body.logo)
    .split('/')
    .at(-1)!;
}
