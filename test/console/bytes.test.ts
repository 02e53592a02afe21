import { expect, test } from '@playwright/test';
import { loadedKb, MOST } from './bytes.js';
import { records } from './console.js';
import { signIn } from './views.js';

for (const { view, address, most } of MOST)
  test(`${view} loads no more than ${most} kB of scripts and styles`, async ({ page }) => {
    if (address !== '/sign-in') await signIn(page, records);
    const loaded = await loadedKb(page, address);
    expect(loaded).toBeLessThanOrEqual(most);
    // Where nothing was counted the limit says nothing.
    expect(loaded).toBeGreaterThan(most / 2);
  });
