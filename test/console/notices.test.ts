import { expect, type Page, test } from '@playwright/test';
import { base } from './console.js';
import { handOf } from './hand.js';
import { memberOf } from './mails.js';
import { workplace, type Workplace } from './people.js';
import { LOCALES, sayIn, WAYS } from './say.js';
import { settled } from './views.js';

const inbox = (page: Page, name: RegExp | string) => page.getByRole('banner').getByRole('link', { name });

/** Issues that a member then gives to the owner. */
async function issues(page: Page, at: Workplace, titles: readonly string[]): Promise<string> {
  for (const title of titles)
    expect((await page.request.post(`${base}${at.api}/issues`, { data: { title } })).ok()).toBe(true);
  const { user } = (await (await page.request.get(`${base}/v1/me`)).json()) as { user: { id: string } };
  return user.id;
}

const give = async (member: Page, at: Workplace, number: number, assigneeId: string): Promise<void> => {
  const answer = await member.request.patch(`${base}${at.api}/issues/${number}`, {
    data: { assigneeId },
    headers: { 'if-match': '*' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
};

for (const [language, name] of WAYS) {
  test.describe(`by ${name}, in ${language}`, () => {
    test.use({ locale: LOCALES[language] });
    const say = sayIn(language);
    test.slow();

    test('somebody is told while they work, reads it in the inbox, and marks it', async ({ page, browser }) => {
      const at = await workplace(page, `inbox-${name}-${language}`);
      const hand = handOf(name, page);
      const member = await (await browser.newContext()).newPage();
      await memberOf(page, member, at);
      const me = await issues(page, at, ['No name', 'No focus']);
      await page.goto(`${base}${at.org}`);
      await settled(page);
      await expect(inbox(page, say('Inbox'))).toBeVisible();
      await give(member, at, 1, me);
      await give(member, at, 2, me);
      const mentioned = { body: `@[you](user:${me}) please` };
      expect((await member.request.post(`${base}${at.api}/issues/1/comments`, { data: mentioned })).ok()).toBe(true);
      // It stands there without a reload, and is said once.
      await expect(inbox(page, say('{unread} unread', { unread: 3 }))).toBeVisible();
      await expect(
        page.getByRole('status').filter({
          hasText: say('{unread, plural, one {# unread notification} other {# unread notifications}}', { unread: 3 }),
        }),
      ).toBeAttached();

      await hand.press(inbox(page, say('Inbox')));
      await expect(page.getByRole('heading', { level: 1, name: say('Inbox') })).toBeFocused();
      const mention = page.getByRole('article').filter({ hasText: say('You were mentioned') });
      await expect(mention).toContainText('please');
      await hand.press(mention.getByRole('button', { name: say('Mark as read') }));
      // It stays in place, and so does the focus.
      await expect(mention.getByRole('button', { name: say('Mark as unread') })).toBeFocused();
      await expect(inbox(page, say('{unread} unread', { unread: 2 }))).toBeVisible();
      await hand.press(page.getByRole('article').getByRole('link', { name: '#2 No focus' }));
      await expect(page.getByRole('heading', { level: 1, name: '#2 No focus' })).toBeFocused();
      await expect(inbox(page, say('{unread} unread', { unread: 1 }))).toBeVisible();

      await hand.press(inbox(page, say('Inbox')));
      await expect(page.getByRole('article')).toHaveCount(1);
      await hand.press(page.getByRole('button', { name: say('Mark all as read') }));
      await expect(page.getByRole('heading', { level: 2, name: say('No unread notifications') })).toBeVisible();
      await hand.press(page.getByRole('navigation', { name: say('Inbox') }).getByRole('link', { name: say('All') }));
      await expect(page.getByRole('article')).toHaveCount(3);
    });

    test('what is mailed is said in the account, and kept', async ({ page }) => {
      await workplace(page, `mails-${name}-${language}`);
      const hand = handOf(name, page);
      await page.goto(`${base}/account/notifications`);
      const field = page.getByRole('combobox', { name: say('A comment on a record that you watch') });
      await field.selectOption({ label: say('Once a week') });
      await page.getByRole('combobox', { name: say('Time of daily and weekly e-mails') }).selectOption('6');
      await hand.press(page.getByRole('button', { name: say('Save changes') }));
      await expect(page.getByRole('status').filter({ hasText: say('Saved.') })).toBeVisible();
      await page.reload();
      await expect(field).toHaveValue('weekly');
      const kept = (await (await page.request.get(`${base}/v1/me/mail-settings`)).json()) as {
        hour: number;
        choices: { kind: string; when: string }[];
      };
      expect(kept.hour).toBe(6);
      expect(kept.choices).toContainEqual({ kind: 'commented', when: 'weekly' });
    });
  });
}

test('where no stream comes, notices are asked for, and what came is shown when somebody wants it', async ({
  page,
  browser,
}) => {
  const at = await workplace(page, 'asked');
  const member = await (await browser.newContext()).newPage();
  await memberOf(page, member, at);
  const me = await issues(page, at, ['No name', 'No focus']);
  await page.route('**/v1/me/notifications/stream', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"code":"temporarily_unavailable"}' }),
  );
  await page.clock.install();
  await give(member, at, 1, me);
  await page.goto(`${base}/inbox?show=all`);
  await expect(inbox(page, /1 unread/)).toBeVisible();
  await give(member, at, 2, me);
  await expect
    .poll(async () => {
      await page.clock.fastForward(61_000);
      return inbox(page, /2 unread/).count();
    })
    .toBe(1);
});

test('what comes while somebody reads the inbox moves nothing until they want it', async ({ page, browser }) => {
  const at = await workplace(page, 'news');
  const member = await (await browser.newContext()).newPage();
  await memberOf(page, member, at);
  const me = await issues(page, at, ['No name']);
  await page.goto(`${base}/inbox`);
  await expect(page.getByRole('heading', { level: 2, name: 'No unread notifications' })).toBeVisible();
  await give(member, at, 1, me);
  await page.getByRole('button', { name: 'Show what’s new' }).click();
  await expect(page.getByRole('article').filter({ hasText: '#1 No name' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show what’s new' })).toHaveCount(0);
});

test('what came before the stream began is said to be new all the same', async ({ page, browser }) => {
  const at = await workplace(page, 'between');
  const member = await (await browser.newContext()).newPage();
  await memberOf(page, member, at);
  const me = await issues(page, at, ['No name']);
  let open = (): void => {};
  const given = new Promise<void>((resolve) => (open = resolve));
  await page.route('**/v1/me/notifications/stream', async (route) => {
    await given;
    await route.continue();
  });
  await page.goto(`${base}/inbox`);
  await expect(page.getByRole('heading', { level: 2, name: 'No unread notifications' })).toBeVisible();
  await settled(page);
  await give(member, at, 1, me);
  open();
  await page.getByRole('button', { name: 'Show what’s new' }).click();
  await expect(page.getByRole('article').filter({ hasText: '#1 No name' })).toBeVisible();
});
