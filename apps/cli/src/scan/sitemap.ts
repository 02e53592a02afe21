import { gunzipSync } from 'node:zlib';
import { send } from '../delivery/http.js';
import { LocalFault } from '../faults.js';
import { readSitemap } from './sitemap-text.js';

/** The pages that a sitemap lists; `isWhole` unless a limit cut the list. */
export interface SitemapPages {
  pages: string[];
  isWhole: boolean;
}

const MOST_PAGES = 2_000;
const MOST_SITEMAPS = 100;
const MOST_REDIRECTS = 5;
const MOST_BYTES = 100_000_000;

/**
 * Reads a sitemap and those that it lists.
 * @throws LocalFault where one cannot be read
 */
export const pagesOfSitemap = (url: string, timeout: number): Promise<SitemapPages> =>
  readSitemaps(url, { read: (address) => textAt(address, timeout), most: MOST_PAGES });

/**
 * Reads a sitemap and those that it lists, by a function that answers the text of an address.
 * @throws LocalFault where one is none
 */
export async function readSitemaps(
  url: string,
  { read: textOf, most }: { read: (address: string) => Promise<string>; most: number },
): Promise<SitemapPages> {
  const waiting = [url];
  const pages = new Set<string>();
  let isWhole = true;
  for (let read = 0; waiting.length > 0; read += 1) {
    if (read === MOST_SITEMAPS) return { pages: [...pages].slice(0, most), isWhole: false };
    const address = waiting.shift()!;
    const sitemap = readSitemap(await textOf(address));
    if (!sitemap) throw new LocalFault(`${address} is not a sitemap.`);
    if (sitemap.isIndex) waiting.push(...sitemap.addresses);
    else sitemap.addresses.forEach((page) => pages.add(page));
    if (pages.size > most) isWhole = false;
  }
  if (pages.size === 0) throw new LocalFault(`${url} lists no pages.`);
  return { pages: [...pages].slice(0, most), isWhole };
}

async function textAt(url: string, timeout: number, redirects = 0): Promise<string> {
  try {
    const { status, headers, body } = await send({ method: 'GET', url, timeout });
    if (status >= 300 && status < 400 && headers.location && redirects < MOST_REDIRECTS)
      return await textAt(new URL(headers.location, url).href, timeout, redirects + 1);
    if (status !== 200) throw new LocalFault(`The sitemap ${url} answered ${status}.`);
    return inflated(body);
  } catch (error) {
    if (error instanceof LocalFault) throw error;
    throw new LocalFault(`The sitemap ${url} could not be read: ${(error as Error).message}.`);
  }
}

/** The text of a sitemap, which may be packed. */
export const inflated = (body: Buffer): string =>
  (isGzip(body) ? gunzipSync(body, { maxOutputLength: MOST_BYTES }) : body).toString();

const isGzip = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b;
