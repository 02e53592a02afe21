import { expect, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { handOf } from './hand.js';
import { findingsOf, workplace } from './people.js';
import { LOCALES, sayIn, WAYS } from './say.js';
import { overflowOf, settled, violationsOf } from './views.js';

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

for (const [language, name] of WAYS) {
  test.describe(`by ${name}, in ${language}`, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 320, height: 640 } });
    const say = sayIn(language);
    test.slow();

    test('findings, audits and reports have a conversation', async ({ page }) => {
      const at = await workplace(page, `talk-${name}-${language}`, findingsOf('image-alt', 1));
      const hand = handOf(name, page);
      for (const [path, data] of [
        ['audits', { title: 'Spring audit' }],
        ['conformance-reports', { title: 'Report' }],
      ] as const) {
        const made = await page.request.post(`${base}${at.api}/${path}`, { data });
        expect(made.ok(), await made.text()).toBe(true);
      }
      const { findings } = (await (await page.request.get(`${base}${at.api}/findings`)).json()) as {
        findings: { id: string }[];
      };
      for (const [path, isFolded] of [
        [`${at.product}/audits/1`, false],
        [`${at.product}/reports/1?part=about`, false],
        [`${at.product}/findings/${findings[0]!.id}`, true],
      ] as const) {
        await page.goto(base + path);
        await settled(page);
        if (isFolded) await hand.press(page.locator('summary').filter({ hasText: say('Conversation and history') }));
        await hand.type(page.getByRole('textbox', { name: say('New comment') }), `Who knows more of ${path}?`);
        await hand.press(page.getByRole('button', { name: say('Add comment') }));
        await expect(said(page, say('Comment added.'))).toBeVisible();
        await expect(page.getByRole('article', { name: /Ada Lovelace/ })).toContainText('Who knows more');
        expect(await violationsOf(page)).toEqual([]);
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      }
    });
  });
}

test('a finding in the list over all products has its conversation', async ({ page }) => {
  const at = await workplace(page, 'talk-all', findingsOf('image-alt', 1));
  await page.goto(`${base}${at.org}/findings`);
  await page.locator('summary').filter({ hasText: 'Conversation and history' }).click();
  await page.getByRole('textbox', { name: 'New comment' }).fill('Is this ours? cdx');
  // Single keys decide on findings, but not while somebody writes.
  await page.getByRole('textbox', { name: 'New comment' }).pressSequentially('dcx');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByRole('article', { name: /Ada Lovelace/ })).toContainText('Is this ours? cdxdcx');
});
