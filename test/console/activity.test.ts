import { expect, type Locator, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { findingsOf, reported, workplace } from './people.js';

const said = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

test('a run is read with what it said of findings, and undone once that is said', async ({ page }) => {
  const at = await workplace(page, 'undo-run', [...findingsOf('image-alt', 2), ...findingsOf('label', 1)]);
  await page.goto(`${base}${at.product}/activity`);
  await expect(said(page, '1 test activity')).toBeVisible();
  await page.getByRole('row').filter({ hasText: 'Automated scan' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: /^#1 / })).toBeFocused();
  await expect(page.getByText('3 findings in this report')).toBeVisible();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: 'No longer present' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'No matching findings' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo run' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo run' });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Undo run' }).click();
  await expect(said(page, 'Run #1 undone.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'No test activities yet' })).toBeVisible();
  const { total } = (await (await page.request.get(`${base}${at.api}/findings`)).json()) as { total: number };
  expect(total).toBe(0);
});

test('a run lists all that it did not examine, and one that examined nothing says so', async ({ page }) => {
  const at = await workplace(page, 'omissions', findingsOf('image-alt', 1));
  const omissions = ['A page did not load: https://shop.example/basket.', 'The rule color-contrast did not run.'];
  await reported(page, at, { omissions });
  await reported(page, at, { omissions: [omissions[0]!], failed: true });
  await page.goto(`${base}${at.product}/activity`);
  const rows = page.getByRole('row').filter({ hasText: 'Automated scan' });
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'Nothing examined' })).toHaveCount(1);

  await page.goto(`${base}${at.product}/activity/2`);
  const part = page.getByRole('list', { name: 'Not examined' });
  await expect(part.getByRole('listitem')).toHaveText(omissions);
  await expect(page.getByText('This run failed')).toHaveCount(0);
  await page.goto(`${base}${at.product}/activity/3`);
  await expect(page.getByText('This run failed: it examined nothing.')).toBeVisible();
  await expect(part.getByRole('listitem')).toHaveText([omissions[0]!]);
  await page.goto(`${base}${at.product}/activity/1`);
  await expect(page.getByRole('heading', { level: 1, name: /^#1 / })).toBeVisible();
  await expect(part).toHaveCount(0);
});

test('a test by people is written down, and an area is made, changed and archived', async ({ page }) => {
  const at = await workplace(page, 'log-test');
  await page.goto(`${base}${at.product}/areas`);
  await page.getByRole('button', { name: 'New area' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Checkout');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(said(page, 'Area Checkout created.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Checkout' }).click();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('From basket to payment.');
  await dialog.getByRole('button', { name: 'Edit Checkout' }).click();
  await expect(said(page, 'Saved.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Checkout' })).toContainText('From basket to payment.');

  await page.getByRole('navigation', { name: 'Product' }).getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('button', { name: 'Log a test' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Screen reader round');
  await dialog.getByRole('textbox', { name: 'Tested with' }).fill('Firefox with NVDA');
  // The list is open though the browser scrolls to its field, and its options are not read yet.
  await dialog.getByRole('combobox', { name: 'Areas' }).click();
  await page.getByRole('option', { name: 'Checkout' }).click();
  await dialog.getByRole('button', { name: 'Log a test' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '#1 Screen reader round' })).toBeFocused();
  await expect(page.getByText('Firefox with NVDA')).toBeVisible();
  await expect(page.getByText('Checkout')).toBeVisible();

  await page.getByRole('navigation', { name: 'Product' }).getByRole('link', { name: 'Areas' }).click();
  await page.getByRole('button', { name: 'Archive Checkout', exact: true }).click();
  await dialog.getByRole('button', { name: 'Archive Checkout', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'No areas yet' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Product' }).getByRole('link', { name: 'Changes' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Area archived' })).toContainText('Ada Lovelace');
  await page.getByRole('link', { name: 'Test activity #1 Screen reader round' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '#1 Screen reader round' })).toBeVisible();
});

test('a line says what is there now, and can be ended', async ({ page }) => {
  const at = await workplace(page, 'line', findingsOf('image-alt', 2));
  await page.goto(`${base}${at.product}/lines`);
  const row = page.getByRole('row').filter({ hasText: 'Main line' });
  await expect(row).toContainText('axe-core');
  await row.getByRole('button', { name: /^End Main line/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^End Main line/ })
    .click();
  await expect(page.getByRole('heading', { level: 2, name: 'No lines yet' })).toBeVisible();
  const answer = await page.request.get(`${base}${at.api}/findings?status=resolved`);
  expect(((await answer.json()) as { total: number }).total).toBe(2);
});
