import { addressOf } from './findings.js';
import { at, entries, firstText, list, text } from './json.js';

/** The page that Lighthouse should have examined, if the browser ended at another one, such as a login page. */
export function missedPage(page: unknown): string | undefined {
  const requested = text(at(page, 'requestedUrl'));
  const displayed = text(at(page, 'finalDisplayedUrl'));
  const final = displayed ?? firstText(at(page, 'finalUrl'), at(page, 'mainDocumentUrl'));
  if (requested === undefined || final === undefined) return undefined;
  // Other final addresses have no fragment.
  const hasRoute = displayed !== undefined;
  return placeOf(requested, hasRoute) === placeOf(final, hasRoute) ? undefined : (addressOf(requested) ?? requested);
}

/** An address without its protocol, without a slash at the end, and without a fragment that is no route of the page. */
function placeOf(address: string, hasRoute: boolean): string {
  if (!URL.canParse(address)) return address;
  const { protocol, host, pathname, search, hash } = new URL(address);
  const route = hasRoute && /^#[!/]/.test(hash) ? hash.replace(/^#!?\/?/, '') : '';
  const isWeb = /^https?:$/.test(protocol);
  return [isWeb ? '' : protocol, host, pathname.replace(/\/$/, ''), search, route.replace(/\/$/, '')].join(' ');
}

/** Whether Lighthouse stopped waiting for the page. Warnings are in the language of the report, their names are not. */
export const hasTimedOut = (page: unknown): boolean =>
  entries(at(page, 'i18n', 'icuMessagePaths')).some(([name]) => name.endsWith('| warningTimeout')) ||
  list(at(page, 'runWarnings')).some((warning) => /^The page loaded too slowly\b/.test(text(warning) ?? ''));
