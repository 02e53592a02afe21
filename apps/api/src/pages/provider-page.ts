import { Settings } from '#libs/config';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OIDC } from '../identity/account.entity.js';
import { serializeCookie, readCookie } from '../identity/browser-cookie.js';
import { ATTEMPT_LIFETIME_MS, attemptCookie } from '../identity/provider/oidc-attempt.js';
import { OidcService } from '../identity/provider/oidc.service.js';
import { renderForm } from './form.js';
import { html, type Html } from './html.js';
import { successPage, type HtmlPage } from './html-page.js';

/** What is in the address that the provider sends a browser back to, instead of what the mailed link said. */
const FROM_PROVIDER = 'provider';

/** The query of a page: what its mailed link says, or what it is sent back with from the provider. */
export interface ProviderReturnQuery {
  from?: string;
  error?: string;
  twoFactorRedirect?: string;
}

/** The way from a page to the OpenID provider, and back to the page. */
@Injectable()
export class ProviderPage {
  private readonly secure: boolean;
  private readonly name?: string;

  constructor(
    private readonly settings: Settings,
    private readonly oidc: OidcService,
  ) {
    this.secure = settings.isSecure;
    this.name = settings.oidc && new URL(settings.oidc.issuer).host;
  }

  /** The button that begins a sign-in at the provider; undefined where none is configured. */
  button(hidden: Readonly<Record<string, string | undefined>>): Html | undefined {
    if (this.name === undefined) return undefined;
    return renderForm({
      hidden: { ...hidden, do: FROM_PROVIDER },
      button: `Continue with ${this.name}`,
      secondary: true,
    });
  }

  /**
   * Begins the sign-in. The link stays in this browser only: it is a secret, and attempts are kept with the addresses that
   * they lead back to.
   * @param path the page's, from the root of the service
   */
  async begin(
    response: Response,
    path: string,
    link: Readonly<Record<string, string | undefined>>,
    invitation: { invitationId?: string; invitationToken?: string } = {},
  ): Promise<HtmlPage> {
    const back = `${this.settings.publicUrl}${path}?from=${FROM_PROVIDER}`;
    const { url, secret } = await this.oidc.start({
      provider: OIDC,
      callbackURL: back,
      errorCallbackURL: back,
      ...invitation,
    });
    response.append('Set-Cookie', attemptCookie(secret, this.secure));
    const linkEntries = Object.entries(link).filter((entry): entry is [string, string] => entry[1] !== undefined);
    response.append('Set-Cookie', this.cookie(new URLSearchParams(linkEntries).toString()));
    const page = successPage(`Continue with ${this.name}`, html`<p><a href="${url}">Go on to ${this.name}</a></p>`);
    return { ...page, redirectTo: url };
  }

  /** What the mailed link said, from the query itself or, back from the provider, from this browser. */
  linkOf<T extends ProviderReturnQuery>(query: T, request: Request): T {
    if (query.from !== FROM_PROVIDER) return query;
    const kept = new URLSearchParams(readCookie(request.headers.cookie, this.cookieName));
    return { ...query, ...Object.fromEntries(kept) };
  }

  private get cookieName(): string {
    return this.secure ? '__Host-curbcut.link' : 'curbcut.link';
  }

  private cookie(value: string): string {
    return serializeCookie(this.cookieName, value, this.secure, ATTEMPT_LIFETIME_MS / 1000);
  }
}
