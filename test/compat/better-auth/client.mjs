import { createAuthClient } from 'better-auth/client';
import { organizationClient, twoFactorClient } from 'better-auth/client/plugins';

const options = (baseURL, fetchOptions) => ({
  baseURL,
  fetchOptions: { ...fetchOptions, retry: 0 },
  plugins: [organizationClient({ teams: { enabled: true } }), twoFactorClient()],
});

/** A client that keeps the token of the `set-auth-token` header, as programs do. */
export function bearerClient(baseURL) {
  let token;
  return createAuthClient(
    options(baseURL, {
      auth: { type: 'Bearer', token: () => token },
      onSuccess: ({ response }) => {
        token = response.headers.get('set-auth-token') ?? token;
      },
    }),
  );
}

/** A client that keeps cookies and names its origin, as browsers do. */
export function cookieClient(baseURL) {
  const cookies = new Map();
  const keepingCookies = async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('origin', baseURL);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie) request.headers.set('cookie', cookie);
    const response = await fetch(request);
    for (const line of response.headers.getSetCookie()) {
      const [, name, value, attributes] = /^([^=]+)=([^;]*)(.*)$/.exec(line);
      if (/max-age=0\b/i.test(attributes)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return createAuthClient(options(baseURL, { customFetchImpl: keepingCookies }));
}
