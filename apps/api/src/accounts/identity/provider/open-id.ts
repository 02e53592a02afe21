import type * as Client from 'openid-client';
import type { SignInAttempt } from './oidc-attempt.js';

/** How this service is known to an OpenID provider. */
export interface ProviderClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What a provider says of itself, with what it knows us by. */
export type ProviderConfiguration = Client.Configuration;

/** What a provider says of a person: in a signed token, and where it was asked for more, at an address of its own. */
export interface PersonClaims {
  claims: Client.IDToken;
  userInfo: Record<string, unknown>;
}

/** How a provider is asked: within bounds of time and size. */
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

// Loaded only where somebody signs in by a provider.
const library = () => import('openid-client');

/** Reads what a provider says of itself. http only where the issuer has it. */
export async function discoverProvider(
  { issuer, clientId, clientSecret }: ProviderClient,
  fetch: Fetch,
): Promise<ProviderConfiguration> {
  const client = await library();
  const address = new URL(issuer);
  return client.discovery(address, clientId, undefined, authentication(client, clientSecret), {
    [client.customFetch]: (url, options) => fetch(url, options as RequestInit),
    execute: [
      client.enableNonRepudiationChecks,
      ...(address.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** The address at a provider that the browser is sent to. @param forcesLogin whether it is to ask who is there */
export async function authorizationUrl(
  configuration: ProviderConfiguration,
  redirectUri: string,
  { state, nonce, codeVerifier }: SignInAttempt,
  { forcesLogin = false, scope = 'openid email profile' }: { forcesLogin?: boolean; scope?: string } = {},
): Promise<string> {
  const client = await library();
  return client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(forcesLogin && { max_age: '0', prompt: 'login' }),
  }).href;
}

/**
 * Exchanges the code in the query of a callback for what the provider says of the person; verified.
 * @param address the claim of the mail address: where the token lacks it, the provider is asked for more
 */
export async function exchangeCode(
  configuration: ProviderConfiguration,
  redirect: URL,
  { state, nonce, codeVerifier }: SignInAttempt,
  address = 'email',
): Promise<PersonClaims> {
  const client = await library();
  const tokens = await client.authorizationCodeGrant(configuration, redirect, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  const isEnough = claims[address] !== undefined || !configuration.serverMetadata().userinfo_endpoint;
  const userInfo = isEnough ? {} : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { claims, userInfo };
}

/**
 * Client authentication by the method that the provider announces; HTTP Basic by default (OpenID Connect Discovery
 * 1.0).
 */
function authentication(client: typeof Client, secret: string): Client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}
