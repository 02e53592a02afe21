import { expect, type Locator, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { sampledAudit, type Workplace, workplace } from './people.js';

const said = (page: Page, text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text });

const cell = (page: Page, requirement: string, column: number): Locator =>
  page
    .getByRole('row', { name: new RegExp(`^${requirement.replaceAll('.', '\\.')} `) })
    .getByRole('gridcell')
    .nth(column);

interface Cell {
  entry: number | 'all';
  outcome: string;
  revision: number;
  hasNote: boolean;
  requirementId: string;
}

async function cells(page: Page, at: Workplace): Promise<Cell[]> {
  const answer = await page.request.get(`${base}${at.api}/audits/1/outcomes?view=grid`);
  return ((await answer.json()) as { cells: Cell[] }).cells;
}

test('by the keyboard alone somebody says outcomes, of one cell and of many, and finds requirements', async ({
  page,
}) => {
  const at = await workplace(page, 'grid-keys');
  await sampledAudit(page, at);
  await page.goto(`${base}${at.product}/audits/1/grid`);
  await expect(page.getByText('0 of 110 evaluated')).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Outcomes' });
  for (let stop = 0; stop < 60 && !(await grid.evaluate((it) => it.contains(document.activeElement))); stop += 1)
    await page.keyboard.press('Tab');
  await expect(cell(page, '1.1.1', 0)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('2');
  await expect(cell(page, '1.1.1', 1)).toContainText('Failed');
  await expect(said(page, /^Failed$/)).toBeVisible();
  // Letters lead to a requirement, and digits stay outcomes.
  await page.keyboard.type('contrast');
  await expect(cell(page, '1.4.3', 1)).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('1');
  await expect(said(page, 'Passed: 4 outcomes')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('2.4.7');
  await page.keyboard.press('Enter');
  await expect(cell(page, '2.4.7', 2)).toBeFocused();
  await page.keyboard.press('4');
  await expect(page.getByText('6 of 110 evaluated')).toBeVisible();
  // Enter leads to what is known of the cell, and nothing there is lost.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /^2\.4\.7/ })).toBeFocused();
  await expect.poll(async () => (await cells(page, at)).length).toBe(6);
  expect((await cells(page, at)).map(({ outcome }) => outcome).sort()).toEqual([
    'cannot_tell',
    'failed',
    ...Array.from({ length: 4 }, () => 'passed'),
  ]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: /^2\.4\.7/ })).toBeVisible();
});

test('beside the grid stand the outcome, a note, an issue and the history of a cell', async ({ page }) => {
  const at = await workplace(page, 'grid-note');
  await sampledAudit(page, at);
  await page.goto(`${base}${at.product}/audits/1/grid`);
  await cell(page, '1.3.1', 1).click();
  const details = page.getByRole('region', { name: /^1\.3\.1/ });
  await details.getByRole('radio', { name: 'Failed' }).check();
  await details.getByRole('textbox', { name: 'Note' }).fill('Headings are *bold* text.');
  await details.getByRole('button', { name: 'New issue' }).click();
  const dialog = page.getByRole('dialog', { name: 'New issue' });
  await dialog.getByLabel('Severity').selectOption('High');
  await dialog.getByRole('button', { name: 'New issue' }).click();
  await expect(said(page, 'Issue #1 created.')).toBeVisible();
  await expect(details.getByRole('link', { name: '#1' })).toBeVisible();
  await expect(cell(page, '1.3.1', 1)).toContainText('note, 1 issue');
  await details.locator('summary').filter({ hasText: 'History of this cell' }).click();
  await expect(details.getByRole('listitem').filter({ hasText: 'Headings are *bold* text.' }).first()).toContainText(
    'Ada Lovelace',
  );
  const { issue } = (await (await page.request.get(`${base}${at.api}/issues/1`)).json()) as {
    issue: { severity: string };
  };
  expect(issue.severity).toBe('high');
});

test('a block of a spreadsheet is pasted whole or not at all', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const at = await workplace(page, 'grid-paste');
  await sampledAudit(page, at);
  await page.goto(`${base}${at.product}/audits/1/grid`);
  await cell(page, '1.2.1', 1).click();
  await page.evaluate(() => navigator.clipboard.writeText('C\tNC\nNA\tperhaps'));
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('alert').filter({ hasText: 'Unknown outcomes: perhaps' })).toBeVisible();
  await page.evaluate(() => navigator.clipboard.writeText('C\tNC\nNA\t'));
  await page.keyboard.press('Control+v');
  await expect(said(page, '3 outcomes pasted.')).toBeVisible();
  await expect.poll(async () => (await cells(page, at)).length).toBe(3);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Passed\tFailed');
});

test('without a network it goes on, counts what is not sent, asks before it is left, and sends it when it is back', async ({
  page,
  context,
}) => {
  const at = await workplace(page, 'grid-offline');
  const [first] = await sampledAudit(page, at);
  await page.goto(`${base}${at.product}/audits/1/grid`);
  await cell(page, '1.1.1', 1).click();
  await context.setOffline(true);
  for (const key of ['1', 'ArrowDown', '2', 'ArrowDown', '3']) await page.keyboard.press(key);
  await expect(said(page, '3 outcomes are not saved yet.')).toContainText('You are offline.');
  await expect(cell(page, '1.2.1', 1)).toContainText('not saved yet');
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(
    'passed',
  );
  let asked = '';
  page.once('dialog', (dialog) => {
    asked = dialog.message();
    void dialog.dismiss();
  });
  await page.getByRole('link', { name: 'Spring audit' }).click();
  await expect.poll(() => asked).toContain('Some outcomes are not saved yet');
  await expect(page).toHaveURL(/\/grid/);
  // Somebody else decides one of these cells meanwhile.
  const answer = await page.request.patch(`${base}${at.api}/audits/1/outcomes`, {
    data: { outcomes: [{ requirementId: first, entry: 1, outcome: 'failed', note: 'No text.' }] },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await context.setOffline(false);
  const alert = page.getByRole('alert').filter({ hasText: 'Another person changed 1 cell.' });
  await expect(alert).toBeVisible();
  await expect.poll(async () => (await cells(page, at)).length).toBe(3);
  expect((await cells(page, at)).find(({ requirementId }) => requirementId === first)?.outcome).toBe('failed');
  await alert.getByRole('button', { name: 'Changed by another person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed by another person' });
  await expect(dialog.getByRole('group', { name: /^1\.1\.1 .* · Start page$/ })).toContainText('Failed (Ada Lovelace)');
  await dialog.getByRole('button', { name: 'Save choice' }).click();
  await expect
    .poll(async () => (await cells(page, at)).find((one) => one.requirementId === first)?.outcome)
    .toBe('passed');
  await expect(alert).toHaveCount(0);
});

test('what is mine and untested is shown alone, and keys can be off', async ({ page }) => {
  const at = await workplace(page, 'grid-mine');
  const [first, second] = await sampledAudit(page, at);
  const { user } = (await (await page.request.get(`${base}/v1/me`)).json()) as { user: { id: string } };
  const assigned = await page.request.put(`${base}${at.api}/audits/1/assignments`, {
    data: { assignments: [{ memberId: user.id, requirementIds: [first, second], entries: [2] }] },
  });
  expect(assigned.ok(), await assigned.text()).toBe(true);
  await page.goto(`${base}${at.product}/audits/1/grid`);
  await expect(page.getByRole('row')).toHaveCount(56);
  await page.getByLabel('Show').selectOption('Assigned to me, untested');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('columnheader')).toHaveText(['Requirement', 'All pages', 'Checkout']);
  await cell(page, '1.1.1', 1).click();
  await page.keyboard.press('1');
  await expect(cell(page, '1.1.1', 1)).toContainText('Passed');
  // It stays until something else is asked for.
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.getByRole('textbox', { name: 'Cannot tell' })).toHaveValue('4');
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await cell(page, '1.1.1', 1).click();
  await page.keyboard.press('2');
  await expect(cell(page, '1.1.1', 1)).toContainText('Passed');
});

test('at 320 pixels it is a list of the requirements of one page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const at = await workplace(page, 'grid-narrow');
  await sampledAudit(page, at);
  await page.goto(`${base}${at.product}/audits/1/grid`);
  await expect(page.getByRole('columnheader')).toHaveText(['Requirement', 'Start page']);
  await page.getByLabel('Page or view').selectOption('Checkout');
  await expect(page.getByRole('columnheader')).toHaveText(['Requirement', 'Checkout']);
  await cell(page, '1.1.1', 0).click();
  await page.getByRole('radio', { name: 'Passed' }).check();
  await expect(cell(page, '1.1.1', 0)).toContainText('Passed');
  await expect.poll(async () => (await cells(page, at))[0]?.entry).toBe(2);
});

test('a completed audit stays as it is', async ({ page }) => {
  const at = await workplace(page, 'grid-completed');
  await sampledAudit(page, at);
  const done = await page.request.patch(`${base}${at.api}/audits/1`, {
    data: { status: 'completed', acceptUntested: true },
  });
  expect(done.ok(), await done.text()).toBe(true);
  await page.goto(`${base}${at.product}/audits/1/grid`);
  await expect(page.getByText('The audit is completed')).toBeVisible({ timeout: 30_000 });
  await cell(page, '1.1.1', 1).click();
  await page.keyboard.press('1');
  await expect(cell(page, '1.1.1', 1)).toContainText('Untested');
  await expect(page.getByRole('radio')).toHaveCount(0);
});
