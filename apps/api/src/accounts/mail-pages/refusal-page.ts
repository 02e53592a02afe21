import type { Request } from 'express';
import type { PageRenderer } from '../../platform/http/problem.filter.js';
import type { Problem } from '../../platform/http/problem.js';
import { RouteTable } from '../../platform/http/route-table.js';
import type { Route } from '../../platform/http/routes.js';
import { type HtmlPage, relativeRoot, renderDocument } from './html-page.js';
import { html } from './html.js';
import { PAGE_HEADERS } from './page-responder.js';

/** The media type of pages. */
const PAGE = 'text/html';

/**
 * Renders errors as pages: always at paths of mailed links that serve only pages, at mixed paths and public ones if the
 * request prefers a page.
 */
export function refusalPages(routes: readonly Route[]): PageRenderer {
  const pages = routes.filter(({ options }) => options?.produces === PAGE && !options.browsed);
  const paths = new Set(pages.map(({ path }) => path.toLowerCase()));
  const forPrograms = new Set(pages.filter(({ options }) => options?.returns).map(({ path }) => path.toLowerCase()));
  const browsed = new RouteTable<Route>();
  for (const route of routes) if (route.options?.browsed) browsed.add(route.verb, route.path, route);
  return (request, response, refusal) => {
    const path = request.path.toLowerCase().replace(/\/$/, '');
    const isMailed = paths.has(path) && (!forPrograms.has(path) || wantsPage(request));
    const isPublic = browsed.verbsOf(path).length > 0 && !path.includes('.') && prefersPage(request);
    if (!isMailed && !isPublic) return undefined;
    response.set(PAGE_HEADERS);
    return renderDocument(refusalPage(refusal, isMailed ? MAILED : PUBLIC), relativeRoot(request.path));
  };
}

/** Whether a request wants a page: it prefers HTML, posts a form, or is a HEAD request. */
export const wantsPage = (request: Request): boolean =>
  !['GET', 'OPTIONS'].includes(request.method) || prefersPage(request);

const prefersPage = (request: Request): boolean => request.accepts(['application/json', PAGE]) === PAGE;

/** Advice for errors that cannot be corrected on the page, by their codes. */
type Advice = Readonly<Record<string, string>>;

const MAILED: Advice = {
  INVALID_TOKEN: 'Links are good for a while, and once. Have a new one mailed, and open the latest.',
  INVITATION_NOT_FOUND: 'Invitations are good for seven days, and once. Ask whoever invited you for another.',
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 'Open the link of the latest mail, whole, and with the invited address.',
  UNAUTHORIZED: 'Open the link of the mail again.',
  INVALID_TWO_FACTOR_COOKIE: 'Open the link of the mail again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Open the link of the mail again.',
  rate_limited: 'Wait a little, then open the link of the mail again. It stays good meanwhile.',
};

const PUBLIC: Advice = {
  not_found: 'Check that the address is whole. If it is, ask whoever gave it to you: what it led to may have another.',
  rate_limited: 'Wait a little, then open the address again.',
  state_mismatch: 'Begin to sign in once more, and come to the end of it in the same browser within ten minutes.',
  provider_unavailable: 'Wait a little, then begin to sign in once more.',
  provider_refuses_client: 'Tell whoever looks after the sign-in of your organization: its settings are to be mended.',
  identity_not_proved:
    'Begin to sign in once more. If this stays, tell whoever looks after the sign-in of your organization.',
};

function refusalPage({ status, code, message, requestId, errors = [] }: Problem, advised: Advice): HtmlPage {
  const pageErrors = errors.length > 0 ? errors.map((fault) => ({ message: fault.message })) : [{ message }];
  const advice = advised[code];
  return {
    status,
    title: status >= 500 ? 'Something went wrong' : 'That did not work',
    errors: pageErrors,
    body: html`${advice !== undefined && html`<p>${advice}</p>`}
      <p class="hint">Request ${requestId}</p>`,
  };
}
