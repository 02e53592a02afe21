import { expect, test } from '@playwright/test';
import { base } from './console.js';
import { findingsOf, workplace } from './people.js';

test('the overview of a product leads to what awaits triage, and takes another report', async ({ page }) => {
  const at = await workplace(page, 'overview', findingsOf('image-alt', 3));
  await page.goto(`${base}${at.product}`);
  const triage = page.getByRole('link', { name: 'Triage 3 findings' });
  await expect(triage).toBeVisible();
  await page.getByRole('button', { name: 'Send report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send report' });
  await dialog.getByLabel('Report files').setInputFiles({
    name: 'axe.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({
        testEngine: { name: 'axe-core', version: '4.10.0' },
        url: 'https://shop.example/',
        timestamp: '2026-01-05T10:00:00.000Z',
        violations: [
          {
            id: 'label',
            impact: 'critical',
            tags: ['wcag2a', 'wcag412'],
            help: 'Form elements must have labels',
            nodes: [{ target: ['#name'], html: '<input id="name">', impact: 'critical' }],
          },
        ],
      }),
    ),
  });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('link', { name: 'Triage 4 findings' })).toBeVisible();
  await page.getByRole('link', { name: 'Triage 4 findings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Findings' })).toBeFocused();
});

test('each reason of a grade, and what improves it, is a link to where one sees or does it', async ({ page }) => {
  const at = await workplace(page, 'reasons', findingsOf('image-alt', 1));
  const headers = { origin: base };
  const data = { title: 'No name', severity: 'high', impact: 'high' };
  expect((await page.request.post(`${base}${at.api}/issues`, { data, headers })).status()).toBe(201);
  await page.goto(`${base}${at.product}`);
  await expect(page.getByRole('heading', { level: 2, name: /^Grade [A-E]$/ })).toBeVisible();
  const limits = page.getByRole('list', { name: 'What limits the grade' });
  expect(await limits.getByRole('link').count()).toBe(await limits.getByRole('listitem').count());
  await expect(limits.getByRole('link', { name: 'No manual test yet.' })).toHaveAttribute(
    'href',
    `${at.product}/activity`,
  );
  await limits.getByRole('link', { name: '1 open issue has high severity and high impact.' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '#1 No name' })).toBeVisible();
});

test('report files are chosen or dropped at one tab stop, which is seen', async ({ page }) => {
  const at = await workplace(page, 'files');
  await page.goto(`${base}${at.org}/start?product=shop&step=report`);
  const field = page.getByLabel('Report files');
  await field.waitFor();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  const box = (await field.boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThan(24);
  expect(await field.evaluate((input) => getComputedStyle(input).outlineStyle)).toBe('solid');

  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['not a report'], 'notes.txt', { type: 'text/plain' }));
    return data;
  });
  // It bubbles to the zone around the field.
  await field.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByRole('listitem').filter({ hasText: /^notes\.txt$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(/^notes\.txt: is not JSON/);
});
