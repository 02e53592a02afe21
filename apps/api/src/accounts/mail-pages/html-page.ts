import type { Language } from '../identity/preferences/preferences.dto.js';
import { html, type Html } from './html.js';

/** An error in a posted form, of one field or of the whole form. */
export interface FormError {
  /** The name of the field, which is also its id; absent: the whole form. */
  field?: string;
  message: string;
}

/** A page for people. */
export interface HtmlPage {
  status: number;
  /** The heading, also used as the title. */
  title: string;
  body: Html;
  /** Listed above the heading and announced in the title. */
  errors?: readonly FormError[];
  /** In which it is written; English when absent. */
  language?: Language;
  /** Where the browser is redirected immediately. */
  redirectTo?: string;
}

/** A page without errors. */
export const successPage = (title: string, body: Html): HtmlPage => ({ status: 200, title, body });

/** The relative URL from a path to the root of the service, so that pages work behind a proxy with a path prefix. */
export const relativeRoot = (path: string): string => '../'.repeat(Math.max(0, path.split('/').length - 2)) || './';

/** The whole document. `root` is the relative address of the service's root. */
export function renderDocument(
  { title, body, errors = [], language = 'en', redirectTo }: HtmlPage,
  root: string,
): string {
  const text = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${errors.length > 0 && 'Error: '}${title} – Curbcut</title>
        <link rel="stylesheet" href="${root}pages/style.css" />
        ${redirectTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${redirectTo}" />`}
      </head>
      <body>
        <header><p>Curbcut</p></header>
        <main>
          ${errors.length > 0 && errorSummary(errors)}
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.text;
  return text.replace(/\n\s+/g, '\n').replace(/\n+/g, '\n');
}

const errorSummary = (errors: readonly FormError[]): Html =>
  html`<div class="problem" role="alert">
    <h2>There is a problem</h2>
    <ul>
      ${errors.map(
        ({ field, message }) =>
          html`<li>${field === undefined ? message : html`<a href="#${field}">${message}</a>`}</li>`,
      )}
    </ul>
  </div>`;
