import { expect, test } from '@playwright/test';
import { base, records } from './console.js';
import { RUNS_ALL } from './extent.mjs';
import { ADDRESSES, filled, settled, SIGNED_OUT, signIn, violationsOf, watch } from './views.js';

const EVERY_LOOK = [
  { name: 'dark, 320 pixels', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
  { name: 'light, 1280 pixels', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'French, 320 pixels', locale: 'fr-FR', colorScheme: 'light', viewport: { width: 320, height: 640 } },
] as const;

for (const { name, ...look } of RUNS_ALL ? EVERY_LOOK : EVERY_LOOK.slice(0, 1)) {
  test.describe(`in ${name}`, () => {
    test.use(look);
    for (const address of [...ADDRESSES, '/no/such/page']) {
      test(`${address} has nothing in anybody's way`, async ({ page }) => {
        const seen = watch(page);
        if (!SIGNED_OUT.includes(address)) await signIn(page, records);
        await page.goto(base + filled(address, records));
        await settled(page);
        await expect(page.locator('html')).toHaveAttribute('lang', name.startsWith('French') ? 'fr' : 'en');
        await expect(page.locator('h1')).toHaveCount(1);
        expect(await page.title()).toMatch(/^.+ · Curbcut$/);
        await expect(page.getByRole('main')).toHaveCount(1);
        await expect(page.getByRole('banner')).toHaveCount(1);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        expect(await violationsOf(page)).toEqual([]);
        expect(seen()).toEqual([]);
      });
    }
  });
}
