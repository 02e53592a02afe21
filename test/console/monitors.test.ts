import { expect, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { handOf } from './hand.js';
import { workplace, type Workplace } from './people.js';
import { LOCALES, sayIn, WAYS } from './say.js';
import { overflowOf, violationsOf } from './views.js';

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

/** An agent of the organization: asks the service as the program does. */
async function agentOf(page: Page, { api }: Workplace): Promise<(path: string, data: object) => Promise<unknown>> {
  const organization = api.replace(/\/products\/.*/, '');
  const made = await page.request.post(`${base}${organization}/agents`, { data: { name: 'Test' } });
  expect(made.ok(), await made.text()).toBe(true);
  const { token } = ((await made.json()) as { agent: { token: string } }).agent;
  return async (path, data) => {
    const answer = await fetch(`${base}/api/agent${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(data),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

for (const [language, name] of WAYS) {
  test.describe(`by ${name}, in ${language}`, () => {
    test.use({ locale: LOCALES[language] });
    const say = sayIn(language);
    test.slow();

    test('pages are imported, and a monitor of them is made and run', async ({ page }) => {
      const at = await workplace(page, `monitor-${name}-${language}`);
      const hand = handOf(name, page);
      await page.goto(`${base}${at.product}/pages`);
      await hand.press(page.getByRole('button', { name: say('Import pages') }));
      const pages = page.getByRole('dialog', { name: say('Import pages') });
      await hand.type(
        pages.getByRole('textbox', { name: say('Or paste its content') }),
        'https://shop.example.org/\nhttps://shop.example.org/search',
      );
      await hand.press(pages.getByRole('button', { name: say('Continue') }));
      await expect(pages.getByRole('status')).toContainText(
        say('{0, plural, one {# page is new.} other {# pages are new.}}', { 0: 2 }),
      );
      await hand.press(pages.getByRole('button', { name: say('Import pages') }));
      await expect(said(page, say('{added} pages added.', { added: 2 }))).toBeVisible();
      await hand.tick(page.getByRole('checkbox', { name: /search$/ }));
      await hand.press(page.getByRole('button', { name: say('Ignore'), exact: true }));
      await hand.press(
        page.getByRole('dialog', { name: say('Ignore') }).getByRole('button', { name: say('Ignore'), exact: true }),
      );
      await expect(said(page, say('1 page changed.'))).toBeVisible();
      await expect(page.getByRole('row', { name: /search/ })).toContainText(say('Ignored'));

      const navigation = page.getByRole('navigation', { name: say('Product') });
      await hand.press(navigation.getByRole('link', { name: say('Monitors') }));
      await expect(page.getByRole('heading', { level: 1, name: say('Monitors') })).toBeFocused();
      await hand.press(page.getByRole('button', { name: say('New monitor') }));
      const dialog = page.getByRole('dialog', { name: say('New monitor') });
      await hand.type(dialog.getByRole('textbox', { name: say('Name') }), 'Nightly');
      await dialog
        .getByRole('combobox', { name: say('Frequency') })
        .selectOption({ label: say('On days of the week') });
      await expect(dialog.getByRole('status')).toContainText(language === 'fr' ? 'lundi' : 'Monday');
      await hand.press(dialog.getByRole('button', { name: say('Create') }));
      await expect(page.getByRole('heading', { level: 1, name: '#1 Nightly' })).toBeFocused();

      await hand.press(page.getByRole('button', { name: say('Add step') }));
      await hand.type(
        page.getByRole('group', { name: say('Step {number}', { number: 1 }) }).getByRole('textbox'),
        'nowhere',
      );
      await hand.press(page.getByRole('button', { name: say('Save changes') }));
      await expect(page.getByRole('alert').filter({ hasText: say('There is a problem') })).toBeVisible();
      await hand.press(page.getByRole('button', { name: say('Remove step {number}', { number: 1 }) }));
      await hand.press(page.getByRole('button', { name: say('Save changes') }));
      await expect(said(page, say('Saved.'))).toBeVisible();

      await hand.press(page.getByRole('button', { name: say('Run now') }));
      await expect(said(page, say('The run is waiting for an agent.'))).toBeVisible();
      await hand.press(page.getByRole('table', { name: say('Runs') }).getByRole('link'));
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await hand.press(page.getByRole('button', { name: say('Cancel run') }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: say('Cancel run') }));
      await expect(said(page, say('Cancelled'))).toBeVisible();
      await expect(page.getByRole('button', { name: say('Cancel run') })).toHaveCount(0);
    });

    test('an agent is made, its token shown once, and deleted', async ({ page }) => {
      const at = await workplace(page, `agent-${name}-${language}`);
      const hand = handOf(name, page);
      await page.goto(`${base}${at.org}/settings/agents`);
      await hand.press(page.getByRole('button', { name: say('New agent') }));
      const dialog = page.getByRole('dialog', { name: say('New agent') });
      await hand.press(dialog.getByRole('button', { name: say('New agent') }));
      await expect(dialog.getByRole('alert')).toContainText(say('Fill this in.'));
      await hand.type(dialog.getByRole('textbox', { name: say('Name') }), 'Office');
      await hand.type(dialog.getByRole('textbox', { name: say('Labels') }), 'intranet, vpn');
      await hand.press(dialog.getByRole('button', { name: say('New agent') }));
      await expect(dialog.getByRole('textbox', { name: say('Token'), exact: true })).toHaveValue(/^svc_/);
      await expect(dialog.getByRole('textbox', { name: say('Command'), exact: true })).toHaveValue(/curbcut agent$/);
      await hand.press(dialog.getByRole('button', { name: say('Close') }));
      const row = page.getByRole('row', { name: /Office/ });
      await expect(row).toContainText('vpn');
      expect(await page.content()).not.toContain('svc_');
      await hand.press(row.getByRole('button', { name: say('Delete') }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: say('Delete') }));
      await expect(said(page, say('Agent {name} deleted.', { name: 'Office' }))).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: say('No agents yet') })).toBeVisible();
    });
  });
}

test('a run is shown as it goes on, with why a page failed, and its end is said', async ({ page }) => {
  test.slow();
  const at = await workplace(page, 'live');
  const agent = await agentOf(page, at);
  const list = ['https://shop.example.org/', 'https://shop.example.org/broken'];
  const made = await page.request.post(`${base}${at.api}/monitors`, { data: { name: 'Live', source: { list } } });
  expect(made.ok(), await made.text()).toBe(true);
  const begun = await page.request.post(`${base}${at.api}/monitors/1/runs`, { data: {} });
  const { run } = (await begun.json()) as { run: { id: string } };
  await page.goto(`${base}${at.product}/monitors/1/runs/${run.id}`);
  await expect(page.getByText('The run waits for an agent.', { exact: false })).toBeVisible();
  const claimed = (await agent('/claim', { labels: [], version: '1', wait: 0 })) as { run: { lease: string } };
  const { lease } = claimed.run;
  const next = (await agent(`/runs/${run.id}/next`, { lease, count: 2 })) as { pages: { id: string; url: string }[] };
  await expect(page.getByRole('main').getByText('In progress')).toBeVisible();
  const results = next.pages.map(({ id, url }) =>
    url.endsWith('broken')
      ? { id, outcome: 'failed', reason: 'tls', ms: 10, findings: [], found: [] }
      : { id, outcome: 'looked', finalUrl: url, title: 'Start', ms: 1500, findings: [], found: [] },
  );
  await agent(`/runs/${run.id}/results`, { lease, pages: results });
  await expect(page.getByRole('row', { name: /broken/ })).toContainText('The certificate is not valid.');
  await expect(page.getByRole('row', { name: /Start/ })).toContainText('1.5 sec');
  await agent(`/runs/${run.id}/finish`, { lease, outcome: 'done', reason: null, message: null });
  await expect(said(page, 'Partly done')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Cancel run' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'axe-core' })).toHaveAttribute('href', `${at.product}/activity/1`);
});

/** Has a monitor of the product run once: on its first page something is found, on its second nothing, the third fails. */
async function runOnce(page: Page, at: Workplace): Promise<string> {
  const agent = await agentOf(page, at);
  const list = ['/', '/search', '/broken'].map((path) => `https://shop.example.org${path}`);
  await page.request.post(`${base}${at.api}/monitors`, { data: { name: 'Live', source: { list } } });
  const begun = await page.request.post(`${base}${at.api}/monitors/1/runs`, { data: {} });
  const { run } = (await begun.json()) as { run: { id: string } };
  const claimed = (await agent('/claim', { labels: [], version: '1', wait: 0 })) as { run: { lease: string } };
  const { lease } = claimed.run;
  const next = (await agent(`/runs/${run.id}/next`, { lease, count: 3 })) as { pages: { id: string; url: string }[] };
  const finding = { tool: 'axe-core', ruleId: 'image-alt', title: 'No alternative', selector: 'img' };
  const pages = next.pages.map(({ id, url }) => {
    const { pathname } = new URL(url);
    return pathname === '/broken'
      ? { id, outcome: 'failed', reason: 'tls' }
      : { id, outcome: 'looked', template: 'a', findings: pathname === '/' ? [finding] : [] };
  });
  await agent(`/runs/${run.id}/results`, { lease, pages });
  await agent(`/runs/${run.id}/finish`, { lease, outcome: 'done', reason: null, message: null });
  const state = async (): Promise<string> => {
    const answer = await page.request.get(`${base}${at.api}/monitors/1/runs/${run.id}`);
    return ((await answer.json()) as { run: { state: string } }).run.state;
  };
  await expect.poll(state, { timeout: 30_000 }).toBe('partial');
  return run.id;
}

for (const [language, name] of WAYS.filter(([, way]) => way === 'keyboard'))
  test(`insights tell on which pages something is found, by area, template and run, in ${language}`, async ({
    browser,
  }) => {
    test.slow();
    const context = await browser.newContext({ locale: LOCALES[language], viewport: { width: 320, height: 800 } });
    const page = await context.newPage();
    const say = sayIn(language);
    const hand = handOf(name, page);
    const at = await workplace(page, `page-insights-${language}`);
    await page.goto(`${base}${at.product}/insights`);
    await expect(page.getByRole('heading', { name: say('No pages yet') })).toBeVisible({ timeout: 30_000 });
    const runId = await runOnce(page, at);
    const { area } = (await (
      await page.request.post(`${base}${at.api}/areas`, { data: { name: 'Checkout' } })
    ).json()) as {
      area: { id: string };
    };
    const { pages } = (await (await page.request.get(`${base}${at.api}/pages?q=search`)).json()) as {
      pages: { id: string }[];
    };
    await page.request.patch(`${base}${at.api}/pages/${pages[0]!.id}`, { data: { areaId: area.id } });

    await page.reload();
    const told =
      '{0, plural, one {# page had findings when it was last scanned} other {# pages had findings when they were last scanned}}, of {1}. Never scanned: {2}. Without any manual outcome: {neverAudited}.';
    const all = page.getByRole('figure', { name: say(told, { 0: 1, 1: 2, 2: 0, neverAudited: 2 }) });
    await hand.press(all.getByRole('button', { name: say('Show as table') }));
    await expect(all.getByRole('row', { name: new RegExp(`^${say('Without findings')} 1`) })).toBeVisible();
    const most = 'Pages with findings. Most are in “{0}”: {1} of {2}.';
    const areas = page.getByRole('figure', { name: say(most, { 0: say('No area'), 1: 1, 2: 1 }) });
    await hand.press(areas.getByRole('button', { name: say('Show as table') }));
    await expect(areas.getByRole('row', { name: /Checkout 1 0 1 0/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: say('By template') })).toBeVisible();
    await expect(page.getByRole('heading', { name: say('By week') })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: '#1 Live' })).toContainText(
      say('{newFindings, plural, =0 {no new findings} one {# new finding} other {# new findings}}', { newFindings: 1 }),
    );
    expect(await overflowOf(page)).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await hand.press(page.getByRole('link', { name: '#1 Live' }));
    await expect(page).toHaveURL(new RegExp(`${runId}$`));
    await context.close();
  });

test('members see monitors and run them, and are offered no more', async ({ page }) => {
  const at = await workplace(page, 'monitor-member');
  const source = { list: ['https://shop.example.org/'] };
  expect((await page.request.post(`${base}${at.api}/monitors`, { data: { name: 'Nightly', source } })).ok()).toBe(true);
  await page.route(/\/v1\/me$/, async (route) => {
    const answer = await route.fetch();
    const me = (await answer.json()) as { organizations: { can: Record<string, boolean> }[] };
    for (const { can } of me.organizations)
      Object.assign(can, {
        monitors_create: false,
        monitors_update: false,
        monitors_delete: false,
        agents_list: false,
      });
    await route.fulfill({ response: answer, json: me });
  });
  await page.goto(`${base}${at.product}/monitors`);
  await expect(page.getByRole('link', { name: 'Nightly' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New monitor' })).toHaveCount(0);
  await page.goto(`${base}${at.product}/monitors/1`);
  await expect(page.getByRole('button', { name: 'Run now' })).toBeVisible();
  for (const button of ['Save changes', 'Pause', 'Delete monitor'])
    await expect(page.getByRole('button', { name: button })).toHaveCount(0);
  await page.goto(`${base}${at.org}/settings/agents`);
  await expect(page.getByText('Your role cannot see agents.')).toBeVisible();
});
