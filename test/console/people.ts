import type { Page } from '@playwright/test';
import { base } from './console.js';
import { PASSWORD } from './password.js';

let made = 0;

/** An address that nobody has yet. */
export const newEmail = (whose: string): string => `${whose}-${process.pid}-${++made}@example.org`;

/** Where somebody works whose browser is signed in. */
export interface Workplace {
  /** The path of the organization in the console. */
  org: string;
  /** The path of its product. */
  product: string;
  /** The path of the product in the interface. */
  api: string;
  email: string;
}

/** A finding as a scan reports it. */
export interface Reported {
  ruleId: string;
  title: string;
  selector: string;
}

/** Signs somebody up in this browser, with an organization, a product, and what a scan found there. */
export async function workplace(page: Page, whose: string, findings: readonly Reported[] = []): Promise<Workplace> {
  const email = newEmail(whose);
  const send = async <T>(path: string, data: object): Promise<T> => {
    const answer = await page.request.post(base + path, { data });
    if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  await send('/api/auth/sign-up/email', { name: 'Ada Lovelace', email, password: PASSWORD });
  const { id, slug } = await send<{ id: string; slug: string }>('/api/auth/organization/create', {
    name: `Works ${email.replace(/@.*/, '')}`,
  });
  const of = `/v1/organizations/${id}`;
  const { product } = await send<{ product: { slug: string } }>(`${of}/products`, { name: 'Shop', type: 'website' });
  const at = {
    org: `/o/${slug}`,
    product: `/o/${slug}/p/${product.slug}`,
    api: `${of}/products/${product.slug}`,
    email,
  };
  if (findings.length > 0) await scan(page, at, findings);
  return at;
}

/** A scan of the product finds this. */
export const scan = (page: Page, at: Workplace, findings: readonly Reported[]): Promise<void> =>
  reported(page, at, {
    coverage: 'complete',
    findings: findings.map((finding) => ({ severity: 'high', impact: 'medium', wcag: ['1.1.1'], ...finding })),
  });

/** A scan of the product reports this. */
export async function reported(page: Page, { api }: Workplace, report: object): Promise<void> {
  const post = async (path: string, data: object, headers: Record<string, string> = {}): Promise<unknown> => {
    const answer = await page.request.post(base + path, { data, headers });
    if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
  const [organization, productRef] = api.split('/products/');
  const { apiKey } = (await post(`${organization}/api-keys`, { name: 'Scan', scopes: ['ingest'] })) as {
    apiKey: { key: string };
  };
  await post(
    '/api/ingest/test-activity',
    {
      productRef,
      type: 'automated_scan',
      tool: 'axe-core',
      idempotencyKey: `scan ${++made}`,
      ...report,
    },
    { 'x-api-key': apiKey.key },
  );
}

/** Findings of one rule, each of another element. */
export const findingsOf = (ruleId: string, count: number): Reported[] =>
  Array.from({ length: count }, (_, at) => ({
    ruleId,
    title: `${ruleId} ${at + 1}`,
    selector: `#${ruleId}-${at + 1}`,
  }));

/** A standard of the organization's own with two requirements, and a completed audit of it: what a report rests on. */
export async function auditedStandard(page: Page, { api }: Workplace): Promise<{ audit: number }> {
  const organization = api.replace(/\/products\/.*/, '');
  const send = async <T>(method: 'post' | 'patch', path: string, data: object): Promise<T> => {
    const answer = await page.request[method](base + path, { data });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { standard } = await send<{ standard: { id: string; slug: string; levels: { id: string }[] } }>(
    'post',
    `${organization}/standards`,
    { name: 'House rules', levels: [{ name: 'A' }], cumulative: true },
  );
  const level = standard.levels[0]!.id;
  for (const [name, wcag] of [
    ['1.1.1 Text alternatives', '1.1.1'],
    ['1.4.3 Contrast', '1.4.3'],
  ])
    await send('post', `${organization}/standards/${standard.slug}/requirements`, { name, level, metadata: { wcag } });
  const { audit } = await send<{ audit: { number: number } }>('post', `${api}/audits`, { title: 'Spring audit' });
  const completed = { standardId: standard.id, conformanceLevel: level, status: 'completed' };
  await send('patch', `${api}/audits/${audit.number}`, completed);
  return { audit: audit.number };
}

/** An audit of WCAG 2.2 AA with two pages; answers the ids of its requirements. */
export async function sampledAudit(page: Page, at: Workplace): Promise<string[]> {
  const send = async (method: 'post' | 'patch', path: string, data: object): Promise<void> => {
    const answer = await page.request[method](`${base}${at.api}${path}`, { data, headers: { 'if-match': '*' } });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  };
  const list = await page.request.get(`${base}${at.api.replace(/\/products\/.*/, '')}/standards`);
  const { standards } = (await list.json()) as {
    standards: { id: string; slug: string; levels: { id: string; name: string }[] }[];
  };
  const { id, levels } = standards.find(({ slug }) => slug === 'wcag-2-2')!;
  await send('post', '/audits', { title: 'Spring audit' });
  const level = levels.find(({ name }) => name === 'AA')!.id;
  await send('patch', '/audits/1', { standardId: id, conformanceLevel: level });
  for (const name of ['Start page', 'Checkout'])
    await send('post', '/audits/1/sample', { name, url: `https://shop.example.org/${encodeURIComponent(name)}` });
  const answer = await page.request.get(`${base}${at.api}/audits/1/outcomes?view=grid`);
  const { requirements } = (await answer.json()) as { requirements: { requirementId: string }[] };
  return requirements.map(({ requirementId }) => requirementId);
}
