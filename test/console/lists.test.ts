import { expect, type Locator, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { findingsOf, workplace, type Workplace } from './people.js';

const said = (page: Page, text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text });

const TITLES = ['No name', 'No focus', 'No label', 'No order'];

/** The list of four issues; the newest, #4, is the first row. */
async function issuesOf(page: Page, whose: string, query = ''): Promise<Workplace> {
  const at = await workplace(page, whose);
  for (const title of TITLES) {
    const answer = await page.request.post(`${base}${at.api}/issues`, { data: { title, severity: 'high' } });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  await page.goto(`${base}${at.product}/issues${query}`);
  await expect(boxOf(page, 1)).toBeVisible();
  return at;
}

const boxOf = (page: Page, number: number): Locator =>
  page.getByRole('checkbox', { name: `Select #${number} ${TITLES[number - 1]}`, exact: true });

async function remove(page: Page, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) await boxOf(page, number).check();
  const selection = page.getByRole('region', { name: 'Selection' });
  await selection.getByRole('button', { name: 'Delete issues' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete issues' });
  await dialog.getByRole('button', { name: 'Delete issues' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(selection).toHaveCount(0);
}

test('after a bulk deletion the next row has the focus, else the previous one, else the heading', async ({ page }) => {
  await issuesOf(page, 'list-delete');
  await remove(page, [4]);
  await expect(said(page, '1 issue deleted.')).toBeVisible();
  await expect(boxOf(page, 3)).toBeFocused();
  await remove(page, [1]);
  await expect(boxOf(page, 2)).toBeFocused();
  await remove(page, [2, 3]);
  await expect(page.getByRole('heading', { level: 1, name: 'Issues' })).toBeFocused();
});

test('after a bulk change the focus stays in the list, also where the rows go away by it', async ({ page }) => {
  await issuesOf(page, 'list-change', '?state=open');
  await boxOf(page, 3).check();
  const edit = async (field: string, option: string): Promise<void> => {
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Edit issues' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit issues' });
    await dialog.getByLabel(field, { exact: true }).selectOption({ label: option });
    await dialog.getByRole('button', { name: 'Edit issues' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await edit('Severity', 'Low');
  await expect(said(page, '1 issue changed.')).toBeVisible();
  await expect(boxOf(page, 2)).toBeFocused();
  await boxOf(page, 1).check();
  await edit('State', 'Closed');
  await expect(boxOf(page, 1)).toHaveCount(0);
  await expect(boxOf(page, 2)).toBeFocused();
});

test('clearing the selection leaves the focus at what was selected', async ({ page }) => {
  await issuesOf(page, 'list-clear');
  await boxOf(page, 2).check();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(boxOf(page, 2)).toBeFocused();
});

test('a bulk change leaves an issue that was changed elsewhere, and names it', async ({ page }) => {
  const at = await issuesOf(page, 'list-since');
  for (const number of [1, 2, 3]) await boxOf(page, number).check();
  const headers = { 'if-match': '*' };
  const changed = await page.request.patch(`${base}${at.api}/issues/2`, { data: { severity: 'low' }, headers });
  expect(changed.ok(), await changed.text()).toBe(true);
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Edit issues' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit issues' });
  await dialog.getByLabel('Severity', { exact: true }).selectOption({ label: 'Medium' });
  await dialog.getByRole('button', { name: 'Edit issues' }).click();
  await expect(
    said(page, '2 issues changed. 1 was changed after you loaded the list, and is left unchanged: #2.'),
  ).toBeVisible();
  const answer = await page.request.get(`${base}${at.api}/issues/2`);
  expect(((await answer.json()) as { issue: { severity: string } }).issue.severity).toBe('low');
});

test('a removed filter gives the focus to the next one, else the previous one, else the heading', async ({ page }) => {
  await issuesOf(page, 'list-filters', '?state=open&severity=high,low');
  const chip = (name: string): Locator => page.getByRole('button', { name: `Remove filter: ${name}`, exact: true });
  await chip('State: Open').click();
  await expect(chip('Severity: High')).toBeFocused();
  await chip('Severity: Low').click();
  await expect(chip('Severity: High')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Issues' })).toBeFocused();
});

test('the boxes of a list are named by their records, and the one of all says when some are selected', async ({
  page,
}) => {
  await issuesOf(page, 'list-boxes');
  await expect(page.getByRole('columnheader', { name: 'Selection', exact: true })).toHaveCount(1);
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  const isPartly = (): Promise<boolean> => all.evaluate((it: HTMLInputElement) => it.indeterminate);
  await boxOf(page, 1).check();
  expect(await isPartly()).toBe(true);
  await all.click();
  await expect(said(page, '4 selected')).toBeVisible();
  expect(await isPartly()).toBe(false);
});

test('the first view takes no focus, and a heading shows its focus to those who use the keyboard only', async ({
  page,
}) => {
  const at = await workplace(page, 'list-ring');
  const outline = (heading: Locator): Promise<string> => heading.evaluate((it) => getComputedStyle(it).outlineStyle);
  // It leads on to the only organization.
  await page.goto(base);
  await expect(page).toHaveURL(base + at.org);
  const first = page.getByRole('heading', { level: 1 });
  await expect(first).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(await first.evaluate((it) => it === document.activeElement)).toBe(false);
  expect(await outline(first)).toBe('none');
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Issues', exact: true }).click();
  const issues = page.getByRole('heading', { level: 1, name: 'Issues' });
  await expect(issues).toBeFocused();
  expect(await outline(issues)).toBe('none');
  await main.getByRole('link', { name: 'Findings', exact: true }).focus();
  await page.keyboard.press('Enter');
  const findings = page.getByRole('heading', { level: 1, name: 'Findings' });
  await expect(findings).toBeFocused();
  expect(await outline(findings)).toBe('solid');
});

test('a forecast asks the service only when an issue is chosen', async ({ page }) => {
  const at = await workplace(page, 'list-forecast', findingsOf('image-alt', 1));
  const asked: number[] = [];
  page.on('response', (response) => {
    if (/\/grade\/simulat/.test(response.url())) asked.push(response.status());
  });
  const open = async (): Promise<Locator> => {
    const button = page.getByRole('button', { name: 'Grade forecast' });
    await expect(async () => {
      await page.goto(`${base}${at.product}`);
      await expect(button).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await button.click();
    return page.getByRole('dialog', { name: 'Grade forecast' });
  };
  const empty = await open();
  await expect(empty.getByText('No open issues.')).toBeVisible();
  expect(asked).toEqual([]);
  const made = await page.request.post(`${base}${at.api}/issues`, { data: { title: 'No name', severity: 'high' } });
  expect(made.ok(), await made.text()).toBe(true);
  const dialog = await open();
  await dialog.getByRole('checkbox', { name: '#1 No name' }).check();
  await expect.poll(() => asked).toEqual([200]);
});
