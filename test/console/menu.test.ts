import { expect, test } from '@playwright/test';
import { base, records } from './console.js';
import { filled, settled, signIn } from './views.js';

test.beforeEach(async ({ page }) => {
  await signIn(page, records);
  await page.goto(base + filled('/o/:org/p/:product', records));
  await settled(page);
});

test('a menu opens by the keyboard at its first or last entry, and Escape gives the focus back', async ({ page }) => {
  const button = page.getByRole('button', { name: /^Account: / });
  await button.focus();
  for (const [key, entry] of [
    ['Enter', 'Profile'],
    ['ArrowDown', 'Profile'],
    ['ArrowUp', 'Sign out'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('menuitem', { name: entry })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  }
});

test('a menu takes the focus at once, also while something on the page still moves', async ({ page }) => {
  await page.evaluate(() => {
    const moving = document.body.appendChild(document.createElement('div'));
    moving.style.transition = 'opacity 600s';
    void moving.offsetWidth;
    moving.style.opacity = '0.5';
  });
  const button = page.getByRole('button', { name: /^Account: / });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
});

test('a menu whose files do not come says why, and its button keeps the focus', async ({ page }) => {
  await page.route(/menu-items/, (route) => route.abort());
  const button = page.getByRole('button', { name: /^Account: / });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('A new version was installed while this page was open.');
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});
