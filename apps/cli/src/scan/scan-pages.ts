import { availableParallelism } from 'node:os';
import type { DevTools } from './devtools.js';
import { type PageOptions, type ScannedPage, scanPage, SignedOut } from './page.js';
import { PageFailed } from './tab.js';

/** What a scan found: what axe-core says of each page, and the pages that failed, with the reason. */
export interface Scanned {
  results: unknown[];
  failed: { url: string; because: string; linkedFrom?: string }[];
}

interface Options extends Omit<PageOptions, 'origins'> {
  /** How many pages in all links are followed up to; undefined where none are. */
  crawl?: number;
  onPage(url: string, done: number, known: number): void;
}

const MOST_AT_ONCE = 4;
const FILES = /\.(pdf|zip|gz|png|jpe?g|gif|svg|webp|mp[34]|docx?|xlsx?|pptx?|xml|json|css|js|ico|woff2?)$/i;

/** Scans pages, a few at once, and what they link to on the same site where that is asked. */
export async function scanPages(devtools: DevTools, starts: readonly string[], options: Options): Promise<Scanned> {
  const { crawl, onPage } = options;
  const origins = [...new Set(starts.map((url) => new URL(url).origin))];
  /** Pages with the one that links to them. */
  const known = new Map(starts.map((url) => [withoutHash(url), undefined as string | undefined]));
  const waiting = [...known.keys()];
  const scanned: Scanned = { results: [], failed: [] };
  const done = new Map<string, unknown>();
  const follow = (page: string, links: readonly string[]): void => {
    for (const link of links) {
      if (crawl === undefined || known.size >= crawl || !URL.canParse(link)) continue;
      const url = withoutHash(link);
      if (known.has(url) || !origins.includes(new URL(url).origin) || FILES.test(new URL(url).pathname)) continue;
      known.set(url, page);
      waiting.push(url);
    }
  };
  let busy = 0;
  const work = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      busy += 1;
      try {
        onPage(url, done.size + scanned.failed.length + 1, known.size);
        const { result, links } = await scanSignedIn(devtools, url, { ...options, origins });
        done.set(url, result);
        follow(url, links);
      } catch (error) {
        if (!(error instanceof PageFailed)) throw error;
        const linkedFrom = known.get(url);
        scanned.failed.push({ url, because: error.message, ...(linkedFrom === undefined ? {} : { linkedFrom }) });
      } finally {
        busy -= 1;
      }
      // Links of this page are for workers that found nothing to do.
      if (waiting.length > 0) await Promise.all(waiting.slice(0, MOST_AT_ONCE - busy - 1).map(work));
    }
  };
  const first = Math.min(MOST_AT_ONCE, availableParallelism(), waiting.length);
  await Promise.all(Array.from({ length: first }, work));
  // In the order of the list, so that a report does not depend on which page was ready first.
  scanned.results = [...known.keys()].flatMap((url) => done.get(url) ?? []);
  return scanned;
}

/** Scans a page; where it leads back to where signing in begins, that is done once more. */
async function scanSignedIn(devtools: DevTools, url: string, options: PageOptions): Promise<ScannedPage> {
  const { signIn } = options;
  const times = signIn?.times();
  try {
    return await scanPage(devtools, url, options);
  } catch (error) {
    if (!(error instanceof SignedOut)) throw error;
    await signIn!.again(times!);
    return scanPage(devtools, url, options);
  }
}

const withoutHash = (address: string): string => {
  const url = new URL(address);
  url.hash = '';
  return url.href;
};
