import { expect, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { findingsOf, workplace } from './people.js';
import { overflowOf, settled, violationsOf } from './views.js';

test.use({ viewport: { width: 320, height: 640 } });

const LONG = 'Elements must only use permitted ARIA attributes';

test('at 320 pixels the header leaves most of the window to the view', async ({ page }) => {
  const at = await workplace(page, 'narrow-header-of-a-long-name');
  await page.goto(`${base}${at.product}`);
  await settled(page);
  const { height } = (await page.getByRole('banner').boundingBox())!;
  expect(height).toBeLessThanOrEqual(104);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  for (const name of [/^Organization: /, /^Account: /])
    expect((await page.getByRole('button', { name }).boundingBox())!.width).toBeGreaterThanOrEqual(44);
});

test('at 320 pixels a finding that is opened comes into view, and one comes back to its row', async ({ page }) => {
  const findings = findingsOf('aria-allowed-attr', 6).map((finding, at) => ({
    ...finding,
    title: `${LONG} ${at + 1}`,
  }));
  const at = await workplace(page, 'narrow', findings);
  await page.goto(`${base}${at.product}/findings`);
  await settled(page);
  const list = page.getByRole('list', { name: 'aria-allowed-attr' });
  const row = list.getByRole('link').nth(3);
  // Nothing of it is cut, and the list does not scroll by itself.
  for (const part of [row, list])
    expect(
      await part.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
        scrollWidth <= clientWidth + 1,
        scrollHeight <= clientHeight + 4,
      ]),
    ).toEqual([true, true]);
  const title = await row.innerText();
  await row.click();
  const heading = page.getByRole('region', { name: 'Details' }).getByRole('heading', { level: 2, name: title });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport({ ratio: 1 });
  // Words are whole: each takes one line.
  expect(await linesOfWords(page)).toEqual(LONG.split(' ').map(() => 1));
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await violationsOf(page)).toEqual([]);
});

/** On how many lines each word of the heading of the details stands. */
const linesOfWords = (page: Page): Promise<number[]> =>
  page
    .getByRole('region', { name: 'Details' })
    .getByRole('heading', { level: 2 })
    .first()
    .evaluate((heading) => {
      const text = heading.firstChild!;
      const words = [...text.textContent!.matchAll(/\S+/g)].slice(0, -1);
      return words.map(({ index, 0: word }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length;
      });
    });

test('at 320 pixels a message covers nothing that has the focus, and the count that was said is not old', async ({
  page,
}) => {
  const at = await workplace(page, 'narrow-message', findingsOf('image-alt', 4));
  await page.goto(`${base}${at.product}/findings`);
  const count = page.getByRole('status').filter({ hasText: '4 findings' });
  await expect(count).toBeAttached();
  await page.getByRole('region', { name: 'Details' }).getByRole('button', { name: 'Confirm', exact: true }).click();
  const message = page.getByRole('status').filter({ hasText: /^Confirmed\. Next: / });
  await expect(message).toBeVisible();
  await expect(count).toHaveCount(0);
  const close = page.getByRole('button', { name: 'Close this message' });
  const top = (await close.boundingBox())!.y;
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const bottom = await page.evaluate(() => {
      const { activeElement: element, body } = document;
      if (!element || element === body || element.closest('[role=status], [role=alert]')) return 0;
      return element.parentElement?.querySelector('[role=status]') ? 0 : element.getBoundingClientRect().bottom;
    });
    expect(bottom).toBeLessThanOrEqual(top + 1);
  }
  await close.click();
  await expect(message).toHaveCount(0);
});
