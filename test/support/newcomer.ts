/** Somebody with an organization and a product at a running service, over HTTP alone. */
export interface Newcomer {
  base: string;
  orgId: string;
  /** The product's slug. */
  product: string;
  /** A new key of the organization, or of its product. */
  key(scopes: readonly string[], ofProduct?: boolean): Promise<string>;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: object): Promise<T>;
}

let count = 0;

/** Signs somebody up who makes an organization with one product. */
export async function newcomerAt(base: string): Promise<Newcomer> {
  const mail = `newcomer-${(count += 1)}@example.org`;
  const session: { token?: string } = {};
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(session.token ? { authorization: `Bearer ${session.token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const account = { name: 'Ada', email: mail, password: 'kerbs that serve everyone' };
  session.token = (await call<{ token: string }>('POST', '/api/auth/sign-up/email', account)).token;
  const { id: orgId } = await call<{ id: string }>('POST', '/api/auth/organization/create', {
    name: `Agency ${count}`,
  });
  const products = `/v1/organizations/${orgId}/products`;
  const { product } = await call<{ product: { slug: string } }>('POST', products, {
    name: 'Web Shop',
    type: 'website',
  });
  return {
    base,
    orgId,
    product: product.slug,
    key: async (scopes, ofProduct = false) => {
      const body = { name: `Key ${(count += 1)}`, scopes, ...(ofProduct ? { productSlug: product.slug } : {}) };
      const path = `/v1/organizations/${orgId}/api-keys`;
      return (await call<{ apiKey: { key: string } }>('POST', path, body)).apiKey.key;
    },
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
  };
}
