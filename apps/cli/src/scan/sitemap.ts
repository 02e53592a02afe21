import { gunzipSync } from 'node:zlib';
import { NoAnswer, send } from '../delivery/http.js';
import { ServiceFault } from '../faults.js';

/** The pages that a sitemap lists; `isWhole` unless a limit cut the list. */
export interface SitemapPages {
  pages: string[];
  isWhole: boolean;
}

const MOST_PAGES = 2_000;
const MOST_SITEMAPS = 100;
const MOST_REDIRECTS = 5;

/**
 * Reads a sitemap and those that it lists.
 * @throws ServiceFault where one cannot be read
 */
export async function pagesOfSitemap(url: string, timeout: number): Promise<SitemapPages> {
  const waiting = [url];
  const pages = new Set<string>();
  let isWhole = true;
  for (let read = 0; waiting.length > 0; read += 1) {
    if (read === MOST_SITEMAPS) return { pages: [...pages].slice(0, MOST_PAGES), isWhole: false };
    const address = waiting.shift()!;
    const text = await textAt(address, timeout);
    const addresses = [...text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]+?)\s*(?:\]\]>)?\s*<\/loc>/g)].map(
      ([, loc]) => plain(loc!),
    );
    if (/<sitemapindex[\s>]/.test(text)) waiting.push(...addresses);
    else if (/<urlset[\s>]/.test(text)) addresses.forEach((page) => pages.add(page));
    else throw new ServiceFault(`${address} is no sitemap.`);
    if (pages.size > MOST_PAGES) isWhole = false;
  }
  if (pages.size === 0) throw new ServiceFault(`${url} lists no page.`);
  return { pages: [...pages].slice(0, MOST_PAGES), isWhole };
}

const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

async function textAt(url: string, timeout: number, redirects = 0): Promise<string> {
  try {
    const { status, headers, body } = await send({ method: 'GET', url, timeout });
    if (status >= 300 && status < 400 && headers.location && redirects < MOST_REDIRECTS)
      return await textAt(new URL(headers.location, url).href, timeout, redirects + 1);
    if (status !== 200) throw new ServiceFault(`The sitemap ${url} answered ${status}.`);
    return (
      body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body, { maxOutputLength: 100_000_000 }) : body
    ).toString();
  } catch (error) {
    if (error instanceof NoAnswer) throw new ServiceFault(`The sitemap ${url} could not be read: ${error.message}.`);
    throw error;
  }
}
