import type { PageRule } from './product.entity.js';

/** The page that an address names, by the rules of its product. */
export type PageOf = (address: string) => string;

// They say where a visitor comes from, and nothing of what is shown.
const TRACKING = /^(?:utm_.*|gclid|fbclid|msclkid|mc_cid|mc_eid|_ga|_gl)$/;

/**
 * Tells which page an address names: path, query and a fragment that is a route, without the origin, since a preview
 * has another one. The first rule that fits decides; addresses are looked at once.
 */
export function pageReader(rules: readonly PageRule[]): PageOf {
  const compiled = rules.map(compile);
  const known = new Map<string, string>();
  return (address) => {
    let page = known.get(address);
    if (page === undefined) known.set(address, (page = read(address, compiled)));
    return page;
  };
}

/** The page of one address. */
export const pageOf = (address: string, rules: readonly PageRule[]): string => pageReader(rules)(address);

/** The same of a page that was read by former rules. */
export const pageOfPage = (page: string, rules: PageOf): string =>
  rules(page.startsWith('//') ? `http:${page}` : `http://page.invalid${page}`);

/**
 * Tells whether an address is of the pages that a path names, written as in the rules of pages; addresses are looked at
 * once.
 */
export function addressMatcher(path: string): (address: string) => boolean {
  const rule = compile({ path });
  const known = new Map<string, boolean>();
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const url = new URL(address);
    const isThere = fits(rule, url.host, segmentsOf(pathOf(url)));
    known.set(address, isThere);
    return isThere;
  };
}

interface Compiled extends PageRule {
  /** Of rules for one host alone. */
  host: string | null;
  segments: string[];
}

/** `//help.example/docs/:id` is for that host alone, and `//help.example` keeps all pages of it apart. */
function compile({ path, query }: PageRule): Compiled {
  const host = /^\/\/([^/]*)/.exec(path)?.[1] ?? null;
  const rest = host === null ? path : path.slice(2 + host.length);
  return { path, query, host: host && host.toLowerCase(), segments: rest === '' ? [] : segmentsOf(rest) };
}

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

function read(address: string, rules: readonly Compiled[]): string {
  const url = new URL(address);
  const route = routeOf(url);
  const path = pathOf(url);
  const rule = rules.find((each) => fits(each, url.host, segmentsOf(path)));
  for (const name of [...url.searchParams.keys()]) {
    const counts = rule ? rule.query?.includes(name) : !TRACKING.test(name);
    if (!counts) url.searchParams.delete(name);
  }
  url.searchParams.sort();
  const query = url.searchParams.size === 0 ? '' : `?${url.searchParams}`;
  if (!rule) return withoutEnd(url.pathname) + query + route;
  if (rule.segments.length > 0) return rule.path + query;
  return `//${url.host}${withoutEnd(url.pathname)}${query}${route}`;
}

// A route may hold anything; any other fragment is a place on the page.
const routeOf = ({ hash }: URL): string => (/^#(?:\/|!)/.test(hash) ? hash : '');

const pathOf = (url: URL): string => withoutEnd(url.pathname) + routeOf(url);

const withoutEnd = (path: string): string => path.replace(/\/index\.html$/, '/').replace(/(?<!^)\/+$/, '') || '/';

function fits({ host, segments }: Compiled, ofHost: string, path: readonly string[]): boolean {
  if (host !== null && host !== ofHost) return false;
  if (segments.length === 0) return host !== null;
  const open = segments.at(-1) === '**';
  const fixed = open ? segments.slice(0, -1) : segments;
  if (open ? path.length < fixed.length : path.length !== fixed.length) return false;
  return fixed.every((segment, index) => (segment.startsWith(':') ? path[index] !== '' : segment === path[index]));
}
