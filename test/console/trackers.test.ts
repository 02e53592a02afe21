import { expect, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { handOf } from './hand.js';
import { memberOf } from './mails.js';
import { workplace } from './people.js';
import { LOCALES, sayIn, WAYS } from './say.js';
import { overflowOf, violationsOf } from './views.js';
import { StandInGitLab } from '../support/trackers/gitlab.js';

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

for (const [language, name] of WAYS) {
  test.describe(`by ${name}, in ${language}`, () => {
    test.use({ locale: LOCALES[language] });
    const say = sayIn(language);
    test.slow();

    test('a product is connected with a tracker that does not answer, and an issue is sent there', async ({ page }) => {
      const at = await workplace(page, `tracker-${name}-${language}`);
      const hand = handOf(name, page);
      await page.goto(`${base}${at.product}/settings/trackers`);
      await hand.press(page.getByRole('button', { name: say('New connection') }));
      const dialog = page.getByRole('dialog', { name: say('New connection') });
      await hand.press(dialog.getByRole('button', { name: say('New connection') }));
      await expect(dialog.getByRole('alert')).toContainText(say('Fill this in.'));
      await hand.type(dialog.getByRole('textbox', { name: say('Name') }), 'Team Checkout');
      await hand.type(dialog.getByRole('textbox', { name: say('Repository') }), 'example/shop');
      // Reserved names lead nowhere, on every machine.
      await hand.type(dialog.getByRole('textbox', { name: say('Server URL') }), 'https://git.invalid');
      await hand.type(dialog.getByLabel(say('Token')), 'a-token-of-tests');
      await hand.press(dialog.getByRole('button', { name: say('New connection') }));
      await expect(dialog.getByRole('textbox', { name: say('Webhook URL') })).toHaveValue(/\/api\/webhooks\/trackers/);
      await hand.press(dialog.getByRole('button', { name: say('Test') }));
      const trial = page.getByRole('dialog', { name: say('Test') });
      await hand.press(trial.getByRole('button', { name: say('Test') }));
      await expect(trial.getByRole('status')).toContainText(say('The connection failed.'));
      await hand.press(trial.getByRole('button', { name: say('Cancel') }));
      await hand.press(dialog.getByRole('button', { name: say('Close') }));
      await expect(page.getByRole('heading', { level: 2, name: /Team Checkout/ })).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);

      await hand.press(page.getByRole('button', { name: say('Edit') }));
      const edit = page.getByRole('dialog', { name: say('Edit') });
      await hand.pick(edit.getByRole('radio', { name: say('Keep the issue open and mark it for retest') }));
      await hand.type(edit.getByRole('textbox', { name: say('Labels'), exact: true }), 'accessibility, web');
      const titles = edit.getByRole('textbox', { name: say('Titles in the tracker') });
      await hand.type(titles, 'Accessibility');
      await hand.press(edit.getByRole('button', { name: say('Edit') }));
      await expect(edit.getByRole('alert')).toBeVisible();
      await hand.type(titles, '[A11y] {title}');
      await hand.press(edit.getByRole('button', { name: say('Edit') }));
      await expect(said(page, say('Saved.'))).toBeVisible();
      const { trackerConnections } = (await (
        await page.request.get(`${base}${at.api}/tracker-connections`)
      ).json()) as { trackerConnections: unknown[] };
      expect(trackerConnections).toMatchObject([
        {
          ...{ labels: ['accessibility', 'web'], template: { title: '[A11y] {title}' } },
          ...{ whenClosedThere: 'retest', webhookSecretSet: false, push: { by: 'hand' } },
        },
      ]);

      const made = await page.request.post(`${base}${at.api}/issues`, { data: { title: 'The menu traps the focus' } });
      expect(made.ok(), await made.text()).toBe(true);
      await page.goto(`${base}${at.product}/issues/1`);
      await expect(page.getByText(say('Not in a tracker yet.'))).toBeVisible();
      await hand.press(page.getByRole('button', { name: say('Link by URL') }));
      const link = page.getByRole('dialog', { name: say('Link by URL') });
      await hand.type(link.getByRole('textbox', { name: say('URL in the tracker') }), 'https://elsewhere.invalid/1');
      await hand.press(link.getByRole('button', { name: say('Link by URL') }));
      await expect(link.getByRole('alert')).toBeVisible();
      await hand.press(link.getByRole('button', { name: say('Cancel') }));
      await hand.press(page.getByRole('button', { name: say('Send to tracker') }));
      const send = page.getByRole('dialog', { name: say('Send to tracker') });
      await hand.press(send.getByRole('button', { name: say('Send to tracker') }));
      await expect(said(page, say('The issue is being sent to the tracker.'))).toBeVisible();
      await expect(page.getByText(say('Being sent'), { exact: true })).toBeVisible();
      expect(await violationsOf(page)).toEqual([]);
      await hand.press(page.getByRole('button', { name: say('Unlink') }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: say('Unlink') }));
      await expect(page.getByText(say('Not in a tracker yet.'))).toBeVisible();

      await page.goto(`${base}${at.product}/settings/trackers`);
      await hand.press(page.getByRole('button', { name: say('Turn off') }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: say('Turn off') }));
      await expect(page.getByRole('button', { name: say('Turn on'), exact: true })).toBeVisible();
      await hand.press(page.getByRole('button', { name: say('Delete connection') }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: say('Delete connection') }));
      await expect(page.getByRole('heading', { level: 2, name: say('No trackers yet') })).toBeVisible();
    });

    test('issues are brought here by a label once it is seen which, and what differs is decided', async ({ page }) => {
      const at = await workplace(page, `bring-${name}-${language}`);
      const hand = handOf(name, page);
      const tracker = await new StandInGitLab().start();
      try {
        tracker.make({ title: 'The menu traps the focus', labels: ['a11y'] });
        tracker.make({ title: `Low ${'contrast'.repeat(20)}`, labels: ['a11y'] });
        tracker.make({ title: 'Slow', labels: ['speed'] });
        const made = await page.request.post(`${base}${at.api}/tracker-connections`, {
          data: {
            ...{ kind: 'gitlab', name: 'Team Checkout', url: tracker.url, project: tracker.projectKey },
            ...{ credentials: tracker.credentials, follow: [] },
          },
        });
        expect(made.ok(), await made.text()).toBe(true);
        await page.goto(`${base}${at.product}/settings/trackers`);
        // Her address is not confirmed, so that it proves nothing.
        tracker.addresses.set('ada.there', at.email);
        await hand.press(page.getByRole('button', { name: say('Edit') }));
        const edit = page.getByRole('dialog', { name: say('Edit') });
        await hand.press(edit.getByRole('button', { name: say('Suggest matches by e-mail address') }));
        await expect(edit.getByRole('status')).toContainText(say('Check the user mapping before you save.'));
        expect(await violationsOf(page)).toEqual([]);
        await hand.press(edit.getByRole('button', { name: say('Cancel') }));
        await hand.press(page.getByRole('button', { name: say('Import issues') }));
        const dialog = page.getByRole('dialog', { name: say('Import issues') });
        await hand.type(dialog.getByRole('textbox', { name: say('Label') }), 'a11y');
        await hand.press(dialog.getByRole('button', { name: say('Show preview') }));
        await expect(dialog.getByRole('status').getByRole('listitem')).toHaveCount(2);
        await expect(dialog.getByRole('status')).toContainText('The menu traps the focus');
        expect(await violationsOf(page)).toEqual([]);
        await hand.press(dialog.getByRole('button', { name: say('Import issues') }));
        await expect(said(page, say('The issues are being imported.'))).toBeVisible();
        const issues = async () =>
          ((await (await page.request.get(`${base}${at.api}/issues`)).json()) as { issues: { title: string }[] })
            .issues;
        await expect.poll(async () => (await issues()).length, { timeout: 30_000 }).toBe(2);

        await page.goto(`${base}${at.product}/settings/trackers`);
        await hand.press(page.getByRole('link', { name: say('Differences') }));
        await expect(page.getByRole('heading', { level: 2, name: say('No differences') })).toBeVisible();
        tracker.change(1, { title: 'Other person’s value', state: 'closed' });
        // Ours is changed, so both are looked at.
        const changed = await page.request.patch(`${base}${at.api}/issues/1`, {
          data: { severity: 'high' },
          headers: { 'if-match': '*' },
        });
        expect(changed.ok(), await changed.text()).toBe(true);
        const listed = page.getByRole('heading', { level: 2, name: /#1/ });
        await expect(async () => {
          await page.reload();
          await expect(listed).toBeVisible({ timeout: 2_000 });
        }).toPass({ timeout: 40_000 });
        await page.setViewportSize({ width: 320, height: 700 });
        expect(await violationsOf(page)).toEqual([]);
        expect(await overflowOf(page)).toBe(0);
        const titled = page.getByRole('button', { name: say('Keep the Curbcut value') }).first();
        await hand.press(titled);
        await expect(said(page, say('The tracker gets the Curbcut value.'))).toBeVisible();
        await expect.poll(() => tracker.issues.get(1)?.title, { timeout: 30_000 }).toBe('The menu traps the focus');
        await expect(page.getByRole('heading', { level: 3 })).toHaveCount(1, { timeout: 30_000 });
        await hand.press(page.getByRole('button', { name: say('Use the tracker value') }));
        await expect(page.getByRole('heading', { level: 2, name: say('No differences') })).toBeVisible({
          timeout: 30_000,
        });
        const { issue } = (await (await page.request.get(`${base}${at.api}/issues/1`)).json()) as {
          issue: { state: string };
        };
        expect(issue.state).toBe('closed');
      } finally {
        await tracker.stop();
      }
    });

    test('a secret is set, given other places, and deleted, and its value is read nowhere', async ({ page }) => {
      const at = await workplace(page, `secret-${name}-${language}`);
      const hand = handOf(name, page);
      await page.goto(`${base}${at.product}/settings/secrets`);
      await hand.press(page.getByRole('button', { name: say('New secret') }));
      const dialog = page.getByRole('dialog', { name: say('New secret') });
      await hand.type(dialog.getByRole('textbox', { name: say('Name') }), 'shop password');
      await hand.press(dialog.getByRole('button', { name: say('New secret') }));
      await expect(dialog.getByRole('alert')).toContainText(
        say('Use capital letters, digits and _, for example SHOP_PASSWORD.'),
      );
      await hand.type(dialog.getByRole('textbox', { name: say('Name') }), 'SHOP_PASSWORD');
      await hand.type(dialog.getByLabel(say('Value')), 'open sesame');
      await hand.type(dialog.getByRole('textbox', { name: say('Allowed sites') }), 'https://id.example.org');
      await hand.press(dialog.getByRole('button', { name: say('New secret') }));
      await expect(said(page, say('Secret {0} set.', { 0: 'SHOP_PASSWORD' }))).toBeVisible();
      const row = page.getByRole('list', { name: say('Secrets') }).getByRole('listitem');
      await expect(row).toContainText('https://id.example.org');
      expect(await violationsOf(page)).toEqual([]);
      await hand.press(row.getByRole('button', { name: say('Replace') }));
      const again = page.getByRole('dialog', { name: say('Replace') });
      await expect(again.getByLabel(say('Value'))).toHaveValue('');
      await hand.type(again.getByLabel(say('Value')), 'another one');
      await hand.type(
        again.getByRole('textbox', { name: say('Allowed sites') }),
        'https://id.example.org https://shop.example.org',
      );
      await hand.press(again.getByRole('button', { name: say('Replace') }));
      await expect(row).toContainText('https://shop.example.org');
      expect(await page.content()).not.toContain('another one');
      await hand.press(row.getByRole('button', { name: say('Delete') }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: say('Delete') }));
      await expect(page.getByRole('heading', { level: 2, name: say('No secrets yet') })).toBeVisible();
    });
  });
}

test('members see trackers and who connects them, and no secrets', async ({ page, browser }) => {
  const at = await workplace(page, 'tracker-member');
  const member = await (await browser.newContext()).newPage();
  await memberOf(page, member, at);
  await member.goto(`${base}${at.product}/settings/trackers`);
  await expect(member.getByText('Admins and owners of the organization connect trackers.')).toBeVisible();
  await expect(member.getByRole('button', { name: 'New connection' })).toHaveCount(0);
  await expect(member.getByRole('link', { name: 'Secrets' })).toHaveCount(0);
  await member.goto(`${base}${at.product}/settings/secrets`);
  await expect(member.getByText('Your role cannot see secrets.')).toBeVisible();
});

test('a kind of tracker asks for what it needs: Jira for its address, and whose token it is', async ({ page }) => {
  test.slow();
  const at = await workplace(page, 'jira');
  await page.goto(`${base}${at.product}/settings/trackers`);
  await page.getByRole('button', { name: 'New connection' }).click();
  const dialog = page.getByRole('dialog', { name: 'New connection' });
  await expect(dialog.getByRole('textbox', { name: 'E-mail address of the token’s account' })).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'Jira' }).check();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Team Checkout');
  await dialog.getByRole('textbox', { name: 'Project' }).fill('SHOP');
  await dialog.getByLabel('Token', { exact: true }).fill('a-token-of-tests');
  await dialog.getByRole('textbox', { name: 'E-mail address of the token’s account' }).fill('ada@example.org');
  await dialog.getByRole('textbox', { name: 'Tracker states for closed' }).fill('Won’t fix, Duplicate');
  await dialog.getByRole('button', { name: 'New connection' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a URL.');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Server URL' }).fill('https://jira.invalid');
  await dialog.getByRole('button', { name: 'New connection' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Webhook URL' })).toBeVisible();
  const list = await page.request.get(`${base}${at.api}/tracker-connections`);
  const { trackerConnections } = (await list.json()) as { trackerConnections: unknown[] };
  expect(trackerConnections).toMatchObject([
    {
      kind: 'jira',
      states: {
        there: [
          { name: 'Won’t fix', state: 'closed' },
          { name: 'Duplicate', state: 'closed' },
        ],
      },
    },
  ]);
});
