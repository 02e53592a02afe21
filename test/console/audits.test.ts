import { expect, type Locator, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { handOf } from './hand.js';
import { sampledAudit, workplace } from './people.js';
import { LOCALES, sayIn, WAYS } from './say.js';

const said = (page: Page, text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text });

for (const [language, name] of WAYS)
  test.describe(`by ${name}, in ${language}`, () => {
    test.use({ locale: LOCALES[language] });
    const say = sayIn(language);

    test('somebody begins an audit, says what it examines, completes it, and reads who did what', async ({ page }) => {
      // By Tab it is a long way through a form of this size.
      test.slow(name === 'keyboard');
      const hand = handOf(name, page);
      const at = await workplace(page, `audit-${name}-${language}`);
      await page.goto(`${base}${at.product}/audits`);
      await expect(page.getByRole('heading', { level: 2, name: say('No audits yet') })).toBeVisible();
      await hand.press(page.getByRole('button', { name: say('New audit') }));
      const dialog = page.getByRole('dialog');
      await hand.type(dialog.getByRole('textbox', { name: say('Title') }), 'Spring audit');
      await hand.press(dialog.getByRole('button', { name: say('Create') }));
      await expect(page.getByRole('heading', { level: 1, name: '#1 Spring audit' })).toBeFocused();
      await expect(said(page, say('Audit #{number} created.', { number: 1 }))).toBeVisible();

      await hand.type(page.getByRole('textbox', { name: say('Scope') }), 'The shop, from search to payment.');
      await hand.press(page.getByRole('button', { name: say('Add browser') }));
      const browser = page.getByRole('group', { name: `${say('Browsers and assistive technologies')} 1` });
      await expect(browser.getByRole('textbox', { name: say('Browser') })).toBeFocused();
      await hand.type(browser.getByRole('textbox', { name: say('Browser') }), 'Firefox');
      await hand.type(browser.getByRole('textbox', { name: say('Assistive technology') }), 'NVDA');
      await hand.press(page.getByRole('button', { name: say('Save changes') }));
      await expect(said(page, say('Saved.'))).toBeVisible();

      await hand.press(page.getByRole('button', { name: say('Complete audit') }));
      await hand.type(dialog.getByRole('textbox', { name: say('Executive summary') }), 'Nothing stands in the way.');
      await hand.press(dialog.getByRole('button', { name: say('Complete audit') }));
      await expect(said(page, say('Audit #{0} completed.', { 0: 1 }))).toBeVisible();
      await expect(page.getByRole('button', { name: say('Reopen audit') })).toBeVisible();
      await expect(page.getByText(`${say('Status')}: ${say('previously')} ${say('In progress')}`)).toContainText(
        `${say('now')} ${say('Completed')}`,
      );

      const { audit } = (await (await page.request.get(`${base}${at.api}/audits/1`)).json()) as {
        audit: Record<string, unknown>;
      };
      expect(audit).toMatchObject({
        status: 'completed',
        scopeText: 'The shop, from search to payment.',
        baseline: [{ browser: 'Firefox', assistiveTechnology: 'NVDA' }],
        executiveSummary: 'Nothing stands in the way.',
      });
      await hand.press(page.getByRole('navigation', { name: say('Main') }).getByRole('link', { name: say('Audits') }));
      await expect(page.getByRole('row').filter({ hasText: 'Spring audit' })).toContainText(say('Completed'));
    });
  });

test('a full audit with untested requirements is completed only where somebody says that it may be', async ({
  page,
}) => {
  const at = await workplace(page, 'untested');
  const send = async (path: string, data: object): Promise<void> => {
    const answer = await page.request.post(`${base}${at.api}${path}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const { standards } = (await (
    await page.request.get(`${base}${at.api.replace(/\/products\/.*/, '')}/standards`)
  ).json()) as { standards: { id: string; levels: { id: string }[] }[] };
  const [standard] = standards;
  const set = await page.request.patch(`${base}${at.api}`, {
    data: { standardId: standard!.id, conformanceLevel: standard!.levels[0]?.id ?? null },
  });
  expect(set.ok(), await set.text()).toBe(true);
  await send('/audits', {});
  await send('/audits/1/sample', { name: 'Start page', url: 'https://shop.example.org/', kind: 'structured' });
  await page.goto(`${base}${at.product}/audits/1`);
  await expect(page.getByText(/requirements are untested\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Complete audit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete audit' });
  await dialog.getByRole('button', { name: 'Complete audit' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Confirm that the audit can be completed without them.');
  await dialog.getByRole('checkbox', { name: 'Complete it anyway' }).check();
  await dialog.getByRole('button', { name: 'Complete audit' }).click();
  await expect(said(page, 'Audit #1 completed.')).toBeVisible();
});

test('the sample of an audit is made, put in order, copied and drawn, and a retest says what has become of it', async ({
  page,
}) => {
  test.slow();
  const at = await workplace(page, 'sample');
  const [first] = await sampledAudit(page, at);
  await page.goto(`${base}${at.product}/audits/1`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add page' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Help');
  await dialog.getByRole('button', { name: 'Add page' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a URL or a description.');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://shop.example.org/help');
  await dialog.getByRole('button', { name: 'Add page' }).click();
  await expect(said(page, 'Help added.')).toBeVisible();
  const sample = page.getByRole('region', { name: 'Sample' }).getByRole('row');
  await sample.filter({ hasText: 'Help' }).getByRole('button', { name: 'Move up Help' }).click();
  await expect(said(page, 'Help moved to position 2.')).toBeVisible();
  await expect(sample.nth(2)).toContainText('Help');
  await page.getByRole('button', { name: 'Edit Help' }).click();
  await dialog.getByLabel('Process').last().fill('Asking for help');
  await dialog.getByRole('button', { name: 'Edit Help' }).click();
  await expect(sample.filter({ hasText: 'Help' })).toContainText('Structured: Asking for help');
  await page.getByRole('button', { name: 'Select random pages' }).click();
  await dialog
    .getByRole('textbox', { name: 'More URLs' })
    .fill('https://shop.example.org/a\nhttps://shop.example.org/b');
  await dialog.getByRole('button', { name: 'Select random pages' }).click();
  await expect(said(page, /^Selected from 2 URLs: 1\./)).toBeVisible();
  await expect(sample.filter({ hasText: 'Random' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete Checkout' }).click();
  await dialog.getByRole('button', { name: 'Delete Checkout' }).click();
  await expect(said(page, 'Checkout deleted.')).toBeVisible();

  const outcomes = [{ requirementId: first, entry: 1, outcome: 'failed' }];
  const failed = await page.request.patch(`${base}${at.api}/audits/1/outcomes`, { data: { outcomes } });
  expect(failed.ok(), await failed.text()).toBe(true);
  const done = { status: 'completed', acceptUntested: true };
  expect((await page.request.patch(`${base}${at.api}/audits/1`, { data: done })).ok()).toBe(true);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Add page' })).toHaveCount(0);
  await page.locator('summary').filter({ hasText: 'Progress' }).click();
  await expect(
    page.getByRole('region', { name: 'Verdicts of requirements by level' }).getByRole('row').last(),
  ).toHaveText(/^All010054$/);
  await page.getByRole('button', { name: 'New retest' }).click();
  await dialog.getByRole('button', { name: 'New retest' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^#2 / })).toBeFocused();
  await page.locator('summary').filter({ hasText: 'Changes since audit #1' }).click();
  await expect(page.getByRole('region', { name: 'Differences' }).getByRole('row').last()).toContainText('Not retested');
  await page.getByRole('link', { name: 'Open outcomes' }).click();
  await expect(
    page
      .getByRole('row', { name: /^1\.1\.1 / })
      .getByRole('gridcell')
      .nth(1),
  ).toContainText('previously: Failed');
});

test('what somebody else changed of an audit meanwhile is shown field by field', async ({ page }) => {
  const at = await workplace(page, 'two-audit');
  await page.request.post(`${base}${at.api}/audits`, { data: { title: 'Spring' } });
  await page.goto(`${base}${at.product}/audits/1`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Spring audit');
  await page.request.patch(`${base}${at.api}/audits/1`, { data: { title: 'Audit of spring', description: 'All.' } });
  await page.getByRole('button', { name: 'Save changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed by another person' });
  await dialog.getByRole('group', { name: 'Title' }).getByRole('radio', { name: 'Your value' }).check();
  await dialog.getByRole('button', { name: 'Save choice' }).click();
  await expect(said(page, 'Saved.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('All.');
  await expect(page.getByRole('heading', { level: 1, name: '#1 Spring audit' })).toBeVisible();
});

test('a risk is written down, becomes an issue, and many are changed at once', async ({ page }) => {
  const at = await workplace(page, 'risks');
  await page.goto(`${base}${at.product}/risks`);
  await page.getByRole('button', { name: 'New risk' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Fill this in.');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('The calendar may not take keys');
  await dialog.getByLabel('Likelihood').selectOption('High');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '#1 The calendar may not take keys' })).toBeFocused();
  await page.getByRole('button', { name: 'Create issue' }).click();
  await dialog.getByRole('button', { name: 'Create issue' }).click();
  await expect(said(page, 'Issue #1 created.')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Occurred:')).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveCount(0);

  for (const title of ['Second', 'Third']) await page.request.post(`${base}${at.api}/risks`, { data: { title } });
  await page.goto(`${base}${at.org}/risks?status=identified`);
  await expect(said(page, '2 risks')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Edit risks' }).click();
  await dialog.getByLabel('Status').selectOption('Mitigated');
  await dialog.getByRole('button', { name: 'Edit risks' }).click();
  await expect(said(page, '2 risks changed.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'No matching risks' })).toBeVisible();
});

test('where a module is off its views say so, and an admin turns it on', async ({ page }) => {
  const at = await workplace(page, 'off');
  const modules = `${base}${at.api.replace(/\/products\/.*/, '')}/settings/modules`;
  const answer = await page.request.patch(modules, { data: { module: 'risks', enabled: false } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto(`${base}${at.product}/risks`);
  await expect(page.getByRole('heading', { level: 1, name: 'Risks' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'The module Risks is off.' })).toBeVisible();
  await page.getByRole('button', { name: 'Turn on Risks' }).click();
  await expect(page.getByRole('button', { name: 'New risk' })).toBeVisible();
});
