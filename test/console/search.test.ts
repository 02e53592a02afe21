import { expect, test } from '@playwright/test';
import { base } from './console.js';
import { workplace } from './people.js';

test('Control+K finds records by their words and their number, and Enter opens one', async ({ page }) => {
  const at = await workplace(page, 'search');
  for (const title of ['The menu traps the focus', 'Low contrast in the footer'])
    await page.request.post(`${base}${at.api}/issues`, { data: { title } });
  await page.goto(base + at.org);
  await expect(page.getByRole('button', { name: 'Search everything' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search' });
  await expect(search).toBeFocused();
  await page.keyboard.type('traps');
  await expect(page.getByRole('option', { name: '#1 The menu traps the focus' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Issues' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '#1 The menu traps the focus' })).toBeFocused();
  await page.getByRole('button', { name: 'Search everything' }).click();
  await search.fill('#2');
  await page.getByRole('option', { name: '#2 Low contrast in the footer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '#2 Low contrast in the footer' })).toBeVisible();
});

test('a search that finds nothing says so, and Escape gives the focus back', async ({ page }) => {
  const at = await workplace(page, 'search');
  await page.goto(base + at.org);
  await page.getByRole('button', { name: 'Search everything' }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('no such thing');
  await expect(page.getByText('No matches.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Search everything' })).toBeFocused();
});
