import { Settings } from '#libs/config';
import { HOUR_MS } from '#libs/dates';
import { publicOnly, requestWithin } from '#libs/outbound';
import { Vault } from '#libs/secrets';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { SignInAttempt } from '../../identity/provider/oidc-attempt.js';
import { identityNotProved, ProviderUnavailable } from '../../identity/provider/oidc-errors.js';
import { reasonOf } from '../../identity/provider/oidc-outage.js';
import { exchangeRefusal } from '../../identity/provider/provider-error.js';
import {
  authorizationUrl,
  discoverProvider,
  exchangeCode,
  type ProviderConfiguration,
} from '../../identity/provider/open-id.js';
import { isStorable } from '#libs/fields';
import { clientSecretLocation } from '../settings/client-secret.js';
import type { OrganizationSignIn } from '../settings/organization-sign-in.entity.js';
import { type ProvidedPerson, providedPerson } from './provided-person.js';

const WITHIN = { milliseconds: 5000, bytes: 1_000_000 };
const MOST_KEPT = 500;
const LONGEST_SUBJECT = 255;

/** OpenID providers of organizations. What they say of themselves is kept for an hour. */
@Injectable()
export class OpenIdClients {
  private readonly log = new Logger(OpenIdClients.name);
  private readonly kept = new LRUCache<string, Promise<ProviderConfiguration>>({ max: MOST_KEPT, ttl: HOUR_MS });

  constructor(
    private readonly settings: Settings,
    private readonly vault: Vault,
  ) {}

  /** Where providers send people back to. */
  redirectUri(organizationId: string): string {
    return `${this.settings.publicUrl}/api/auth/sso/callback/${organizationId}`;
  }

  /** @throws ProviderUnavailable */
  async authorizationUrl(provider: OrganizationSignIn, attempt: SignInAttempt, forcesLogin: boolean): Promise<string> {
    const configuration = await this.configuration(provider);
    // What a provider says of itself is not checked: it may offer what is no list, and no address.
    const offered: unknown = configuration.serverMetadata().scopes_supported;
    const isGrouped = Array.isArray(offered) && offered.includes('groups');
    const scope = ['openid', 'email', 'profile', ...(isGrouped ? ['groups'] : [])].join(' ');
    const redirect = this.redirectUri(provider.organizationId);
    return authorizationUrl(configuration, redirect, attempt, { forcesLogin, scope }).catch((error: unknown) => {
      this.log.warn(`The provider of ${provider.organizationId} has no usable address: ${reasonOf(error)}`);
      throw new ProviderUnavailable();
    });
  }

  /** The person of whom a provider speaks in this query of a callback. @throws Forbidden, ProviderUnavailable */
  async person(provider: OrganizationSignIn, search: string, attempt: SignInAttempt): Promise<ProvidedPerson> {
    const { organizationId, attributes } = provider;
    const configuration = await this.configuration(provider);
    const redirect = new URL(`${this.redirectUri(organizationId)}?${search}`);
    const { claims, userInfo } = await exchangeCode(configuration, redirect, attempt, attributes.email).catch(
      (error: unknown) => {
        this.log.warn(`A sign-in with the provider of ${organizationId} failed: ${reasonOf(error)}`);
        throw exchangeRefusal(error);
      },
    );
    // Somebody with a subject that cannot be stored could not be recognized again.
    if (!isStorable(claims.sub) || claims.sub.length > LONGEST_SUBJECT) throw identityNotProved();
    const allClaims = new Map<string, unknown>([...Object.entries(userInfo), ...Object.entries(claims)]);
    const authenticatedAt = typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null;
    const isAddressUnverified = [claims, userInfo].some(({ email_verified: is }) => is === false || is === 'false');
    return providedPerson(
      { subject: claims.sub, attributes: allClaims, isAddressUnverified, authenticatedAt },
      attributes,
    );
  }

  private async configuration(provider: OrganizationSignIn): Promise<ProviderConfiguration> {
    const { organizationId, revision } = provider;
    const key = `${organizationId} ${revision} ${provider.updatedAt.getTime()}`;
    const kept = this.kept.get(key);
    const found = kept ?? this.discover(provider);
    if (!kept) this.kept.set(key, found);
    try {
      return await found;
    } catch (error) {
      // The next sign-in tries discovery again.
      if (this.kept.peek(key) === found) this.kept.delete(key);
      throw error;
    }
  }

  private async discover({ organizationId, issuer, clientId, clientSecret }: OrganizationSignIn) {
    const secret = this.vault.open(clientSecretLocation(organizationId), clientSecret!);
    const reach = this.settings.webhooksAllowPrivate ? () => ({}) : publicOnly;
    try {
      const client = { issuer, clientId: clientId!, clientSecret: secret };
      const found = await discoverProvider(client, requestWithin({ ...WITHIN, reach }));
      // One that speaks for many tenants would let in those of all others.
      if (new URL(found.serverMetadata().issuer).href !== new URL(issuer).href) throw new Error('another issuer');
      return found;
    } catch (error) {
      this.log.warn(`The configuration of the provider of ${organizationId} could not be read: ${reasonOf(error)}`);
      throw new ProviderUnavailable();
    }
  }
}
