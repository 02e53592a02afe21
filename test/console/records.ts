/** What a sweep opens: a person, and what stands for each name in an address. */
export interface Records {
  email: string;
  password: string;
  names: Record<string, string>;
}

/** Makes one of each record that an address of the console names. */
export async function fill(base: string): Promise<Records> {
  const [email, password] = ['grace@example.org', 'a password of the tests'];
  const { token } = await post<{ token: string }>(base, '/api/auth/sign-up/email', {
    name: 'Grace Hopper',
    email,
    password,
  });
  const send = <T>(path: string, body: object) => post<T>(base, path, body, { authorization: `Bearer ${token}` });
  const { id, slug: org } = await send<{ id: string; slug: string }>('/api/auth/organization/create', {
    name: 'Sweep',
  });
  const of = `/v1/organizations/${id}`;
  const { product } = await send<{ product: { slug: string } }>(`${of}/products`, {
    name: 'Web shop',
    type: 'website',
  });
  await send(`${of}/products`, { name: 'App without a test', type: 'mobile-app' });
  const { apiKey } = await send<{ apiKey: { key: string } }>(`${of}/api-keys`, {
    name: 'Pipeline',
    scopes: ['ingest'],
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
        { ruleId: 'image-alt', title: 'Images must have alternative text', severity: 'high' },
        { ruleId: 'button-name', title: 'Buttons must have discernible text', severity: 'high' },
      ],
    },
    { 'x-api-key': apiKey.key },
  );
  const { findings } = await read<{ findings: { id: string }[] }>(
    base,
    `${of}/products/${product.slug}/findings`,
    token,
  );
  await send(`${of}/products/${product.slug}/issues`, { title: 'The menu traps the focus', severity: 'high' });
  await send(`${of}/products/${product.slug}/issues`, { title: 'Low contrast in the footer', severity: 'low' });
  return { email, password, names: { org, product: product.slug, number: '1', finding: findings[0]!.id } };
}

async function read<T>(base: string, path: string, token: string): Promise<T> {
  const answer = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

async function post<T>(base: string, path: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}
