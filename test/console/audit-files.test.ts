import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { handOf } from './hand.js';
import { sampledAudit, workplace, type Workplace } from './people.js';
import { LOCALES, sayIn, WAYS } from './say.js';
import { overflowOf, violationsOf } from './views.js';

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** An audit with two pages of which the first requirement fails on the first. */
async function failedAudit(page: Page, at: Workplace): Promise<string> {
  const [requirementId = ''] = await sampledAudit(page, at);
  const data = { outcomes: [{ requirementId, entry: 1, outcome: 'failed', note: 'No text' }] };
  const answer = await page.request.patch(`${base}${at.api}/audits/1/outcomes`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return requirementId;
}

for (const [language, name] of WAYS) {
  test.describe(`by ${name}, in ${language}`, () => {
    test.use({ locale: LOCALES[language] });
    const say = sayIn(language);
    test.slow();

    test('outcomes go out as a table, and come into another audit once it is said what that changes', async ({
      page,
    }) => {
      const at = await workplace(page, `files-${name}-${language}`);
      const hand = handOf(name, page);
      await failedAudit(page, at);
      await page.goto(`${base}${at.product}/audits/1`);
      await hand.press(page.getByRole('button', { name: say('Export') }));
      const out = page.getByRole('dialog', { name: say('Export') });
      await out.getByRole('combobox', { name: say('Format') }).selectOption('csv-grid');
      const download = page.waitForEvent('download');
      await hand.press(out.getByRole('button', { name: say('Export') }));
      const file = await readFile(await (await download).path());
      expect(file.toString()).toContain('Start page');

      const again = await page.request.post(`${base}${at.api}/audits`, { data: { title: 'Again' } });
      expect(again.ok()).toBe(true);
      const { audit } = (await (await page.request.get(`${base}${at.api}/audits/1`)).json()) as {
        audit: { standardId: string; conformanceLevelId: string };
      };
      const same = await page.request.patch(`${base}${at.api}/audits/2`, {
        data: { standardId: audit.standardId, conformanceLevel: audit.conformanceLevelId },
        headers: { 'if-match': '*' },
      });
      expect(same.ok(), await same.text()).toBe(true);
      await page.goto(`${base}${at.product}/audits/2`);
      await hand.press(page.getByRole('button', { name: say('Import outcomes') }));
      const dialog = page.getByRole('dialog', { name: say('Import outcomes') });
      await hand.press(dialog.getByRole('button', { name: say('Continue') }));
      await expect(dialog.getByRole('alert')).toContainText(say('Choose a file.'));
      const broken = { name: 'grid.csv', mimeType: 'text/csv', buffer: Buffer.from('nothing,of,this') };
      await dialog.getByLabel(say('File'), { exact: true }).setInputFiles(broken);
      await hand.press(dialog.getByRole('button', { name: say('Continue') }));
      await expect(dialog.getByRole('status')).toContainText(
        say('{faultCount, plural, one {# error blocks the import.} other {# errors block the import.}}', {
          faultCount: 1,
        }),
      );
      await hand.press(dialog.getByRole('button', { name: say('Cancel') }));
      await dialog.getByLabel(say('File'), { exact: true }).setInputFiles({ ...broken, buffer: file });
      await hand.press(dialog.getByRole('button', { name: say('Continue') }));
      await expect(dialog.getByRole('status')).toContainText(
        say('{0, plural, one {# outcome would be set.} other {# outcomes would be set.}}', { 0: 1 }),
      );
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Checkout' })).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
      await hand.press(dialog.getByRole('button', { name: say('Import outcomes') }));
      await expect(said(page, say('1 outcome imported.'))).toBeVisible();
      await expect(page.getByRole('table', { name: say('Sample') })).toContainText('Start page');

      // Somebody says something else of a page that came with the file: that stays, and is named.
      const touched = await page.request.patch(`${base}${at.api}/audits/2/sample/1`, {
        data: { name: 'Front page' },
        headers: { 'if-match': '*' },
      });
      expect(touched.ok(), await touched.text()).toBe(true);
      await hand.press(page.locator('summary').filter({ hasText: say('Imports') }));
      const row = page.getByRole('list', { name: say('Imports') }).getByRole('listitem');
      await hand.press(row.getByRole('button', { name: say('Undo import') }));
      const undo = page.getByRole('dialog', { name: say('Undo import') });
      await hand.press(undo.getByRole('button', { name: say('Undo import') }));
      await expect(undo.getByRole('heading', { level: 3 })).toHaveText(
        say('Pages kept, because they were changed or used since'),
      );
      await expect(undo.getByRole('listitem')).toHaveText('Front page');
      expect(await violationsOf(page)).toEqual([]);
      await hand.press(undo.getByRole('button', { name: say('Close') }));
      await expect(row).toContainText(say('Undone'));
      await expect(row.getByRole('button')).toHaveCount(0);
      await expect(page.getByRole('table', { name: say('Sample') })).not.toContainText('Checkout');
    });

    test('a table that nobody knows is mapped and becomes a new audit', async ({ page }) => {
      const at = await workplace(page, `mapping-${name}-${language}`);
      const hand = handOf(name, page);
      await page.goto(`${base}${at.product}/audits`);
      await hand.press(page.getByRole('button', { name: say('Import audit') }));
      const dialog = page.getByRole('dialog', { name: say('Import audit') });
      const table = 'Ref,Where,Rating\n1.1.1,Front page,red\n';
      const file = { name: 'may.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
      await dialog.getByLabel(say('File'), { exact: true }).setInputFiles(file);
      await hand.type(dialog.getByRole('textbox', { name: say('Title') }), 'May');
      await hand.press(dialog.getByRole('button', { name: say('Continue') }));
      const field = (heading: string) => dialog.getByRole('combobox', { name: heading });
      await field('Ref').selectOption('requirement');
      await field('Where').selectOption('page');
      await field('Rating').selectOption('outcome');
      expect(await violationsOf(page)).toEqual([]);
      await hand.press(dialog.getByRole('button', { name: say('Preview again') }));
      await expect(dialog.getByText(/"red"/)).toBeVisible();
      await field('red').selectOption('failed');
      await hand.press(dialog.getByRole('button', { name: say('Preview again') }));
      const rows = dialog.getByRole('table', { name: say('Preview of the first rows') });
      await expect(rows).toContainText('Front page');
      expect(await violationsOf(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await overflowOf(page)).toBe(0);
      await hand.press(dialog.getByRole('button', { name: say('Import audit') }));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('#1 May');
      await expect(page.getByRole('table', { name: say('Sample') })).toContainText('Front page');
    });

    test('an issue that is there already stands at a cell, beside how to test it', async ({ page }) => {
      const at = await workplace(page, `link-${name}-${language}`);
      const hand = handOf(name, page);
      const requirement = await failedAudit(page, at);
      const made = await page.request.post(`${base}${at.api}/issues`, { data: { title: 'The logo has no text' } });
      expect(made.ok(), await made.text()).toBe(true);
      await page.goto(`${base}${at.product}/audits/1/grid?requirement=${requirement}&entry=1`);
      await hand.press(page.locator('summary').filter({ hasText: say('Test procedure') }));
      await expect(page.getByRole('link', { name: /W3C on 1\.1\.1/ })).toBeVisible();
      await hand.press(page.getByRole('button', { name: say('Link issue') }));
      const dialog = page.getByRole('dialog', { name: say('Link issue') });
      await hand.press(dialog.getByRole('button', { name: say('Link issue') }));
      await expect(dialog.getByRole('alert')).toContainText(say('Choose an issue.'));
      const field = dialog.getByRole('combobox', { name: say('Existing issue') });
      await field.focus();
      await page.keyboard.type('logo');
      await hand.choose(page.getByRole('option', { name: '#1 The logo has no text' }));
      await hand.press(dialog.getByRole('button', { name: say('Link issue') }));
      await expect(said(page, say('Issue #{issueNumber} linked.', { issueNumber: 1 }))).toBeVisible();
      await expect(page.getByRole('link', { name: '#1', exact: true })).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
    });

    test('a report for people goes out, which has no barrier', async ({ page }, info) => {
      const at = await workplace(page, `report-${name}-${language}`);
      const hand = handOf(name, page);
      await failedAudit(page, at);
      await page.goto(`${base}${at.product}/audits/1`);
      await hand.press(page.getByRole('button', { name: say('Export') }));
      const out = page.getByRole('dialog', { name: say('Export') });
      await out.getByRole('combobox', { name: say('Format') }).selectOption('html');
      const download = page.waitForEvent('download');
      await hand.press(out.getByRole('button', { name: say('Export') }));
      // A browser shows a file as a page by its name.
      const file = info.outputPath('report.html');
      await (await download).saveAs(file);
      await page.goto(`file://${file}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      expect(await violationsOf(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await overflowOf(page)).toBe(0);
    });

    test('a picture shows what was found in a cell', async ({ page }) => {
      const at = await workplace(page, `evidence-${name}-${language}`);
      const hand = handOf(name, page);
      const requirement = await failedAudit(page, at);
      await page.goto(`${base}${at.product}/audits/1/grid?requirement=${requirement}&entry=1`);
      await hand.press(page.getByRole('button', { name: say('Add evidence') }));
      const dialog = page.getByRole('dialog', { name: say('Add evidence') });
      await dialog
        .getByLabel(say('File'), { exact: true })
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });
      await hand.press(dialog.getByRole('button', { name: say('Add evidence') }));
      await expect(dialog.getByRole('alert')).toContainText(say('Describe the image.'));
      await hand.type(dialog.getByRole('textbox', { name: say('Alternative text') }), 'The logo alone');
      await hand.press(dialog.getByRole('button', { name: say('Add evidence') }));
      await expect(said(page, say('Evidence added.'))).toBeVisible();
      await expect(page.getByRole('img', { name: 'The logo alone' })).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
      await hand.press(page.getByRole('button', { name: say('Detach') }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: say('Detach') }));
      await expect(page.getByRole('img', { name: 'The logo alone' })).toHaveCount(0);
    });
  });
}

test('a picture that is pasted beside the grid asks for its text alternative at once', async ({ page }) => {
  const at = await workplace(page, 'pasted');
  const requirement = await failedAudit(page, at);
  await page.goto(`${base}${at.product}/audits/1/grid?requirement=${requirement}&entry=1`);
  await expect(page.getByRole('button', { name: 'Add evidence' })).toBeVisible();
  await page.evaluate((pixel) => {
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, PIXEL);
  const dialog = page.getByRole('dialog', { name: 'Add evidence' });
  await expect(dialog.getByRole('listitem')).toHaveText('image.png');
  await dialog.getByRole('textbox', { name: 'Alternative text' }).fill('A pixel');
  await dialog.getByRole('button', { name: 'Add evidence' }).click();
  await expect(page.getByRole('img', { name: 'A pixel' })).toBeVisible();
  const outcomes = (await (await page.request.get(`${base}${at.api}/audits/1/outcomes?entry=1`)).json()) as {
    outcomes: { outcome: string; note: string; evidenceIds: string[] }[];
  };
  expect(outcomes.outcomes.filter(({ evidenceIds }) => evidenceIds.length > 0)).toMatchObject([
    { outcome: 'failed', note: 'No text' },
  ]);
});
