import { newId } from '#libs/ids';
import { User } from '../../apps/api/src/accounts/identity/user.entity.js';
import { OidcProviderDouble } from './oidc-provider.js';
import { type Service, useService } from './service.js';

const AUTH = '/api/auth';
/** The origin of an app beside the service that people may be sent back to. */
export const APP = 'https://app.example.org';

let personCount = 0;
/** The claims of a person whom nobody has seen yet. */
export const somebody = (over: object = {}) => {
  personCount += 1;
  return {
    sub: `sub-${personCount}`,
    email: `p${personCount}@example.org`,
    email_verified: true,
    name: `P ${personCount}`,
    ...over,
  };
};

/**
 * Runs a provider and a service that knows it for the tests of a file; gives the steps of a sign-in, each at that
 * service unless another is named.
 */
export function useProvider(settings: Record<string, string> = {}) {
  const provider = new OidcProviderDouble();
  beforeAll(async () => void (await provider.start()));
  afterAll(() => provider.stop());
  beforeEach(() => Object.assign(provider, { misbehaves: {}, terse: false }));

  /** Settings for the provider; its address is known once it has started. */
  function configured(over: Record<string, string> = {}): Record<string, string> {
    const environment: Record<string, string> = { PUBLIC_URL: 'http://curbcut.test', CORS_ORIGINS: APP, ...over };
    beforeAll(() => {
      environment['OIDC_ISSUER'] = provider.issuer;
      environment['OIDC_CLIENT_ID'] = provider.client.id;
      environment['OIDC_CLIENT_SECRET'] = provider.client.secret;
    });
    return environment;
  }

  const service = useService(configured(settings));

  const begin = (body: object = {}, on: Service = service) =>
    on
      .as()
      .post(`${AUTH}/sign-in/social`)
      .send({ provider: 'oidc', ...body });

  /** What a browser holds when the provider has sent it back: its cookie and the path it was sent to. */
  async function sentBack(person: object, body: object = {}, on: Service = service) {
    provider.person = { ...person };
    const begun = await begin(body, on);
    expect(begun.status).toBe(200);
    const { headers } = await fetch(begun.body.url, { redirect: 'manual' });
    const back = new URL(headers.get('location')!);
    return { cookie: String(begun.headers['set-cookie']).split(';')[0]!, path: back.pathname + back.search };
  }

  const come = ({ cookie, path }: { cookie?: string; path: string }, on: Service = service) => {
    const request = on.as().get(path).redirects(0);
    return cookie === undefined ? request : request.set('Cookie', cookie);
  };

  const signIn = async (person: object, body: object = {}, on: Service = service) =>
    come(await sentBack(person, body, on), on);

  const userOf = async (token: string | undefined, on: Service = service) =>
    (await on.as(token).get(`${AUTH}/get-session`)).body?.user;

  const register = async (email: string, emailVerified: boolean, on: Service = service) => {
    const id = newId();
    await on.database.manager.insert(User, { id, name: 'Known', email, emailVerified, image: null });
    return id;
  };

  return { provider, configured, service, begin, sentBack, come, signIn, userOf, register };
}
