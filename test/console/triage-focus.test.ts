import { expect, type Locator, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { findingsOf, scan, workplace, type Workplace } from './people.js';

const said = (page: Page, text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text });

interface Listed {
  findings: { id: string; title: string; status: string }[];
}

const listed = async (page: Page, { api }: Workplace, query: string): Promise<Listed['findings']> => {
  const answer = await page.request.get(`${base}${api}/findings?${query}&pageSize=100`);
  return ((await answer.json()) as Listed).findings;
};

const titlesOf = async (page: Page, at: Workplace, status: string): Promise<string[]> =>
  (await listed(page, at, `status=${status}`)).map(({ title }) => title).sort();

/** Somebody else, or another tab, decides on it. */
const dismissElsewhere = async (page: Page, { api }: Workplace, id: string): Promise<void> => {
  const answer = await page.request.post(`${base}${api}/findings/${id}/dismiss`, { data: { reason: 'accepted' } });
  expect(answer.ok(), await answer.text()).toBe(true);
};

const details = (page: Page): Locator => page.getByRole('region', { name: 'Details' });
const title = (page: Page): Locator => details(page).getByRole('heading', { level: 2 });
const rowOf = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });
const hasFocus = (page: Page): Promise<boolean> => page.evaluate(() => document.activeElement !== document.body);

/** Opens a finding of the rule `label` by its address; the other group is the larger one. */
async function openLabel(page: Page, whose: string): Promise<Workplace & { opened: string }> {
  const at = await workplace(page, whose, [...findingsOf('image-alt', 4), ...findingsOf('label', 3)]);
  const [, finding] = await listed(page, at, 'ruleId=label');
  await page.goto(`${base}${at.product}/findings/${finding!.id}`);
  await expect(title(page)).toHaveText(finding!.title);
  return { ...at, opened: finding!.title };
}

test('a finding that a link opens has its group expanded, and keys act on it or on what they move to', async ({
  page,
}) => {
  const at = await openLabel(page, 'linked');
  await expect(rowOf(page, at.opened)).toBeVisible();
  await page.keyboard.press('j');
  await expect(title(page)).not.toHaveText(at.opened);
  const moved = await title(page).innerText();
  await expect(rowOf(page, moved)).toBeFocused();
  await page.keyboard.press('c');
  await expect.poll(() => titlesOf(page, at, 'confirmed')).toEqual([moved]);
});

test('a key does nothing, and says so, where the open finding has not the focus or is not shown', async ({ page }) => {
  const at = await openLabel(page, 'elsewhere');
  const group = page.getByRole('button', { name: 'label, 3 findings' });
  await group.click();
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  for (const key of ['c', 'd', 'e', 'x']) {
    await page.keyboard.press(key);
    await expect(said(page, 'Nothing was changed: the focus is not on the open finding.')).toBeVisible();
    await page.getByRole('button', { name: 'Close this message' }).click();
    await group.focus();
  }
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('c');
  await expect(said(page, 'Nothing was changed: the open finding is not shown in the list.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0);
  expect(await titlesOf(page, at, 'pending')).toHaveLength(7);
});

test('a key does nothing with a selection that a collapsed group hides, and says so', async ({ page }) => {
  const at = await openLabel(page, 'hidden');
  await rowOf(page, at.opened).focus();
  await page.keyboard.press('x');
  await expect(said(page, '1 selected')).toBeVisible();
  const group = page.getByRole('button', { name: 'label, 3 findings' });
  await group.click();
  await page.keyboard.press('c');
  await expect(said(page, 'Nothing was changed: some selected findings are in collapsed groups.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await group.click();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'Confirm' })).toBeVisible();
  expect(await titlesOf(page, at, 'pending')).toHaveLength(7);
});

test('a decision on a linked finding moves pane, address, count and focus to the next one, and is said with them', async ({
  page,
}) => {
  const at = await openLabel(page, 'decided');
  await expect(rowOf(page, at.opened)).toBeVisible();
  const before = page.url();
  await page.keyboard.press('c');
  const message = said(page, /^Confirmed\. Next: label \d, #label-\d\. 6 findings left\.$/);
  await expect(message).toBeVisible();
  await expect(title(page)).not.toHaveText(at.opened);
  const next = await title(page).innerText();
  await expect(message).toContainText(`Next: ${next},`);
  await expect(rowOf(page, next)).toBeFocused();
  await expect(page.getByText('6 findings', { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(before);
  await expect(page).toHaveURL(base + (await rowOf(page, next).getAttribute('href')));
});

test('groups keep their order and stay expanded while somebody decides, until the list is loaded again', async ({
  page,
}) => {
  const at = await workplace(page, 'order', [...findingsOf('image-alt', 3), ...findingsOf('label', 2)]);
  await page.goto(`${base}${at.product}/findings`);
  await page.getByRole('button', { name: 'label, 2 findings' }).click();
  await expect(rowOf(page, 'label 1')).toBeVisible();
  const heads = page.getByRole('button', { name: /^(image-alt|label), / });
  for (const left of [2, 1]) {
    const counted = page.waitForResponse(/\/findings\/groups?\b/);
    await details(page).getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(said(page, `${left + 2} findings left.`)).toBeVisible();
    // The counts are read again a moment after the decision.
    await counted;
  }
  await expect(heads).toHaveText(['image-alt, 1 finding', 'label, 2 findings']);
  for (const name of ['image-alt, 1 finding', 'label, 2 findings'])
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'true');
  await page.reload();
  await expect(heads).toHaveText(['label, 2 findings', 'image-alt, 1 finding']);
});

test('decisions can be undone after a reload', async ({ page }) => {
  const at = await workplace(page, 'reloaded', findingsOf('image-alt', 3));
  await page.goto(`${base}${at.product}/findings`);
  const first = await title(page).innerText();
  await page.keyboard.press('c');
  await expect.poll(() => titlesOf(page, at, 'confirmed')).toEqual([first]);
  // The tab keeps it once it is answered.
  await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain('"ids":[');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'Your decisions' })).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^Undo: ${first}, #image-alt-\\d$`) }).click();
  await expect(said(page, /^Undone\. image-alt \d, #image-alt-\d\. 3 findings left\.$/)).toBeVisible();
  expect(await titlesOf(page, at, 'pending')).toHaveLength(3);
});

test('a selection adds up over groups, and a group says when it is partly selected', async ({ page }) => {
  const at = await workplace(page, 'adds-up', [...findingsOf('image-alt', 120), ...findingsOf('label', 2)]);
  await page.goto(`${base}${at.product}/findings`);
  const [images, labels] = ['image-alt', 'label'].map((rule) =>
    page.getByRole('checkbox', { name: `Select all in ${rule}`, exact: true }),
  ) as [Locator, Locator];
  const isPartly = (box: Locator): Promise<boolean> => box.evaluate((it: HTMLInputElement) => it.indeterminate);
  await page.getByRole('button', { name: 'label, 2 findings' }).click();
  await page.getByRole('checkbox', { name: 'Select label 1, #label-1', exact: true }).check();
  expect(await isPartly(labels)).toBe(true);
  await images.click();
  await expect(said(page, '121 selected')).toBeVisible();
  await labels.click();
  await expect(said(page, '122 selected')).toBeVisible();
  expect([await isPartly(images), await isPartly(labels)]).toEqual([false, false]);
  await expect(images).toBeChecked();
  await expect(labels).toBeChecked();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Confirm' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm' });
  await expect(dialog.getByRole('status')).toHaveText('This affects 122 findings.');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(said(page, 'Confirmed 122 findings.')).toBeVisible();
  await expect.poll(() => hasFocus(page)).toBe(true);
});

test('one selected finding is not offered one issue each', async ({ page }) => {
  const at = await workplace(page, 'one', findingsOf('image-alt', 2));
  await page.goto(`${base}${at.product}/findings`);
  await page.getByRole('checkbox', { name: 'Select image-alt 1, #image-alt-1', exact: true }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Confirm' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm' });
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await expect(dialog.getByRole('radio', { name: 'A new issue' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(said(page, 'Confirmed 1 finding. 1 finding left.')).toBeVisible();
  await expect(rowOf(page, 'image-alt 2')).toBeFocused();
});

test('a bulk action leaves what was decided elsewhere, counts it and lists it', async ({ page }) => {
  const at = await workplace(page, 'since', findingsOf('image-alt', 5));
  await page.goto(`${base}${at.product}/findings`);
  await page.getByRole('checkbox', { name: 'Select all in image-alt' }).check();
  await expect(said(page, '5 selected')).toBeVisible();
  const elsewhere = (await listed(page, at, 'status=pending')).filter(({ title: its }) => /[24]$/.test(its));
  for (const { id } of elsewhere) await dismissElsewhere(page, at, id);
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Confirm' }).click();
  await expect(said(page, '3 confirmed, 2 already decided.')).toBeVisible();
  const left = page.getByRole('region', { name: 'Already decided' });
  await expect(left.getByRole('link')).toHaveCount(2);
  for (const name of ['image-alt 2, #image-alt-2', 'image-alt 4, #image-alt-4'])
    await expect(left.getByRole('link', { name, exact: true })).toBeVisible();
  expect(await titlesOf(page, at, 'confirmed')).toEqual(['image-alt 1', 'image-alt 3', 'image-alt 5']);
  expect(await titlesOf(page, at, 'dismissed')).toEqual(['image-alt 2', 'image-alt 4']);
  await expect.poll(() => hasFocus(page)).toBe(true);
});

test('a whole group that is not loaded leaves what was decided elsewhere too', async ({ page }) => {
  const at = await workplace(page, 'group-since', findingsOf('image-alt', 110));
  await page.goto(`${base}${at.product}/findings?status=any`);
  await page.getByRole('checkbox', { name: 'Select all in image-alt' }).check();
  await expect(said(page, '110 selected')).toBeVisible();
  const [finding] = await listed(page, at, 'status=pending');
  await dismissElsewhere(page, at, finding!.id);
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Confirm' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm' });
  await expect(dialog.getByRole('status')).toHaveText('This affects 110 findings.');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(said(page, '109 confirmed, 1 already decided.')).toBeVisible();
  expect(await titlesOf(page, at, 'dismissed')).toEqual([finding!.title]);
});

test('criteria of the RGAA stand under RGAA, and those of WCAG under WCAG', async ({ page }) => {
  const at = await workplace(page, 'rgaa');
  const findings = [{ ruleId: 'script', title: 'Script', selector: '#menu', wcag: ['4.1.2', 'rgaa:7.1'] }];
  await scan(page, at, findings);
  await page.goto(`${base}${at.product}/findings`);
  const facts = details(page).locator('dl').first();
  await expect(facts.locator('div').filter({ hasText: /^RGAA/ })).toContainText('7.1');
  await expect(facts.locator('div').filter({ hasText: /^WCAG/ })).toContainText('4.1.2');
  await expect(details(page).getByText('rgaa:')).toHaveCount(0);
});
