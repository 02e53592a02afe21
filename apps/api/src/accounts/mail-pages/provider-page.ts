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

/** The value of `from` in the URL to which the provider sends the browser back. */
const FROM_PROVIDER = 'provider';

/** The query of a page, from its mailed link or after the return from the provider. */
export interface ProviderReturnQuery {
  from?: string;
  error?: string;
  twoFactorRedirect?: string;
}

/** Sign-in at the OpenID provider from a page, and the return to that page. */
@Injectable()
export class ProviderPage {
  private readonly secure: boolean;
  private readonly name?: string;

  constructor(
    private readonly settings: Settings,
    private readonly oidc: OidcService,
  ) {
    this.secure = settings.isSecure;
    this.name = settings.oidcName;
  }

  /** The button that starts a sign-in at the provider; undefined if none is configured. */
  button(hidden: Readonly<Record<string, string | undefined>>): Html | undefined {
    if (this.name === undefined) return undefined;
    return renderForm({
      hidden: { ...hidden, do: FROM_PROVIDER },
      button: `Continue with ${this.name}`,
      secondary: true,
    });
  }

  /**
   * Starts the sign-in. The mailed link is stored in the browser only, because it is secret and attempts are stored
   * with their return URLs.
   * @param path the path of the page, from the root of the service
   */
  async begin(
    response: Response,
    path: string,
    link: Readonly<Record<string, string | undefined>>,
    invitation: { invitationId?: string; invitationToken?: string } = {},
  ): Promise<HtmlPage> {
    const back = `${this.settings.publicUrl}${path}?from=${FROM_PROVIDER}`;
    const { url, secret } = await this.oidc.start(
      { provider: OIDC, callbackURL: back, errorCallbackURL: back, ...invitation },
      undefined,
    );
    response.append('Set-Cookie', attemptCookie(secret, this.secure));
    const linkEntries = Object.entries(link).filter((entry): entry is [string, string] => entry[1] !== undefined);
    response.append('Set-Cookie', this.cookie(new URLSearchParams(linkEntries).toString()));
    const page = successPage(`Continue with ${this.name}`, html`<p><a href="${url}">Continue to ${this.name}</a></p>`);
    return { ...page, redirectTo: url };
  }

  /**
   * The parameters of the mailed link: from the query or, after the return from the provider, from the browser's
   * cookie.
   */
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
