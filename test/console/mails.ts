import { expect, type Page } from '@playwright/test';
import { base } from './console.js';
import { type Hand, handOf } from './hand.js';
import { mailedLink as linkIn } from './mailed-link.js';
import { PASSWORD } from './password.js';
import { newEmail, type Workplace } from './people.js';

/** Waits for a mail to somebody with this subject, and gives its link to the service. */
export const mailedLink = (email: string, subject: string | RegExp): Promise<string> => linkIn(email, subject, base);

/** Makes an account on the page of an invitation, and joins with it. */
export async function join(page: Page, link: string, hand: Hand = handOf('mouse', page)): Promise<void> {
  await page.goto(link);
  await hand.type(page.getByRole('textbox', { name: 'Your name' }), 'Katherine Johnson');
  await hand.type(page.getByLabel('New password'), PASSWORD);
  await hand.press(page.getByRole('button', { name: 'Create an account and accept' }));
  await expect(page.getByRole('heading', { level: 1, name: 'You have joined' })).toBeVisible();
}

/** Makes somebody a member whom an owner invites; both browsers are signed in then. */
export async function memberOf(owner: Page, member: Page, { api }: Workplace): Promise<void> {
  const email = newEmail('member');
  const organizationId = /organizations\/([^/]+)/.exec(api)![1]!;
  const data = { email, role: 'member', organizationId };
  const invited = await owner.request.post(`${base}/api/auth/organization/invite-member`, { data });
  expect(invited.ok(), await invited.text()).toBe(true);
  await join(member, await mailedLink(email, /^Invitation to join/));
}
