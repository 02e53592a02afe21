import { createHash } from 'node:crypto';
import { Html, html } from '../../../accounts/mail-pages/html.js';
import type { NamedAddress, ReportLanguage } from '../conformance-document.js';
import { pieces } from '../translations/translations.js';
import { REPORT_STYLES } from './report-styles.js';

/** The policy under which browsers show these pages: their own style and nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(REPORT_STYLES).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A break of a line. The formatter of our sources would write it in templates in a way that HTML does not want. */
export const BREAK = new Html('<br>');

const META = new Html(`<meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">`);

/** A whole page in one file: what must be known first, then the heading, then the rest. */
export function renderPage(page: {
  language: ReportLanguage;
  /** Of the window. */
  title: string;
  notices: readonly string[];
  heading: Html;
  body: Html;
}): string {
  // Not a template, whose formatting would change the hash of the style.
  const style = new Html(`<style>${REPORT_STYLES}</style>`);
  return html`<!doctype html>
    <html lang="${page.language}">
      <head>
        ${META}
        <title>${page.title}</title>
        ${style}
      </head>
      <body>
        <header>
          ${page.notices.map((notice) => html`<p class="notice"><strong>${notice}</strong></p>`)} ${page.heading}
        </header>
        ${page.body}
      </body>
    </html> `.text;
}

/** What somebody wrote: in its own direction, with its lines. */
export const written = (value: string): Html => html`<span class="written" dir="auto">${value}</span>`;

/** What a standard says, in its language. @param language null: nobody knows it */
export const ofStandard = (value: string, language: ReportLanguage | null): Html =>
  language === null ? html`<bdi>${value}</bdi>` : html`<span lang="${language}">${value}</span>`;

/**
 * An address with its name; one that is none of the web is text. In print its address follows a name that does not tell
 * it.
 */
export function linked({ name, url }: NamedAddress): Html {
  if (!/^(https?:\/\/|mailto:)/i.test(url)) return html`<bdi>${name}</bdi>`;
  return name === url || `mailto:${name}` === url
    ? html`<a href="${url}"><bdi>${name}</bdi></a>`
    : html`<a class="named" href="${url}"><bdi>${name}</bdi></a>`;
}

/** A sentence with its values. */
export const sentence = (text: string, values: Readonly<Record<string, Html | string>>): Html =>
  html`${pieces(text, values)}`;
