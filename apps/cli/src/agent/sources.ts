import { wildcards } from './wildcards.js';
import type { Source } from './wire.js';

type Pattern = (path: string) => boolean;

const FOUND = 500;
/** What is no page and no document. */
const FILES = /\.(zip|gz|png|jpe?g|gif|svg|webp|avif|mp[34]|webm|docx?|xlsx?|pptx?|xml|json|css|js|ico|woff2?)$/i;

/**
 * The links of a page that a crawl follows: on the site where it begins, by its patterns, each once and without what stands
 * after `#`. PDFs are among them, which are documents.
 */
export function followed(source: Source, links: readonly string[]): string[] {
  if (!('crawl' in source)) return [];
  const { start, include = [], exclude = [] } = source.crawl;
  const { origin } = new URL(start);
  const [included, excluded] = [include, exclude].map((list) => list.map((text) => wildcards(text, true))) as [
    Pattern[],
    Pattern[],
  ];
  const found = new Set<string>();
  for (const link of links) {
    if (found.size === FOUND) break;
    if (!URL.canParse(link)) continue;
    const url = new URL(link);
    url.hash = '';
    const path = `${url.pathname}${url.search}`;
    const isMeant = included.length === 0 || included.some((one) => one(path));
    if (url.origin !== origin || FILES.test(url.pathname) || !isMeant || excluded.some((one) => one(path))) continue;
    found.add(url.href);
  }
  return [...found];
}

/** The list in pieces that one call may have. */
export function inPieces<T>(list: readonly T[], size = FOUND): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}
