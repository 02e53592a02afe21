import type { Page } from '@playwright/test';
import { base } from './console.js';

let made = 0;

/** An address that nobody has yet. */
export const newEmail = (whose: string): string => `${whose}-${process.pid}-${++made}@example.org`;

/** The password of everybody in the tests. */
export const PASSWORD = 'a password of the tests';

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
  const send = async <T>(path: string, data: object, headers: Record<string, string> = {}): Promise<T> => {
    const answer = await page.request.post(base + path, { data, headers });
    if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  await send('/api/auth/sign-up/email', { name: 'Ada Lovelace', email, password: PASSWORD });
  const { id, slug } = await send<{ id: string; slug: string }>('/api/auth/organization/create', {
    name: `Works ${email.replace(/@.*/, '')}`,
  });
  const of = `/v1/organizations/${id}`;
  const { product } = await send<{ product: { slug: string } }>(`${of}/products`, { name: 'Shop', type: 'website' });
  if (findings.length > 0) {
    const { apiKey } = await send<{ apiKey: { key: string } }>(`${of}/api-keys`, { name: 'Scan', scopes: ['ingest'] });
    await send(
      '/api/ingest/test-activity',
      {
        productRef: product.slug,
        type: 'automated_scan',
        tool: 'axe-core',
        coverage: 'complete',
        idempotencyKey: 'first',
        findings: findings.map((finding) => ({ severity: 'high', impact: 'medium', wcag: ['1.1.1'], ...finding })),
      },
      { 'x-api-key': apiKey.key },
    );
  }
  return { org: `/o/${slug}`, product: `/o/${slug}/p/${product.slug}`, api: `${of}/products/${product.slug}`, email };
}

/** Findings of one rule, each of another element. */
export const findingsOf = (ruleId: string, count: number): Reported[] =>
  Array.from({ length: count }, (_, at) => ({
    ruleId,
    title: `${ruleId} ${at + 1}`,
    selector: `#${ruleId}-${at + 1}`,
  }));
