import { expect, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { type Hand, handOf } from './hand.js';
import { memberOf } from './mails.js';
import { findingsOf, reported, workplace } from './people.js';
import { LOCALES, sayIn, WAYS } from './say.js';

test('somebody takes an issue with a date, finds it in their lists and in their work, and watches it', async ({
  page,
}) => {
  const at = await workplace(page, 'assignee');
  const headers = { origin: base };
  const made = await page.request.post(`${base}${at.api}/issues`, { data: { title: 'No name' }, headers });
  expect(made.status()).toBe(201);
  await page.goto(`${base}${at.product}/issues/1`);
  const assignee = page.getByRole('combobox', { name: 'Assignee' });
  await assignee.click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Due', { exact: true }).fill('2020-02-01');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Overdue', { exact: true })).toBeVisible();
  // Whoever is given an issue watches it.
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeVisible();

  await page.goto(`${base}${at.product}/issues?assigneeId=me&overdue=true`);
  await expect(page.getByRole('link', { name: 'No name' })).toBeVisible();
  await page.goto(`${base}${at.product}/issues?assigneeId=none`);
  await expect(page.getByText('No matching issues')).toBeVisible();

  await page.goto(`${base}${at.product.replace(/\/p\/.*/, '')}`);
  await expect(page.getByRole('heading', { name: 'My work' })).toBeVisible();
  await expect(page.getByRole('link', { name: '#1 No name' })).toBeVisible();
});

test('an admin sets deadlines, sees what they do to open issues, and applies them', async ({ page }) => {
  const at = await workplace(page, 'deadlines');
  const headers = { origin: base };
  const data = { title: 'No name', severity: 'high' };
  expect((await page.request.post(`${base}${at.api}/issues`, { data, headers })).status()).toBe(201);
  await page.goto(`${base}${at.org}/settings/deadlines`);
  await page.getByRole('textbox', { name: 'Severity: High' }).fill('0');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Enter a number from 1 to 3650.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Severity: High' }).fill('14');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await page.getByRole('button', { name: 'Apply to open issues' }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply to open issues' });
  await expect(dialog.getByText('1 open issue gets a due date,')).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply to open issues' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Open issues get their due dates shortly.' })).toBeVisible();
});

for (const [language, name] of WAYS) {
  test.describe(`by ${name}, in ${language}`, () => {
    test.use({ locale: LOCALES[language] });
    const say = sayIn(language);
    test.slow();

    test('people talk about an issue: somebody takes it, writes, puts it in other words, and deletes it', async ({
      page,
    }) => {
      const at = await workplace(page, `talk-${name}-${language}`);
      const hand = handOf(name, page);
      for (const title of ['No name', 'No focus'])
        expect((await page.request.post(`${base}${at.api}/issues`, { data: { title } })).ok()).toBe(true);
      await page.goto(`${base}${at.product}/issues/1`);
      await hand.press(page.getByRole('button', { name: say('Assign to me') }));
      await hand.press(page.getByRole('button', { name: say('Save changes') }));
      await expect(page.getByRole('button', { name: say('Assign to me') })).toHaveCount(0);

      await hand.press(page.getByRole('button', { name: say('Add comment') }));
      await expect(page.getByRole('alert').filter({ hasText: say('Enter a text.') })).toBeVisible();
      const field = page.getByRole('textbox', { name: say('New comment') });
      await hand.type(field, 'It is the **first** of #2, says');
      await mention(page, hand, say('Mention a member'), 'Ada Lovelace');
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(/^It is the \*\*first\*\* of #2, says @\[Ada Lovelace\]\(user:[0-9a-f-]+\) $/);
      await hand.press(page.getByRole('button', { name: say('Add comment') }));
      await expect(page.getByRole('status').filter({ hasText: say('Comment added.') })).toBeVisible();
      await expect(field).toHaveValue('');
      const comment = page.getByRole('article').filter({ hasText: 'Ada Lovelace' });
      await expect(comment.getByRole('strong').filter({ hasText: 'first' })).toBeVisible();
      await expect(comment.getByText('@Ada Lovelace')).toBeVisible();
      await expect(comment.getByRole('link', { name: '#2' })).toHaveAttribute('href', `${at.product}/issues/2`);
      // What happened stands among what was said.
      await expect(page.getByRole('listitem').filter({ hasText: say('Issue created') })).toBeVisible();

      await hand.press(comment.getByRole('button', { name: say('Edit comment') }));
      const dialog = page.getByRole('dialog', { name: say('Edit comment') });
      await hand.type(dialog.getByRole('textbox', { name: say('Comment') }), 'In other words');
      await hand.press(dialog.getByRole('button', { name: say('Edit comment') }));
      await expect(dialog).toHaveCount(0);
      await expect(comment.getByText('In other words')).toBeVisible();
      await hand.press(comment.locator('summary').filter({ hasText: say('Previous version') }));
      await expect(comment.getByRole('strong').filter({ hasText: 'first' })).toBeVisible();

      await hand.press(comment.getByRole('button', { name: say('Delete comment') }));
      await hand.press(
        page.getByRole('dialog', { name: say('Delete comment') }).getByRole('button', { name: say('Delete comment') }),
      );
      await expect(page.getByText(say('A comment was deleted.'))).toBeVisible();
      await expect(page.getByText('In other words')).toHaveCount(0);
      await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
    });
  });
}

/** Takes a member for a comment. */
async function mention(page: Page, hand: Hand, label: string, name: string): Promise<void> {
  await hand.type(page.getByRole('combobox', { name: label }), name.slice(0, 3));
  const option = page.getByRole('option', { name });
  await expect(option).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

test('what members say runs nowhere, and who may not change it is not offered to', async ({ page, browser }) => {
  const at = await workplace(page, 'comments');
  expect((await page.request.post(`${base}${at.api}/issues`, { data: { title: 'No name' } })).ok()).toBe(true);
  const body = '<img src=x onerror=alert(1)> [here](javascript:alert(1)) **so**\n\n<script>alert(1)</script>';
  const comments = `${base}${at.api}/issues/1/comments`;
  expect((await page.request.post(comments, { data: { body } })).ok()).toBe(true);
  const member = await (await browser.newContext()).newPage();
  const asked: string[] = [];
  member.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await memberOf(page, member, at);
  await member.goto(`${base}${at.product}/issues/1`);
  const comment = member.getByRole('article');
  await expect(comment.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(comment.getByRole('strong').filter({ hasText: 'so' })).toBeVisible();
  expect(await comment.locator('img, script, a').count()).toBe(0);
  expect(asked).toEqual([]);
  // Only authors put words in other words; authors and those who manage delete them.
  await expect(comment.getByRole('button')).toHaveCount(0);
  await member.getByRole('textbox', { name: 'New comment' }).fill('From a member');
  await member.getByRole('button', { name: 'Add comment' }).click();
  await expect(member.getByRole('article').filter({ hasText: 'From a member' })).toBeVisible();
  await page.goto(`${base}${at.product}/issues/1`);
  const theirs = page.getByRole('article').filter({ hasText: 'From a member' });
  await expect(theirs.getByRole('button')).toHaveText(['Delete comment']);
});

test('an issue shows the findings that it came from, and the scanned page is no address in a tracker', async ({
  page,
}) => {
  const at = await workplace(page, 'issue-findings');
  const sourceUrl = 'https://shop.example/basket';
  await reported(page, at, {
    coverage: 'complete',
    findings: findingsOf('image-alt', 2).map((finding) => ({ ...finding, severity: 'high', sourceUrl })),
  });
  const { findings } = (await (await page.request.get(`${base}${at.api}/findings`)).json()) as {
    findings: { id: string }[];
  };
  const [organization] = at.api.split('/products/');
  const bulk = { ids: findings.map(({ id }) => id), data: { action: 'confirm', asOne: true } };
  expect((await page.request.patch(`${base}${organization}/findings/bulk`, { data: bulk })).ok()).toBe(true);
  await page.goto(`${base}${at.product}/issues/1`);
  const table = page.getByRole('table', { name: 'Findings' });
  const row = table.getByRole('row').filter({ hasText: '#image-alt-1' });
  await expect(row).toContainText('Confirmed');
  await expect(row.getByRole('link', { name: sourceUrl })).toHaveAttribute('href', sourceUrl);
  await expect(page.getByRole('textbox', { name: 'URL of the page' })).toHaveValue(sourceUrl);
  await expect(page.getByRole('textbox', { name: 'URL in another tracker' })).toHaveCount(0);
  await expect(page.getByText('Issue in another tracker')).toHaveCount(0);

  await row.getByRole('link', { name: /^image-alt/ }).click();
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details.getByText(/^Confirmed as issue #1\. Change it there\./)).toBeVisible();
  await details
    .getByText(/^Confirmed as issue/)
    .getByRole('link', { name: '#1' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^#1 / })).toBeVisible();

  // What scans do not report any more can be triaged again.
  await reported(page, at, { coverage: 'complete', findings: findingsOf('label', 1) });
  await expect(async () => {
    await page.reload();
    await expect(table.getByRole('row').filter({ hasText: 'Resolved' })).toHaveCount(2, { timeout: 2_000 });
  }).toPass();
  await table
    .getByRole('link', { name: /^image-alt/ })
    .first()
    .click();
  await details.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Reopened:' })).toBeVisible();
});

test('at 1280 pixels the table of issues needs no scrolling, and titles few lines', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const at = await workplace(page, 'issue-table');
  const title = 'The button that adds a product to the basket has no name that assistive technology can read aloud';
  const data = { title, severity: 'medium', impact: 'medium', priority: 'critical' };
  expect((await page.request.post(`${base}${at.api}/issues`, { data })).ok()).toBe(true);
  await page.goto(`${base}${at.product}/issues`);
  const link = page.getByRole('link', { name: title });
  await expect(link).toBeVisible();
  const region = page.getByRole('region', { name: 'Issues' });
  expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  expect(await link.evaluate((element) => element.getClientRects().length)).toBeLessThanOrEqual(5);
});

test('a date is a day of the organization, wherever the browser is', async ({ page }) => {
  const at = await workplace(page, 'days', findingsOf('image-alt', 1));
  expect((await page.request.post(`${base}${at.api}/issues`, { data: { title: 'No name' } })).ok()).toBe(true);
  await page.goto(`${base}${at.org}/settings/conformance`);
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Los_Angeles');
  await page.getByRole('option', { name: 'America/Los_Angeles' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();

  await page.goto(`${base}${at.product}/issues/1`);
  const due = page.getByLabel('Due', { exact: true });
  await expect(due).toHaveAccessibleDescription(/in the time zone America\/Los_Angeles\./);
  await due.fill('2037-03-28');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save changes' }).click();
  expect((await sent).postDataJSON()).toEqual({ dueAt: '2037-03-28' });
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  // Where this browser is the 29th has begun when the 28th ends there.
  await page.reload();
  await expect(due).toHaveValue('2037-03-28');
  await page.goto(`${base}${at.product}/issues`);
  await expect(page.getByRole('row').filter({ hasText: 'No name' })).toContainText('Mar 28, 2037');

  await page.goto(`${base}${at.product}/findings`);
  await page.getByRole('region', { name: 'Details' }).getByRole('button', { name: 'Dismiss' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dismiss' });
  await dialog.getByLabel('Until', { exact: true }).fill('2037-03-28');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await page.goto(`${base}${at.product}/findings?status=dismissed`);
  await expect(page.getByRole('region', { name: 'Details' }).getByText(/^Mar 28, 2037/)).toBeVisible();
});
