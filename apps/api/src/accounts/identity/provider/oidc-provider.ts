import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { HOUR_MS } from '#libs/dates';
import { fetchWithin } from '#libs/outbound';
import { Injectable, Logger } from '@nestjs/common';
import type { IDToken } from 'openid-client';
import type { SignInAttempt } from './oidc-attempt.js';
import { ProviderNotFound, ProviderUnavailable } from './oidc-errors.js';
import { reasonOf } from './oidc-outage.js';
import { authorizationUrl, discoverProvider, exchangeCode, type ProviderConfiguration } from './open-id.js';
import { exchangeRefusal } from './provider-error.js';

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
  private cached?: { until: number; configuration: Promise<ProviderConfiguration> };

  constructor(private readonly settings: Settings) {}

  /** The redirect URI that the provider sends the browser back to. */
  get redirectUri(): string {
    return `${this.settings.publicUrl}/api/auth/callback/oidc`;
  }

  /** The authorization URL that the browser is sent to. @param forcesLogin whether the provider is to ask who is there */
  async authorizationUrl(attempt: SignInAttempt, forcesLogin = false): Promise<string> {
    return authorizationUrl(await this.configuration(), this.redirectUri, attempt, { forcesLogin });
  }

  /** Exchanges the code in this callback query for tokens, and returns their verified claims. */
  async claims(query: string, attempt: SignInAttempt): Promise<IDToken> {
    const configuration = await this.configuration();
    try {
      const { claims, userInfo } = await exchangeCode(configuration, new URL(`${this.redirectUri}?${query}`), attempt);
      // Only a signed token may verify an address.
      return Object.keys(userInfo).length === 0 ? claims : { ...userInfo, ...claims, email_verified: undefined };
    } catch (error) {
      this.log.warn(`A sign-in with the provider failed: ${reasonOf(error)}`);
      throw exchangeRefusal(error);
    }
  }

  private async configuration(): Promise<ProviderConfiguration> {
    if (!this.cached || this.cached.until < clock.millis()) {
      this.cached = { until: clock.millis() + CACHED_FOR_MS, configuration: this.discover() };
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

  private async discover(): Promise<ProviderConfiguration> {
    const { oidc } = this.settings;
    if (!oidc) throw new ProviderNotFound();
    try {
      // The settings allow http only for an issuer on this machine.
      return await discoverProvider(oidc, fetchWithin(WITHIN));
    } catch (error) {
      this.log.warn(`The provider configuration could not be read: ${reasonOf(error)}`);
      throw new ProviderUnavailable();
    }
  }
}
