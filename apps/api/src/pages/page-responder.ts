import { Settings } from '#libs/config';
import { Forbidden } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { returnAddress } from '../identity/sign-in/return-address.js';
import { html, type Html } from './html.js';
import { renderDocument, type HtmlPage, relativeRoot } from './html-page.js';

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
export class PageResponder {
  constructor(private readonly settings: Settings) {}

  send(request: Request, response: Response, page: HtmlPage): string {
    response.status(page.status).set(PAGE_HEADERS);
    return renderDocument(page, relativeRoot(request.path));
  }

  /** A form from another site is refused, whatever it holds. */
  requireOwnOrigin({ headers: { origin } }: Request): void {
    if (origin !== undefined && !this.settings.ownOrigins.includes(origin))
      throw new Forbidden('origin_not_allowed', 'Forms are not accepted from this origin.');
  }

  /** Where a person goes on: an address that is not ours is not linked to. */
  continueLink(address: string | undefined, request: Request): Html {
    const own = address === undefined ? undefined : returnAddress(address, this.settings);
    return html`<p><a href="${own ?? relativeRoot(request.path)}">Go on</a></p>`;
  }
}
