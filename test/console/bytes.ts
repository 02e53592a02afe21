import { existsSync, statSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { base, records } from './console.js';
import { filled, settled } from './views.js';

const KB = 1000;
const PRODUCT = filled('/o/:org/p/:product', records);

/** How many kB of scripts and styles these views may load, as brotli leaves them. */
export const MOST = [
  { view: '`/sign-in`', address: '/sign-in', most: 135 },
  { view: 'a product with its chart', address: PRODUCT, most: 200 },
  { view: 'triage', address: `${PRODUCT}/findings`, most: 250 },
] as const;

/** How many kB of scripts and styles a view loads in a browser that has none yet. */
export async function loadedKb(page: Page, address: string): Promise<number> {
  const files = new Set<string>();
  const note = (request: { url: () => string }): void => {
    const [, file] = /\/assets\/([^?]+\.(?:js|css))$/.exec(request.url()) ?? [];
    if (file) files.add(`dist/web/assets/${file}`);
  };
  page.on('request', note);
  await page.goto(base + address);
  await settled(page);
  page.off('request', note);
  // The smallest are not compressed.
  return [...files].reduce((sum, file) => sum + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size, 0) / KB;
}
