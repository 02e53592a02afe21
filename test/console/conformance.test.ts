import { expect, type Locator, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { handOf } from './hand.js';
import { auditedStandard, workplace } from './people.js';
import { LOCALES, sayIn, WAYS } from './say.js';

const said = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

for (const [language, name] of WAYS)
  test.describe(`by ${name}, in ${language}`, () => {
    test.use({ locale: LOCALES[language] });
    const say = sayIn(language);

    test('a report is drafted, judged, published, and read by everybody', async ({ page, browser }) => {
      // By Tab it is a long way through a form of this size.
      test.slow();
      const hand = handOf(name, page);
      const at = await workplace(page, `report-${name}-${language}`);
      await auditedStandard(page, at);
      await page.goto(`${base}${at.product}/reports`);
      await hand.press(page.getByRole('button', { name: say('New report') }));
      const dialog = page.getByRole('dialog');
      await hand.type(dialog.getByRole('textbox', { name: say('Title') }), 'Report of the shop');
      await dialog.getByLabel(say('Audit')).selectOption('#1 Spring audit');
      await hand.press(dialog.getByRole('button', { name: say('Create') }));
      await expect(page.getByRole('heading', { level: 1, name: 'Report of the shop' })).toBeFocused();

      const problems = page.getByRole('region', { name: say('Problems') });
      await expect(problems.getByRole('listitem')).toHaveCount(2);
      await hand.press(problems.getByRole('link', { name: `1.1.1 · ${say('The requirement has no verdict.')}` }));
      const requirement = page.getByRole('region', { name: say('Requirement'), exact: true });
      await expect(requirement.getByRole('heading', { level: 2 })).toHaveText(/^1\.1\.1/);
      await hand.press(requirement.getByRole('button', { name: say('Save verdict') }));
      await expect(requirement.getByRole('alert')).toContainText(say('Choose a verdict.'));
      const verdict = requirement.getByRole('group', { name: say('Verdict') });
      await hand.pick(verdict.getByRole('radio', { name: say('Supports'), exact: true }));
      await hand.press(requirement.getByRole('button', { name: say('Save verdict') }));
      await expect(said(page, say('Saved.'))).toBeVisible();
      await expect(problems.getByRole('listitem')).toHaveCount(1);
      await expect(requirement.getByText('Ada Lovelace')).toBeVisible();

      await page.getByLabel(say('Show'), { exact: true }).selectOption(say('Without a verdict'));
      await expect(
        said(page, say('{count, plural, one {# requirement} other {# requirements}}', { count: 1 })),
      ).toBeVisible();
      await page.getByLabel(say('Show'), { exact: true }).selectOption(say('All'));
      await hand.press(page.getByRole('list', { name: say('Requirements') }).getByRole('link', { name: /^1\.1\.1/ }));
      await expect(requirement.getByRole('heading', { level: 2, name: /^1\.1\.1/ })).toBeFocused();
      await hand.press(requirement.getByRole('button', { name: say('Next requirement') }));
      await expect(requirement.getByRole('heading', { level: 2, name: /^1\.4\.3/ })).toBeFocused();
      await hand.pick(verdict.getByRole('radio', { name: say('Partially supports') }));
      await hand.type(requirement.getByRole('textbox', { name: say('Remarks') }), 'The footer is grey on grey.');
      await hand.press(requirement.getByRole('button', { name: say('Save verdict') }));
      await expect(page.getByText(say('The report is ready for publication.'))).toBeVisible();

      await hand.press(page.getByRole('button', { name: say('Publish') }));
      await hand.press(dialog.getByRole('button', { name: say('Publish') }));
      await expect(said(page, say('Published.'))).toBeVisible();
      const address = await page.getByRole('textbox', { name: say('Address') }).inputValue();
      const stranger = await (await browser.newContext()).newPage();
      await stranger.goto(address);
      await expect(stranger.getByRole('heading', { level: 1 })).toContainText('Report of the shop');
      await expect(stranger.getByText('The footer is grey on grey.')).toBeVisible();
      await stranger.context().close();

      await hand.press(page.getByRole('button', { name: say('Export') }));
      await dialog.getByLabel(say('Format')).selectOption(say('EARL (JSON-LD)'));
      const download = page.waitForEvent('download');
      await hand.press(dialog.getByRole('button', { name: say('Export') }));
      expect((await download).suggestedFilename()).toMatch(/conformance-report-1\.earl\.json$/);
    });
  });

test('a draft is previewed in a new tab, and its page has its own style', async ({ page }) => {
  const at = await workplace(page, 'preview');
  await auditedStandard(page, at);
  await page.request.post(`${base}${at.api}/conformance-reports`, { data: { title: 'Draft of the shop' } });
  await page.goto(`${base}${at.product}/reports/1`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Preview/ }).click();
  const preview = await opened;
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('Draft of the shop');
  expect(await preview.evaluate(() => document.styleSheets.length)).toBe(1);
});

test('what the report says about itself is kept, and a statement says what it lacks', async ({ page }) => {
  const at = await workplace(page, 'about');
  const { audit } = await auditedStandard(page, at);
  expect(audit).toBe(1);
  await page.request.post(`${base}${at.api}/conformance-reports`, { data: { title: 'Draft of the shop' } });
  await page.goto(`${base}${at.product}/reports/1?part=about`);
  await page.getByLabel('Audit', { exact: true }).selectOption('#1 Spring audit');
  await page.getByRole('textbox', { name: 'Scope' }).fill('The shop.');
  const author = page.getByRole('group', { name: 'Author' });
  await author.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
  await author.getByRole('textbox', { name: 'E-mail' }).fill('nobody');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible();
  await author.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.org');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(said(page, 'Saved.')).toBeVisible();
  await page.getByRole('navigation', { name: 'Report' }).getByRole('link', { name: 'Requirements' }).click();
  await expect(page.getByRole('list', { name: 'Requirements' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await expect(dialog).toContainText('3 problems block publication.');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The report cannot be published.');
});

test('two people judge one requirement: the second sees both verdicts', async ({ page }) => {
  const at = await workplace(page, 'two-judge');
  await auditedStandard(page, at);
  const { audits } = (await (await page.request.get(`${base}${at.api}/audits`)).json()) as { audits: { id: string }[] };
  const report = `${base}${at.api}/conformance-reports`;
  await page.request.post(report, { data: { title: 'Draft', auditId: audits[0]!.id } });
  await page.goto(`${base}${at.product}/reports/1`);
  await page.getByRole('radio', { name: 'Supports', exact: true }).check();
  const { requirements } = (await (await page.request.get(`${report}/1/requirements`)).json()) as {
    requirements: { id: string; number: string }[];
  };
  const first = requirements.find(({ number }) => number === '1.1.1')!;
  const answer = await page.request.put(`${report}/1/verdicts/${first.id}`, {
    data: { verdict: 'does_not_support', remarks: 'No text.' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.getByRole('button', { name: 'Save verdict' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed by another person' });
  await dialog.getByRole('group', { name: 'Verdict' }).getByRole('radio', { name: 'Other person’s value' }).check();
  await dialog.getByRole('button', { name: 'Save choice' }).click();
  await expect(said(page, 'Saved.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Does not support' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Remarks' })).toHaveValue('No text.');
});

test('a report covers several standards and rests on an audit of each', async ({ page }) => {
  test.slow();
  const at = await workplace(page, 'several');
  const list = await page.request.get(`${base}${at.api.replace(/\/products\/.*/, '')}/standards`);
  const { standards } = (await list.json()) as {
    standards: { id: string; slug: string; levels: { id: string; name: string }[] }[];
  };
  for (const [slug, level] of [
    ['wcag-2-2', 'AA'],
    ['en-301-549', ''],
  ] as const) {
    const standard = standards.find((one) => one.slug.startsWith(slug))!;
    const made = await page.request.post(`${base}${at.api}/audits`, { data: { title: `Audit of ${slug}` } });
    const { audit } = (await made.json()) as { audit: { number: number } };
    const conformanceLevel = standard.levels.find(({ name }) => name === level)?.id ?? null;
    const data = { standardId: standard.id, conformanceLevel, status: 'completed' };
    const set = await page.request.patch(`${base}${at.api}/audits/${audit.number}`, { data });
    expect(set.ok(), await set.text()).toBe(true);
  }
  await page.goto(`${base}${at.product}/reports`);
  await page.getByRole('button', { name: 'New report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Audit', { exact: true }).selectOption('#1 Audit of wcag-2-2');
  await dialog.getByRole('combobox', { name: 'Additional standards' }).click();
  await page
    .getByRole('option', { name: /^EN 301 549/ })
    .first()
    .click();
  await dialog.getByRole('combobox', { name: 'Additional audits' }).click();
  await page.getByRole('option', { name: '#2 Audit of en-301-549' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Accessibility Conformance Report' })).toBeFocused();
  const read = async () => {
    const answer = await page.request.get(`${base}${at.api}/conformance-reports/1`);
    return ((await answer.json()) as { conformanceReport: { standards: object[]; auditIds: string[] } })
      .conformanceReport;
  };
  expect((await read()).standards).toHaveLength(2);
  expect((await read()).auditIds).toHaveLength(2);
  await expect(page.getByRole('list', { name: 'Requirements' }).getByRole('listitem').first()).toContainText(
    'WCAG 2.2',
  );
  await expect(page.getByRole('list', { name: 'Requirements' }).getByRole('listitem').last()).toContainText(
    'EN 301 549',
  );
  await page.getByRole('link', { name: 'About the report' }).click();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Both at once.');
  await page.getByRole('button', { name: /^Remove #2 Audit/ }).click();
  // The field has the focus, and its list is open.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(said(page, 'Saved.')).toBeVisible();
  expect((await read()).standards).toHaveLength(2);
  expect((await read()).auditIds).toHaveLength(1);
});
