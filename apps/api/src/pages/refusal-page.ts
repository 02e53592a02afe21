import type { Route } from '#libs/access';
import type { PageRenderer, Problem } from '#libs/http';
import type { Request } from 'express';
import { html } from './html.js';
import { PAGE_HEADERS } from './page-responder.js';
import { renderDocument, type HtmlPage, relativeRoot } from './html-page.js';

/** The media type of pages. */
const PAGE = 'text/html';

/** Renders errors as pages: always at paths that serve only pages, at mixed paths if the request prefers a page. */
export function refusalPages(routes: readonly Route[]): PageRenderer {
  const pages = routes.filter(({ options }) => options?.produces === PAGE);
  const paths = new Set(pages.map(({ path }) => path.toLowerCase()));
  const forPrograms = new Set(pages.filter(({ options }) => options?.returns).map(({ path }) => path.toLowerCase()));
  return (request, response, refusal) => {
    const path = request.path.toLowerCase().replace(/\/$/, '');
    if (!paths.has(path) || (forPrograms.has(path) && !wantsPage(request))) return undefined;
    response.set(PAGE_HEADERS);
    return renderDocument(refusalPage(refusal), relativeRoot(request.path));
  };
}

/** Whether a request wants a page: it prefers HTML, posts a form, or is a HEAD request. */
export const wantsPage = (request: Request): boolean =>
  !['GET', 'OPTIONS'].includes(request.method) || request.accepts(['application/json', PAGE]) === PAGE;

/** Advice for errors that cannot be corrected on the page. */
const ADVICE: Readonly<Record<string, string>> = {
  INVALID_TOKEN: 'Links are good for a while, and once. Have a new one mailed, and open the latest.',
  INVITATION_NOT_FOUND: 'Invitations are good for seven days, and once. Ask whoever invited you for another.',
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 'Open the link of the latest mail, whole, and with the invited address.',
  UNAUTHORIZED: 'Open the link of the mail again.',
  INVALID_TWO_FACTOR_COOKIE: 'Open the link of the mail again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Open the link of the mail again.',
  rate_limited: 'Wait a little, then open the link of the mail again. It stays good meanwhile.',
};

function refusalPage({ status, code, message, requestId, errors = [] }: Problem): HtmlPage {
  const pageErrors = errors.length > 0 ? errors.map((fault) => ({ message: fault.message })) : [{ message }];
  const advice = ADVICE[code];
  return {
    status,
    title: status >= 500 ? 'Something went wrong' : 'That did not work',
    errors: pageErrors,
    body: html`${advice !== undefined && html`<p>${advice}</p>`}
      <p class="hint">Request ${requestId}</p>`,
  };
}
