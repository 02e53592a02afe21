// Nothing here may import console.ts: it reads what is made here.
import { eventually } from '../support/eventually.js';
import { mailedLink } from './mailed-link.js';
import { PASSWORD } from './password.js';

/** What a sweep opens: a person, and what stands for each name in an address. */
export interface Records {
  email: string;
  password: string;
  names: Record<string, string>;
}

/** What a text of the records becomes, where no more than `most` characters are allowed. */
export type Naming = (text: string, most: number) => string;

/** Makes one of each record that an address of the console names, for somebody who is new. */
export async function fill(
  base: string,
  email = 'grace@example.org',
  named: Naming = (text) => text,
): Promise<Records> {
  const password = PASSWORD;
  const { token } = await post<{ token: string }>(base, '/api/auth/sign-up/email', {
    name: named('Grace Hopper', 100),
    email,
    password,
  });
  const send = <T>(path: string, body: object) => post<T>(base, path, body, { authorization: `Bearer ${token}` });
  const { id, slug: org } = await send<{ id: string; slug: string }>('/api/auth/organization/create', {
    name: named('Sweep', 100),
    slug: email.replace(/\W+/g, '-'),
  });
  const of = `/v1/organizations/${id}`;
  const { product } = await send<{ product: { slug: string } }>(`${of}/products`, {
    name: named('Web shop', 100),
    type: 'website',
  });
  await send(`${of}/products`, { name: named('App without a test', 100), type: 'mobile-app' });
  const { apiKey } = await send<{ apiKey: { key: string } }>(`${of}/api-keys`, {
    name: named('Pipeline', 120),
    scopes: ['ingest'],
  });
  const { standard } = await send<{ standard: { slug: string } }>(`${of}/standards/wcag-2-2/duplicate`, {});
  await send('/api/auth/organization/create-team', { name: named('Design', 100), organizationId: id });
  await send('/api/auth/organization/invite-member', { email: `ada-${email}`, role: 'admin', organizationId: id });
  const colleague = await joined(base, `alan-${email}`, id, token, named('Alan Turing', 100));
  await send(`${of}/webhooks`, {
    url: 'https://hooks.example.org/curbcut',
    description: named('Chat of the team', 200),
  });
  await post(
    base,
    '/api/ingest/test-activity',
    {
      productRef: product.slug,
      type: 'automated_scan',
      tool: 'axe-core',
      coverage: 'complete',
      idempotencyKey: 'first',
      findings: [
        {
          ruleId: named('image-alt', 200),
          title: named('Images must have alternative text', 200),
          severity: 'high',
          selector: named('#logo', 200),
          snippet: named('<img src="logo.svg">', 200),
          description: named('It says nothing to who does not see it.', 200),
        },
        { ruleId: 'button-name', title: named('Buttons must have discernible text', 200), severity: 'high' },
      ],
    },
    { 'x-api-key': apiKey.key },
  );
  const { findings } = await read<{ findings: { id: string }[] }>(
    base,
    `${of}/products/${product.slug}/findings`,
    token,
  );
  await send(`${of}/products/${product.slug}/issues`, {
    title: named('The menu traps the focus', 200),
    severity: 'high',
  });
  await send(`${of}/products/${product.slug}/issues`, {
    title: named('Low contrast in the footer', 200),
    severity: 'low',
  });
  await talk(base, `${of}/products/${product.slug}/issues/1`, token, named);
  await tell(base, `${of}/products/${product.slug}/issues/2`, token, colleague, named);
  await send(`${of}/products/${product.slug}/areas`, {
    name: named('Checkout', 100),
    description: named('From basket to payment.', 200),
  });
  await send(`${of}/products/${product.slug}/audits`, {
    title: named('Spring audit', 200),
    description: named('All of the shop.', 200),
  });
  const { standards } = await read<{ standards: Measure[] }>(base, `${of}/standards`, token);
  await examine(
    base,
    `${of}/products/${product.slug}/audits/1`,
    token,
    standards.find(({ slug }) => slug === 'wcag-2-2')!,
    named,
  );
  await send(`${of}/products/${product.slug}/audits`, { type: 'small_scope', status: 'completed' });
  await send(`${of}/products/${product.slug}/conformance-reports`, {
    title: named('Accessibility Conformance Report', 200),
  });
  await send(`${of}/products/${product.slug}/risks`, {
    title: named('The new calendar may not take keys', 200),
    likelihood: 'high',
    impact: 'medium',
  });
  await send(`${of}/settings/domains`, { domain: 'example.org' });
  await provider(base, `${of}/settings/sign-in`, token, named);
  await send(`${of}/settings/provisioning/tokens`, {});
  await send(`${of}/agents`, { name: named('Server in the office', 100), labels: ['intranet'] });
  const connection = await tracker(base, `${of}/products/${product.slug}`, token, named);
  await post(
    base,
    `${of}/products/${product.slug}/secrets/SHOP_PASSWORD`,
    { value: 'open sesame', origins: ['https://shop.example.org'] },
    { authorization: `Bearer ${token}` },
    'PUT',
  );
  const run = await monitor(base, `${of}/products/${product.slug}`, token, named);
  return {
    email,
    password,
    names: {
      ...{ org, product: product.slug, number: '1', finding: findings[0]!.id, standard: standard.slug },
      ...{ run, connection },
    },
  };
}

/** Something that was said about a record and then changed, with all that Markdown has, and something that is gone. */
async function talk(base: string, record: string, token: string, named: Naming): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const say = (body: string) => post<{ comment: { id: string } }>(base, `${record}/comments`, { body }, headers);
  const { comment } = await say(named('First words', 200));
  const gone = await say('Wrong issue');
  const body =
    `# ${named('What to do', 200)}\n\n1. **${named('Move', 100)}** the focus, see #2\n2. \`${named('focus()', 100)}\`\n\n` +
    `> ${named('It stays where it is', 200)}\n\n    ${named('dialog.showModal()', 200)}\n\n[${named('How', 100)}](https://example.org/how)`;
  await post(base, `${record}/comments/${comment.id}`, { body }, { ...headers, 'if-match': '*' }, 'PATCH');
  const answer = await fetch(`${base}${record}/comments/${gone.comment.id}`, { method: 'DELETE', headers });
  if (!answer.ok) throw new Error(`DELETE of a comment: ${answer.status}`);
}

/** The provider of an organization, by which nobody has to come in. */
async function provider(base: string, settings: string, token: string, named: Naming): Promise<void> {
  await post(
    base,
    settings,
    {
      kind: 'oidc',
      issuer: 'https://login.example.org',
      clientId: named('curbcut', 200),
      clientSecret: 'a secret that nobody uses',
      groups: [{ group: named('Administrators', 200), role: 'admin' }],
    },
    { authorization: `Bearer ${token}` },
    'PUT',
  );
}

/** A tracker that does not answer, and an issue that is on its way there; answers the id of the connection. */
async function tracker(base: string, product: string, token: string, named: Naming): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const { trackerConnection } = await post<{ trackerConnection: { id: string } }>(
    base,
    `${product}/tracker-connections`,
    {
      kind: 'gitlab',
      name: named('Team Checkout', 100),
      url: 'https://git.invalid',
      project: 'example/shop',
      credentials: { token: 'a-token-of-tests' },
      labels: [named('accessibility', 100)],
    },
    headers,
  );
  await post(base, `${product}/issues/1/tracker`, { connectionId: trackerConnection.id }, headers);
  return trackerConnection.id;
}

/** Pages of a product, and a monitor of them with a run that waits; answers the id of the run. */
async function monitor(base: string, product: string, token: string, named: Naming): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  for (const [path, title] of [
    ['', 'Start page'],
    ['search?sort=price', 'Search results'],
    ['terms.pdf', 'Terms'],
  ])
    await post(
      base,
      `${product}/pages`,
      {
        url: `https://shop.example.org/${path}`,
        title: named(title!, 200),
        kind: path === 'terms.pdf' ? 'document' : 'page',
      },
      headers,
    );
  await post(
    base,
    `${product}/monitors`,
    {
      name: named('Every night', 100),
      source: { pages: {} },
      schedule: { rrule: 'FREQ=DAILY;BYHOUR=3;BYMINUTE=0', timeZone: 'Europe/Berlin', start: '2026-01-01T03:00:00' },
      steps: [
        { open: { url: 'https://shop.example.org/sign-in' } },
        { fill: { label: named('Name', 100), text: 'tester' } },
        { click: { role: 'button', name: named('Sign in', 100) } },
      ],
    },
    headers,
  );
  return (await post<{ run: { id: string } }>(base, `${product}/monitors/1/runs`, {}, headers)).run.id;
}

/** Somebody new whom an owner invites, with a session. */
async function joined(
  base: string,
  email: string,
  organizationId: string,
  owner: string,
  name: string,
): Promise<string> {
  const authorization = `Bearer ${owner}`;
  await post(
    base,
    '/api/auth/organization/invite-member',
    { email, role: 'member', organizationId },
    { authorization },
  );
  const link = new URL(await mailedLink(email, /^Invitation to join/, base));
  const form = new URLSearchParams([...link.searchParams, ['name', name], ['password', PASSWORD]]);
  const answer = await fetch(`${base}${link.pathname}`, { method: 'POST', body: form, headers: { origin: base } });
  if (!answer.ok) throw new Error(`POST ${link.pathname}: ${answer.status} ${await answer.text()}`);
  return (await post<{ token: string }>(base, '/api/auth/sign-in/email', { email, password: PASSWORD })).token;
}

/** Has somebody told of an issue by a colleague, who gives it to them and mentions them. */
async function tell(base: string, issue: string, token: string, colleague: string, named: Naming): Promise<void> {
  const { user } = await read<{ user: { id: string; name: string } }>(base, '/v1/me', token);
  const headers = { authorization: `Bearer ${colleague}` };
  await post(base, issue, { assigneeId: user.id }, { ...headers, 'if-match': '*' }, 'PATCH');
  const body = `@[you](user:${user.id}) ${named('Can you look at it?', 200)}`;
  await post(base, `${issue}/comments`, { body }, headers);
  // A job tells them.
  await eventually(
    () => read<{ unread: number }>(base, '/v1/me/notifications/count', token),
    ({ unread }) => unread >= 2,
  );
}

interface Measure {
  id: string;
  slug: string;
  levels: { id: string; name: string }[];
}

/** A sample of an audit, and some outcomes. */
async function examine(
  base: string,
  audit: string,
  token: string,
  { id, levels }: Measure,
  named: Naming,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const level = levels.find(({ name }) => name === 'AA')!.id;
  await post(base, audit, { standardId: id, conformanceLevel: level }, { ...headers, 'if-match': '*' }, 'PATCH');
  for (const [name, path] of [
    ['Start page', ''],
    ['Search results with filters', 'search'],
    ['Checkout', 'checkout'],
  ])
    await post(base, `${audit}/sample`, { name: named(name!, 200), url: `https://shop.example.org/${path}` }, headers);
  const { requirements } = await read<{ requirements: { requirementId: string }[] }>(
    base,
    `${audit}/outcomes?view=grid`,
    token,
  );
  const said = ['passed', 'failed', 'inapplicable', 'cannot_tell', 'passed'];
  const outcomes = requirements.slice(0, said.length).flatMap(({ requirementId }, at) => [
    { requirementId, entry: 1, outcome: said[at], note: at === 1 ? named('The *logo* has no text.', 200) : null },
    { requirementId, entry: at === 2 ? 'all' : 2, outcome: said[(at + 1) % said.length] },
  ]);
  await post(base, `${audit}/outcomes`, { outcomes }, headers, 'PATCH');
}

async function read<T>(base: string, path: string, token: string): Promise<T> {
  const answer = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

async function post<T>(
  base: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<T> {
  const answer = await fetch(base + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}
