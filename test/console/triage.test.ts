import { expect, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { handOf } from './hand.js';
import { findingsOf, reported, workplace, type Workplace } from './people.js';
import { LOCALES, sayIn, WAYS } from './say.js';

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

interface Counted {
  total: number;
}

/** How many findings the service has with a status. */
async function counted(page: Page, { api }: Workplace, status: string): Promise<number> {
  const answer = await page.request.get(`${base}${api}/findings?status=${status}&pageSize=1`);
  return ((await answer.json()) as Counted).total;
}

const FINDINGS = '{count, plural, one {# finding} other {# findings}}';

for (const [language, name] of WAYS)
  test.describe(`by ${name}, in ${language}`, () => {
    test.use({ locale: LOCALES[language] });
    const say = sayIn(language);
    const nextOf = (answer: string): string =>
      say(`${answer}. Next: {next}. {left}`, { next: 'image-alt \\d+, #image-alt-\\d+', left: '\\d+ .+' });

    test('somebody triages forty findings, each in one step', async ({ page }) => {
      const at = await workplace(page, `${name}-${language}`, findingsOf('image-alt', 40));
      await page.goto(`${base}${at.product}/findings`);
      await expect(
        page.getByRole('heading', { level: 2, name: `image-alt, ${say(FINDINGS, { count: 40 })}` }),
      ).toBeVisible();
      const details = page.getByRole('region', { name: say('Details') });
      const hand = handOf(name, page);
      for (let left = 40; left > 0; left -= 1) {
        const isDismissed = left % 10 === 0;
        const title = await details.getByRole('heading', { level: 2 }).innerText();
        if (isDismissed) {
          if (name === 'keyboard') await page.keyboard.press('d');
          else await hand.press(details.getByRole('button', { name: say('Dismiss') }));
          const dialog = page.getByRole('dialog', { name: say('Dismiss') });
          if (left === 40) await dialog.getByRole('radio', { name: say('Third party') }).check();
          await expect(dialog.getByRole('radio', { name: say('Third party') })).toBeChecked();
          await hand.press(dialog.getByRole('button', { name: say('Dismiss') }));
        } else if (name === 'keyboard') await page.keyboard.press('c');
        else await hand.press(details.getByRole('button', { name: say('Confirm'), exact: true }));
        if (left === 1) await expect(said(page, say('No findings left to triage.'))).toBeVisible();
        else {
          const next = page
            .getByRole('heading', { level: 2 })
            .filter({ hasNotText: say(FINDINGS, { count: 2 }).replace('2 ', '') })
            .first();
          await expect(details.getByRole('heading', { level: 2, name: title, exact: true })).toHaveCount(0);
          await expect(next).toBeVisible();
          await expect(said(page, new RegExp(`^(${nextOf('Confirmed')}|${nextOf('Dismissed')})$`))).toBeVisible();
        }
        // Whatever went away, something has the focus.
        await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
      }
      await expect(page.getByRole('heading', { level: 2, name: say('No findings left to triage.') })).toBeVisible();
      await expect.poll(() => counted(page, at, 'confirmed')).toBe(36);
      expect(await counted(page, at, 'dismissed')).toBe(4);
    });
  });

test('keys go from finding to finding over groups, and the address names the one that is shown', async ({ page }) => {
  const at = await workplace(page, 'keys', [...findingsOf('image-alt', 3), ...findingsOf('label', 2)]);
  await page.goto(`${base}${at.product}/findings`);
  const title = page.getByRole('region', { name: 'Details' }).getByRole('heading', { level: 2 });
  await expect(title).toHaveText(/^image-alt/);
  const seen = new Set([await title.innerText()]);
  for (let step = 0; step < 4; step += 1) {
    const before = await title.innerText();
    await page.keyboard.press('j');
    await expect(title).not.toHaveText(before);
    await expect(page.getByRole('link', { name: await title.innerText(), exact: true })).toBeFocused();
    seen.add(await title.innerText());
  }
  expect(seen.size).toBe(5);
  const last = await title.innerText();
  const address = await page.getByRole('link', { name: last, exact: true }).getAttribute('href');
  expect(address).toMatch(/\/findings\/[0-9a-f-]{36}$/);
  await expect(page).toHaveURL(base + address);
  await page.reload();
  await expect(title).toHaveText(last);
  await page.goto(`${base}${at.product}/findings`);
  await expect(title).toHaveText(/^image-alt/);
  await page.keyboard.press('k');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('cd');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await counted(page, at, 'pending')).toBe(5);
});

test('what the service refuses is back, and said, also after the next answer', async ({ page }) => {
  const at = await workplace(page, 'refused', findingsOf('image-alt', 3));
  let refusals = 1;
  let answerNext = (): void => {};
  const hasAnsweredNext = new Promise<void>((resolve) => (answerNext = resolve));
  await page.route(/\/findings\/[^/]+\/confirm$/, async (route) => {
    if (refusals-- <= 0) return route.continue();
    await hasAnsweredNext;
    await route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'product_archived', message: 'Archived.', status: 409 }),
    });
  });
  await page.goto(`${base}${at.product}/findings`);
  const title = page.getByRole('region', { name: 'Details' }).getByRole('heading', { level: 2 });
  const first = await title.innerText();
  await page.keyboard.press('c');
  await expect(page.getByRole('link', { name: first, exact: true })).toHaveCount(0);
  await page.keyboard.press('c');
  answerNext();
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved:' })).toHaveText(
    new RegExp(`^Not saved: .+ ${first}, #image-alt-\\d is restored\\. 2 findings left\\.$`),
  );
  await expect(page.getByRole('link', { name: first, exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'image-alt, 2 findings' })).toBeVisible();
  await expect.poll(() => counted(page, at, 'confirmed')).toBe(1);
});

test('Undo takes the newest answer back, and sends nothing but that', async ({ page }) => {
  const at = await workplace(page, 'undo', findingsOf('image-alt', 3));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url().replace(/.*\//, '')}`);
  });
  await page.goto(`${base}${at.product}/findings`);
  const title = page.getByRole('region', { name: 'Details' }).getByRole('heading', { level: 2 });
  for (const key of ['c', 'd']) {
    const first = await title.innerText();
    await page.keyboard.press(key);
    if (key === 'd') await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('link', { name: first, exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await expect(said(page, 'Undone.')).toBeVisible();
    await expect(page.getByRole('link', { name: first, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'image-alt, 3 findings' })).toBeVisible();
    await expect(title).toHaveText(first);
  }
  expect(await counted(page, at, 'pending')).toBe(3);
  expect(sent).toEqual(['POST confirm', 'POST undo', 'POST dismiss', 'POST undo']);
});

test('Undo keeps an issue that somebody has worked on, and what was decided anew, and says so', async ({ page }) => {
  const at = await workplace(page, 'kept', findingsOf('image-alt', 3));
  await page.goto(`${base}${at.product}/findings`);
  await expect(page.getByRole('heading', { level: 2, name: 'image-alt, 3 findings' })).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.poll(() => counted(page, at, 'confirmed')).toBe(1);
  const headers = { 'if-match': '*' };
  const changed = await page.request.patch(`${base}${at.api}/issues/1`, { data: { title: 'Worked on' }, headers });
  expect(changed.ok()).toBe(true);
  await undo.click();
  await expect(said(page, 'Undone.')).toHaveText(
    /^Undone\. Issue #1 is kept: it was changed since, or has other findings\./,
  );
  expect(await counted(page, at, 'pending')).toBe(3);
  expect((await page.request.get(`${base}${at.api}/issues/1`)).ok()).toBe(true);

  await page.getByRole('button', { name: 'Select all 3 matching' }).click();
  const selection = page.getByRole('region', { name: 'Selection' });
  await selection.getByRole('button', { name: 'Dismiss' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Accepted' }).check();
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(said(page, 'Dismissed 3 findings.')).toBeVisible();
  const { findings } = (await (await page.request.get(`${base}${at.api}/findings?status=dismissed`)).json()) as {
    findings: { id: string }[];
  };
  const address = `${base}${at.api}/findings/${findings[0]!.id}`;
  for (const action of ['reopen', 'confirm'])
    expect((await page.request.post(`${address}/${action}`, { data: {} })).ok()).toBe(true);
  await undo.click();
  await expect(said(page, 'Undone.')).toHaveText(
    /^Undone\. 1 finding is unchanged: it was triaged again, or its previous issue no longer exists\./,
  );
  expect(await counted(page, at, 'pending')).toBe(2);
  expect(await counted(page, at, 'confirmed')).toBe(1);
});

test('what was undone elsewhere is refused, and not offered again', async ({ page }) => {
  const at = await workplace(page, 'undone', findingsOf('image-alt', 2));
  await page.goto(`${base}${at.product}/findings`);
  const confirmed = page.waitForResponse(/\/findings\/[^/]+\/confirm$/);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const { decision } = (await (await confirmed).json()) as { decision: { id: string } };
  const organization = at.api.replace(/\/products\/.*/, '');
  const answer = await page.request.post(`${base}${organization}/findings/decisions/${decision.id}/undo`);
  expect(answer.ok()).toBe(true);
  await page.getByRole('button', { name: /^Undo: image-alt/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not undone:' })).toHaveText(
    /^Not undone: The decision was already undone\./,
  );
  await expect(page.getByRole('heading', { level: 2, name: 'Your decisions' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2, name: 'image-alt, 2 findings' })).toBeVisible();
});

test('the details name the criteria, whom it hinders, where it is, and what was decided of others', async ({
  page,
}) => {
  const at = await workplace(page, 'details', findingsOf('image-alt', 2));
  await page.goto(`${base}${at.product}/findings`);
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details.getByRole('link', { name: /^1\.1\.1 Non-text Content/ })).toBeVisible();
  await expect(details.getByText('Usage without vision')).toBeVisible();
  await expect(details.getByRole('listitem').filter({ hasText: 'Main line' })).toContainText('present');
  await expect(details.getByRole('heading', { level: 3, name: 'Similar findings' })).toHaveCount(0);
  const first = await details.getByRole('heading', { level: 2 }).innerText();
  await details.getByRole('button', { name: 'Dismiss' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dismiss' });
  await dialog.getByRole('radio', { name: 'Third party' }).check();
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => counted(page, at, 'dismissed')).toBe(1);
  await page.reload();
  await expect(details.getByText('Same rule: 0 confirmed, 1 dismissed. Latest findings:')).toBeVisible();
  const similar = details.getByRole('listitem').filter({ hasText: first });
  await expect(similar).toContainText('Third party');
  await similar.getByRole('link', { name: first }).click();
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(first);
});

test('many are answered at once: some, a group, and all that match, over all pages', async ({ page }) => {
  const at = await workplace(page, 'many', [...findingsOf('image-alt', 130), ...findingsOf('label', 4)]);
  await page.goto(`${base}${at.product}/findings`);
  await page.getByRole('button', { name: 'label, 4 findings' }).click();
  await page.getByRole('checkbox', { name: 'Select label 1, #label-1', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Select label 2, #label-2', exact: true }).check();
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(said(page, '2 selected')).toBeVisible();
  await selection.getByRole('button', { name: 'Confirm' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'One issue for all' }).check();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(said(page, 'Confirmed 2 findings.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'label, 2 findings' })).toBeVisible();
  const { total } = (await (await page.request.get(`${base}${at.api}/issues?pageSize=1`)).json()) as Counted;
  expect(total).toBe(1);
  const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
  await undo.click();
  await expect(said(page, 'Undone.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'label, 4 findings' })).toBeVisible();
  expect((await page.request.get(`${base}${at.api}/issues/1`)).status()).toBe(404);

  await page.getByRole('checkbox', { name: 'Select all in image-alt' }).check();
  await expect(said(page, '130 selected')).toBeVisible();
  await selection.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog.getByRole('status')).toHaveText('This affects 130 findings.');
  await dialog.getByRole('radio', { name: 'Accepted' }).check();
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(said(page, 'Dismissed 130 findings.')).toBeVisible();
  await undo.click();
  await expect(said(page, 'Undone.')).toBeVisible();
  expect(await counted(page, at, 'pending')).toBe(134);

  await page.getByRole('button', { name: 'Select all 134 matching' }).click();
  await expect(said(page, '134 selected')).toBeVisible();
  await selection.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('status')).toHaveText('This affects 134 findings.');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(said(page, 'Confirmed 134 findings.')).toBeVisible();
  await undo.click();
  await expect(page.getByRole('heading', { level: 2, name: 'image-alt, 130 findings' })).toBeVisible();
  expect(await counted(page, at, 'pending')).toBe(134);
  const { total: left } = (await (await page.request.get(`${base}${at.api}/issues?pageSize=1`)).json()) as Counted;
  expect(left).toBe(0);

  await page.getByRole('button', { name: 'Select all 134 matching' }).click();
  await selection.getByRole('button', { name: 'Clear selection' }).click();
  await expect(selection).toHaveCount(0);
});

test('single keys can be other ones, and off', async ({ page }) => {
  const at = await workplace(page, 'remapped', findingsOf('image-alt', 3));
  await page.goto(`${base}${at.product}/findings`);
  const title = page.getByRole('region', { name: 'Details' }).getByRole('heading', { level: 2 });
  const first = await title.innerText();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByRole('textbox', { name: 'Next finding' }).fill('n');
  await expect(said(page, 'Saved.')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('j');
  await expect(title).toHaveText(first);
  await page.keyboard.press('n');
  await expect(title).not.toHaveText(first);
  const second = await title.innerText();
  await page.keyboard.press('?');
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await expect(dialog.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('c');
  await page.keyboard.press('n');
  await expect(title).toHaveText(second);
  expect(await counted(page, at, 'pending')).toBe(3);
});

test('what two tools report of one element and criterion is one barrier, and decided once', async ({ page }) => {
  const at = await workplace(page, 'sources');
  const snippet = '<img src="/logo.png">';
  for (const [tool, ruleId] of [
    ['axe-core', 'image-alt'],
    ['pa11y', 'axe-image-alt'],
  ] as const)
    await reported(page, at, {
      tool,
      findings: [{ ruleId, title: 'Images must have alternative text', selector: '#logo', wcag: ['1.1.1'], snippet }],
    });
  await page.goto(`${base}${at.product}/findings?by=groupKey`);
  const group = page.getByRole('button', { name: 'Images must have alternative text, 2 findings' });
  await expect(group).toBeVisible();
  const details = page.getByRole('region', { name: 'Details' });
  const sources = details.getByRole('list', { name: 'Also reported for this element' });
  await expect(sources.getByRole('listitem')).toHaveCount(1);
  await expect(sources).toContainText(/pa11y: axe-image-alt|axe-core: image-alt/);
  await details.getByRole('button', { name: 'Confirm all of them as one issue' }).click();
  await expect(said(page, 'Confirmed 2 findings.')).toBeVisible();
  expect(await counted(page, at, 'confirmed')).toBe(2);
  const { total } = (await (await page.request.get(`${base}${at.api}/issues?pageSize=1`)).json()) as Counted;
  expect(total).toBe(1);

  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(said(page, 'Undone.')).toBeVisible();
  await details.getByRole('button', { name: 'Dismiss all of them' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dismiss all of them' });
  await expect(dialog.getByText('This affects 2 findings.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Third party' }).check();
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(said(page, 'Dismissed 2 findings.')).toBeVisible();
  expect(await counted(page, at, 'dismissed')).toBe(2);
});
