import { html, type Html } from './html.js';

/** What is wrong with what a person sent: with one field, or with the whole. */
export interface FormError {
  /** The name of the field, which is its id too; absent: the whole. */
  field?: string;
  message: string;
}

/** An answer for people. */
export interface HtmlPage {
  status: number;
  /** Stands as the heading and in the title. */
  title: string;
  body: Html;
  /** Told above the heading, and first in the title. */
  errors?: readonly FormError[];
  /** Where a browser goes by itself at once. */
  redirectTo?: string;
}

/** A page that has nothing wrong with it. */
export const successPage = (title: string, body: Html): HtmlPage => ({ status: 200, title, body });

/** From a path back to the root of the service, whatever stands before it: pages may lie behind a proxy's prefix. */
export const relativeRoot = (path: string): string => '../'.repeat(Math.max(0, path.split('/').length - 2)) || './';

/** The whole document. `root` is the relative address of the service's root. */
export function renderDocument({ title, body, errors = [], redirectTo }: HtmlPage, root: string): string {
  const text = html`<!doctype html>
    <html lang="en">
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
