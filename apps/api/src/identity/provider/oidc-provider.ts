import { Settings } from '#libs/config';
import { HOUR_MS } from '#libs/dates';
import { fetchWithin } from '#libs/outbound';
import { Injectable, Logger } from '@nestjs/common';
import type * as Client from 'openid-client';
import type { SignInAttempt } from './oidc-attempt.js';
import { identityNotProved, ProviderNotFound, ProviderUnavailable } from './oidc-errors.js';
import { isOutage, reasonOf } from './oidc-outage.js';

// Beside its own limit in time, which is lost on Node 20 once memory is collected while a body is read.
const WITHIN = { milliseconds: 5000, bytes: 1_000_000 };
const CACHED_FOR_MS = HOUR_MS;

/**
 * The configured OpenID provider. Discovery happens at the first sign-in, so that the service can start while the
 * provider is down.
 */
@Injectable()
export class OidcProvider {
  private readonly log = new Logger(OidcProvider.name);
  private cached?: { until: number; configuration: Promise<Client.Configuration> };

  constructor(private readonly settings: Settings) {}

  /** The redirect URI that the provider sends the browser back to. */
  get redirectUri(): string {
    return `${this.settings.publicUrl}/api/auth/callback/oidc`;
  }

  /** The authorization URL that the browser is sent to. @param asksAgain whether the provider is to ask who is there */
  async authorizationUrl({ state, nonce, codeVerifier }: SignInAttempt, asksAgain = false): Promise<string> {
    const [client, configuration] = await Promise.all([library(), this.configuration()]);
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri,
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(asksAgain && { max_age: '0', prompt: 'login' }),
    }).href;
  }

  /** Exchanges the code in this callback query for tokens, and returns their verified claims. */
  async claims(query: string, { state, nonce, codeVerifier }: SignInAttempt): Promise<Client.IDToken> {
    const [client, configuration] = await Promise.all([library(), this.configuration()]);
    try {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${this.redirectUri}?${query}`), {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      if (claims['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims;
      const userInfo = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      // Only a signed token may verify an address.
      return { ...userInfo, ...claims, email_verified: undefined };
    } catch (error) {
      this.log.warn(`A sign-in with the provider failed: ${reasonOf(error)}`);
      throw isOutage(error) ? new ProviderUnavailable() : identityNotProved();
    }
  }

  private async configuration(): Promise<Client.Configuration> {
    if (!this.cached || this.cached.until < Date.now()) {
      this.cached = { until: Date.now() + CACHED_FOR_MS, configuration: this.discover() };
    }
    const { cached } = this;
    try {
      return await cached.configuration;
    } catch (error) {
      // The next sign-in tries discovery again.
      if (this.cached === cached) this.cached = undefined;
      throw error;
    }
  }

  private async discover(): Promise<Client.Configuration> {
    const { oidc } = this.settings;
    if (!oidc) throw new ProviderNotFound();
    const issuer = new URL(oidc.issuer);
    const client = await library();
    try {
      return await client.discovery(issuer, oidc.clientId, undefined, authentication(client, oidc.clientSecret), {
        [client.customFetch]: (url, options) => fetchWithin(WITHIN)(url, options as RequestInit),
        execute: [
          client.enableNonRepudiationChecks,
          // The settings allow http only for an issuer on this machine.
          ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      });
    } catch (error) {
      this.log.warn(`The provider could not be read: ${reasonOf(error)}`);
      throw new ProviderUnavailable();
    }
  }
}

// Loaded only where a provider is configured.
const library = () => import('openid-client');

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
