import { expect, type Locator, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { handOf } from './hand.js';
import { findingsOf, sampledAudit, scan, workplace } from './people.js';

/*
 * What people come for, done from the start by the keyboard alone: the console's name of each step is all that is known.
 */

const said = (page: Page, text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text });

test('three findings are noise: by the keyboard alone somebody gets rid of them for good', async ({ page }) => {
  test.slow();
  const at = await workplace(page, 'noise', [...findingsOf('image-alt', 2), ...findingsOf('color-contrast', 3)]);
  const hand = handOf('keyboard', page);
  await page.goto(base);
  await hand.press(page.getByRole('link', { name: 'Shop' }));
  const product = page.getByRole('navigation', { name: 'Product' });
  await hand.press(product.getByRole('link', { name: 'Findings' }));
  const group = page.getByRole('checkbox', { name: 'Select all in color-contrast' });
  await hand.type(page.getByRole('searchbox', { name: 'Search' }), 'color-contrast');
  await expect(page.getByRole('heading', { level: 2, name: /^image-alt/ })).toHaveCount(0);
  await hand.tick(group);
  const selection = page.getByRole('region', { name: 'Selection' });
  await hand.press(selection.getByRole('button', { name: 'Dismiss' }));
  const dialog = page.getByRole('dialog', { name: 'Dismiss' });
  await hand.pick(dialog.getByRole('radio', { name: 'False positive' }));
  await hand.type(
    dialog.getByRole('textbox', { name: 'Comment' }),
    'The text is on a picture that the tool does not see.',
  );
  await hand.press(dialog.getByRole('button', { name: 'Dismiss' }));
  await expect(said(page, 'Dismissed 3 findings.')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  // For good: the next scan reports them again, and nobody is asked again.
  await scan(page, at, [...findingsOf('image-alt', 2), ...findingsOf('color-contrast', 3)]);
  await page.goto(`${base}${at.product}/findings`);
  await expect(page.getByRole('heading', { level: 2, name: 'image-alt, 2 findings' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /^color-contrast/ })).toHaveCount(0);
});

test("by the keyboard alone somebody says that an audit's criterion fails, with an issue", async ({ page }) => {
  test.slow();
  const at = await workplace(page, 'fails');
  await sampledAudit(page, at);
  const hand = handOf('keyboard', page);
  await page.goto(base);
  await hand.press(page.getByRole('link', { name: 'Shop' }));
  const product = page.getByRole('navigation', { name: 'Product' });
  await hand.press(product.getByRole('link', { name: 'Audits' }));
  await hand.press(page.getByRole('link', { name: 'Spring audit' }));
  await hand.press(page.getByRole('link', { name: 'Open outcomes' }));
  const grid = page.getByRole('grid', { name: 'Outcomes' });
  const isIn = (): Promise<boolean> => grid.evaluate((it) => it.contains(document.activeElement));
  await expect(grid).toBeVisible();
  for (let stop = 0; stop < 60 && !(await isIn()); stop += 1) await page.keyboard.press('Tab');
  await page.keyboard.type('contrast');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /^1\.4\.3/ })).toBeFocused();
  const details = page.getByRole('region', { name: /^1\.4\.3/ });
  await expect(details.getByRole('radio', { name: 'Failed' })).toBeChecked();
  await hand.type(details.getByRole('textbox', { name: 'Note' }), 'Grey on grey in the footer.');
  await hand.press(details.getByRole('button', { name: 'New issue' }));
  const dialog = page.getByRole('dialog', { name: 'New issue' });
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Grey on grey in the footer.');
  await hand.press(dialog.getByRole('button', { name: 'New issue' }));
  await expect(said(page, 'Issue #1 created.')).toBeVisible();
  await hand.press(details.getByRole('link', { name: '#1' }));
  await expect(page.getByRole('heading', { level: 1, name: /^#1 1\.4\.3/ })).toBeFocused();
});
