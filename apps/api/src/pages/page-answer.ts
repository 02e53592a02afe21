import { Settings } from '#libs/config';
import { Forbidden } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { returnAddress } from '../identity/sign-in/return-address.js';
import { html, type Html } from './html.js';
import { documentOf, type Page, rootFrom } from './page.js';

/** Headers of every page: nothing runs, nothing is framed, kept or told to other sites. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  // With `no-referrer` browsers would post `Origin: null`, which cannot be told from a stranger's.
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

/** Sends pages, and knows which places are ours. */
@Injectable()
export class PageAnswer {
  constructor(private readonly settings: Settings) {}

  send(request: Request, response: Response, page: Page): string {
    response.status(page.status).set(PAGE_HEADERS);
    return documentOf(page, rootFrom(request.path));
  }

  /** A form from another site is refused, whatever it holds. */
  requireOurs({ headers: { origin } }: Request): void {
    if (origin !== undefined && !this.settings.ownOrigins.includes(origin))
      throw new Forbidden('origin_not_allowed', 'Forms are not accepted from this origin.');
  }

  /** Where a person goes on: an address that is not ours is not linked to. */
  onward(address: string | undefined, request: Request): Html {
    const own = address === undefined ? undefined : returnAddress(address, this.settings);
    return html`<p><a href="${own ?? rootFrom(request.path)}">Go on</a></p>`;
  }
}
