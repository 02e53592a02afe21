import { Settings } from '#libs/config';
import { Forbidden } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { comesFromOwnOrigin } from '../identity/browser-cookie.js';
import { returnAddress } from '../identity/sign-in/return-address.js';
import { html, type Html } from './html.js';
import { renderDocument, type HtmlPage, relativeRoot } from './html-page.js';

/** Headers of every page: no scripts, no framing, no caching, no referrer to other sites. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  // With `no-referrer` browsers would post `Origin: null`, which other sites can send too.
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

/** Sends pages, and checks that origins and links are our own. */
@Injectable()
export class PageResponder {
  constructor(private readonly settings: Settings) {}

  send(request: Request, response: Response, page: HtmlPage): string {
    response.status(page.status).set(PAGE_HEADERS);
    return renderDocument(page, relativeRoot(request.path));
  }

  /** Rejects forms that were posted from another site. */
  requireOwnOrigin(request: Request): void {
    if (!comesFromOwnOrigin(request, this.settings))
      throw new Forbidden(
        'origin_not_allowed',
        `Forms from this origin are not accepted. The service is at ${this.settings.publicUrl}.`,
      );
  }

  /** The link with which a person continues; only URLs on our origins are linked. */
  continueLink(address: string | undefined, request: Request): Html {
    const own = address === undefined ? undefined : returnAddress(address, this.settings);
    return html`<p><a href="${own ?? relativeRoot(request.path)}">Continue</a></p>`;
  }
}
