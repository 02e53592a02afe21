import type { operations } from './made/openapi-typescript.js';

export type Operation = keyof operations;
type BodyOf<O extends Operation> = operations[O] extends {
  requestBody?: { content: { 'application/json': infer B } };
}
  ? B
  : never;
type DataOf<O extends Operation> = {
  [S in keyof operations[O]['responses'] & (200 | 201)]: operations[O]['responses'][S] extends {
    content: { 'application/json': infer D };
  }
    ? D
    : never;
}[keyof operations[O]['responses'] & (200 | 201)];

/** What is sent: the parameters by their places, and the body. */
export type Sent<O extends Operation> = Omit<operations[O]['parameters'], 'cookie'> & { body?: BodyOf<O> };
/** What came back; the data of a refusal are a problem. */
export interface Answer<D = unknown> {
  status: number;
  headers: Headers;
  data: D;
}
/** Sends by a generated client, and fails where the status is no success, or not that of the refusal which is due. */
export type Call = <O extends Operation>(operation: O, sent: Sent<O>, refusal?: number) => Promise<Answer<DataOf<O>>>;
/** Whose credential is sent from now on: a session's token, or an API key. */
export type Use = (credential: { token: string } | { key: string }) => void;

const PASSWORD = 'correct horse battery';
const PAGES = ['https://shop.example/', 'https://shop.example/basket'];
const FINDINGS = ['button-name', 'image-alt', 'label', 'link-name', 'color-contrast'].map((ruleId, i) => ({
  ruleId,
  title: `Violates ${ruleId}`,
  severity: (['high', 'medium', 'low'] as const)[i % 3]!,
  sourceUrl: PAGES[i % 2]!,
  selector: `main > *:nth-child(${i + 1})`,
  wcag: ['4.1.2', '1.1.1'],
}));

/** Fails where what the caller asked for is not what came. */
function must(isSo: boolean, words: string): void {
  if (!isSo) throw new Error(words);
}
const etagOf = ({ headers }: Answer): string => headers.get('etag') ?? '';
const cursorOf = ({ headers }: Answer): string =>
  new URL(/<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '', 'http://service').searchParams.get(
    'after',
  ) ?? '';

/** What the frontend of a team calls on its first day; the name tells its people from those of another client. */
export async function firstDay(call: Call, use: Use, name: string): Promise<void> {
  const email = `ada@${name}.example`;
  const { data: person } = await call('identity_signUp', { body: { name: 'Ada', email, password: PASSWORD } });
  use({ token: person.token! });
  const { data: made } = await call('organizations_create', { body: { name: 'Shop', slug: name } });
  await call('account_read', {});
  const org = { orgId: made.id };
  await call('organizations_readProfile', { path: org });
  await call('members_listPeople', { path: org, query: { ids: [person.user.id, made.id], q: 'ada' } });

  const once = { header: { 'Idempotency-Key': `${name}-product` } };
  const website = { name: 'Web shop', type: 'website' } as const;
  await call('products_create', { path: org, ...once, body: website });
  const repeated = await call('products_create', { path: org, ...once, body: website });
  must(repeated.headers.get('idempotency-replayed') === 'true', 'the key is not sent');
  await call('products_create', { path: org, ...once, body: { ...website, name: 'Another' } }, 422);
  const product = { ...org, productSlug: 'web-shop' };
  const read = await call('products_read', { path: product });
  const asRead = { header: { 'If-Match': etagOf(read) } };
  const body = { description: 'Où l’on achète', pageRules: [] };
  await call('products_update', { path: product, ...asRead, body });
  await call('products_update', { path: product, ...asRead, body: { description: 'Too late' } }, 412);
  const { data: area } = await call('areas_create', { path: product, body: { name: 'Basket & payment' } });
  await call('products_list', {
    path: org,
    query: { owner: [person.user.id, 'unassigned'], q: 'shop', sortField: 'name', total: false },
  });

  const { data: key } = await call('apiKeys_create', { path: org, body: { name: 'CI', scopes: ['ingest', 'read'] } });
  use({ key: key.apiKey.key });
  const report = {
    product: 'web-shop',
    type: 'automated_scan',
    tool: 'axe-core',
    coverage: 'complete',
    startedAt: '2026-01-05T10:00:00Z',
    idempotencyKey: 'build-1',
    context: { trigger: 'push', commitSha: 'a'.repeat(40), ref: 'main' },
    pages: PAGES,
    findings: FINDINGS,
  } as const;
  await call('ingest_report', { query: { dryRun: true }, body: { ...report, pages: [...PAGES] } });
  await call('ingest_report', { body: { ...report, pages: [...PAGES] } });
  use({ token: person.token! });

  const first = await call('findings_list', {
    path: product,
    query: { status: ['pending', 'confirmed'], sortField: 'title', sortDirection: 'asc', pageSize: 2 },
  });
  const next = { status: ['pending' as const, 'confirmed' as const], pageSize: 2, after: cursorOf(first) };
  const second = await call('findings_list', {
    path: product,
    query: { ...next, sortField: 'title', sortDirection: 'asc' },
  });
  must(second.data.findings[0]!.title > first.data.findings[1]!.title, 'the cursor is not sent');
  await call('findings_list', { path: product, query: { ...next, after: 'altered' } }, 400);
  const chosen = await call('findings_listInOrganization', {
    path: org,
    query: { status: ['pending'], severity: ['high', 'low'], ruleId: ['button-name', 'label'], product: 'web-shop' },
  });
  must(chosen.data.total === 2, 'the lists of values are not sent');
  await call('findings_list', { path: product, query: { sourceUrl: PAGES[1], createdSince: '2026-01-01T00:00:00Z' } });
  await call('findings_group', {
    path: product,
    query: { by: 'severity', status: ['pending'], wcag: ['4.1.2'], tool: ['axe-core'] },
  });
  const [one, two] = first.data.findings;
  const finding = { ...product, findingId: one!.id };
  await call('findings_read', { path: finding });
  await call('findings_confirm', { path: finding, body: { areaIds: [area.area.id], priority: 'high' } });
  const { data: dismissed } = await call('findings_dismiss', {
    path: { ...product, findingId: two!.id },
    body: { reason: 'third_party', comment: 'Theirs: "a" & <b>' },
  });
  const decision = { ...org, decisionId: dismissed.decision!.id };
  await call('findings_undo', { path: decision });
  await call('findings_undo', { path: decision, header: { 'Idempotency-Key': `${name}-undo` } }, 409);
  await call('findings_bulkTriage', {
    path: org,
    query: { dryRun: true },
    body: { filter: { severity: ['high'], product: 'web-shop' }, data: { action: 'dismiss', reason: 'accepted' } },
  });

  await call('issues_list', {
    path: product,
    query: { state: ['open', 'closed'], area: [area.area.id], overdue: false },
  });
  const issue = { ...product, issueNumber: 1 };
  const shown = await call('issues_read', { path: issue });
  await call('issues_update', {
    path: issue,
    header: { 'If-Match': etagOf(shown) },
    body: { dueAt: null, state: 'closed' },
  });
  await call('issues_createComment', { path: issue, body: { body: 'Done in **1.2**' } });
  await call('issues_create', { path: product, body: { title: ' ', severity: 'highest' as 'high' } }, 400);
  await call('audits_create', { path: product, body: { type: 'small_scope', title: 'Spring' } });
  await call('grade_read', { path: product });
  const events = await call('changes_ofOrganization', {
    path: org,
    query: { order: 'asc', pageSize: 3, type: ['finding.confirmed', 'issue.created', 'issue.updated'] },
  });
  await call('changes_ofOrganization', { path: org, query: { order: 'asc', after: events.data.changes[0]!.id } });
  await call('search_search', { path: org, query: { q: 'Bütton & ü' } });
  await call('overview_read', { path: org });
  await call('issues_delete', { path: issue });
}
