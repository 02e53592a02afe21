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
  INVALID_TOKEN: 'Links expire, and work only once. Request a new link, and open the latest one.',
  INVITATION_NOT_FOUND: 'Invitations expire after seven days, and work only once. Ask the inviter for a new one.',
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 'Open the complete link of the latest email, with the invited address.',
  UNAUTHORIZED: 'Open the link in the email again.',
  INVALID_TWO_FACTOR_COOKIE: 'Open the link in the email again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Open the link in the email again.',
  rate_limited: 'Wait a moment, then open the link in the email again. It remains valid.',
};

const PUBLIC: Advice = {
  not_found: 'Check that the address is complete. If it is, ask its sender for the current address.',
  rate_limited: 'Wait a moment, then open the address again.',
  state_mismatch: 'Start the sign-in again, and complete it in the same browser within ten minutes.',
  provider_unavailable: 'Wait a moment, then start the sign-in again.',
  provider_refuses_client:
    'Contact the administrator of the sign-in of your organization: its settings must be corrected.',
  identity_not_proved:
    'Start the sign-in again. If the problem persists, contact the administrator of the sign-in of your organization.',
};

function refusalPage({ status, code, message, requestId, errors = [] }: Problem, advised: Advice): HtmlPage {
  const pageErrors = errors.length > 0 ? errors.map((fault) => ({ message: fault.message })) : [{ message }];
  const advice = advised[code];
  return {
    status,
    title: status >= 500 ? 'An error occurred' : 'The request failed',
    errors: pageErrors,
    body: html`${advice !== undefined && html`<p>${advice}</p>`}
      <p class="hint">Request ${requestId}</p>`,
  };
}
