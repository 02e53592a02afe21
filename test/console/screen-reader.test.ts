import { expect, test } from '@playwright/test';
import { base, records } from './console.js';
import { PASSWORD } from './password.js';
import { auditedStandard, findingsOf, newEmail, workplace } from './people.js';
import { type Heard, Reader, textOf } from './reader.js';
import { ADDRESSES, filled, settled, SIGNED_OUT, signIn } from './views.js';

const CONTROLS = [
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'radio', 'switch', 'tab'],
  ...['menuitem', 'slider', 'spinbutton', 'Due date', 'image', 'img', 'dialog', 'grid', 'table', 'region'],
];
const LANDMARKS = ['banner', 'navigation', 'main', 'complementary', 'contentinfo', 'search', 'region'];

/** What a screen reader would be told badly of a view. */
function faultsOf(nodes: readonly Heard[]): string[] {
  const faults: string[] = [];
  const headings = nodes.filter(({ role }) => role === 'heading');
  if (headings.filter(({ level }) => level === 1).length !== 1) faults.push('not one h1');
  let before = 0;
  for (const { level, name } of headings) {
    if (name === '') faults.push(`a heading without words, of level ${level}`);
    if (level > before + 1) faults.push(`"${name}" of level ${level} comes after one of level ${before}`);
    before = level;
  }
  for (const { role, name } of nodes)
    if (CONTROLS.includes(role) && name === '') faults.push(`a ${role} without a name`);
  for (const role of LANDMARKS) {
    const names = nodes.filter((node) => node.role === role).map(({ name }) => name);
    if (new Set(names).size < names.length) faults.push(`landmarks ${role} of one name: ${names.join(', ')}`);
  }
  for (const [role, most] of [
    ['main', 1],
    ['banner', 1],
  ] as const)
    if (nodes.filter((node) => node.role === role).length !== most) faults.push(`not one ${role}`);
  for (const table of nodes.filter(({ role }) => ['table', 'grid'].includes(role)))
    if (!below(table).some(({ role }) => role === 'columnheader')) faults.push(`no headers in the table ${table.name}`);
  for (const radio of nodes.filter(({ role }) => role === 'radio'))
    if (!above(radio).some(({ role, name }) => ['radiogroup', 'group'].includes(role) && name !== ''))
      faults.push(`the radio button ${radio.name} is in no group with a name`);
  return faults;
}

const below = (node: Heard): Heard[] => node.children.flatMap((child) => [child, ...below(child)]);
const above = (node: Heard): Heard[] => (node.parent ? [node.parent, ...above(node.parent)] : []);

for (const address of ADDRESSES)
  test(`a screen reader is told all of ${address}: headings in order, landmarks, names, tables`, async ({ page }) => {
    if (!SIGNED_OUT.includes(address)) await signIn(page, records);
    await page.goto(base + filled(address, records));
    await settled(page);
    const reader = await Reader.of(page);
    const nodes = await reader.all();
    expect(faultsOf(nodes)).toEqual([]);
    // The first thing of the page leads past what all views have; of a view that leads on, its heading has the focus.
    if (page.url() !== base + filled(address, records)) return;
    await page.keyboard.press('Tab');
    await reader.isAt('link', 'Skip to content');
  });

test('by the accessibility tree alone somebody signs in, and hears what is wrong', async ({ page }) => {
  const email = newEmail('reader');
  await page.request.post(`${base}/api/auth/sign-up/email`, { data: { name: 'Ada', email, password: PASSWORD } });
  await page.context().clearCookies();
  await page.goto(`${base}/sign-in`);
  const reader = await Reader.of(page);
  await reader.type('E-mail', email);
  await reader.press('button', 'Sign in');
  await reader.hears(/There is a problem.*Enter your password\./, 'alert');
  const password = await reader.find('textbox', 'Password');
  expect(password.state['invalid']).toBe('true');
  expect(password.state['required']).toBe(true);
  await reader.type('Password', PASSWORD);
  await reader.press('button', 'Sign in');
  await reader.isAt('heading', 'Your organizations');
});

test('by the accessibility tree alone somebody triages: confirms, dismisses, takes back', async ({ page }) => {
  const at = await workplace(page, 'reader-triage', findingsOf('image-alt', 4));
  await page.goto(`${base}${at.product}/findings`);
  const reader = await Reader.of(page);
  const group = await reader.find('heading', 'image-alt, 4 findings');
  expect(group.level).toBe(2);
  await reader.press('button', 'Confirm', 'Details');
  await reader.hears(/^Confirmed\. Next: image-alt \d/);
  await reader.press('button', 'Dismiss', 'Details');
  await reader.find('dialog', 'Dismiss');
  // While it is open nothing is told of the rest of the page.
  expect((await reader.all()).some(({ role }) => role === 'main')).toBe(false);
  await reader.find('group', 'Reason');
  await reader.press('radio', 'False positive');
  await reader.press('button', 'Dismiss', 'Dismiss');
  await reader.hears(/^Dismissed\. Next: image-alt \d/);
  // Who was in the dialog is at what comes next, and not at the beginning of the page.
  const focused = (await reader.all()).filter(({ isFocused, role }) => isFocused && role !== 'RootWebArea');
  expect(focused).toHaveLength(1);
  expect(above(focused[0]!).map(({ role }) => role)).toContain('main');
  await page.keyboard.press('u');
  await reader.hears(/^Undone\./);
  await reader.find('heading', 'image-alt, 3 findings');
});

test('by the accessibility tree alone somebody makes an issue; a dialog that is left gives the focus back', async ({
  page,
}) => {
  const at = await workplace(page, 'reader-issue');
  await page.goto(`${base}${at.product}/issues`);
  const reader = await Reader.of(page);
  await reader.press('button', 'New issue');
  await reader.find('dialog', 'New issue');
  await reader.press('button', 'Cancel');
  await reader.isAt('button', 'New issue');
  await reader.press('button', 'New issue');
  await reader.press('button', 'Create');
  await reader.hears(/There is a problem/, 'alert');
  const title = await reader.find('textbox', 'Title');
  expect(title.state['invalid']).toBe('true');
  await reader.type('Title', 'The menu traps the focus');
  await reader.press('button', 'Create');
  await reader.isAt('heading', '#1 The menu traps the focus');
  await reader.type('Description', 'Tab never leaves it.');
  await reader.press('button', 'Save changes');
  await reader.hears(/^Saved\./);
  await reader.press('link', 'Issues', 'Product');
  await reader.isAt('heading', 'Issues');
  const table = await reader.find('table', /issues/i);
  expect(below(table).filter(({ role }) => role === 'columnheader').length).toBeGreaterThan(2);
  expect(below(table).map(textOf).join(' ')).toContain('The menu traps the focus');
  await reader.hears(/^1 issue/);
});

test('by the accessibility tree alone somebody judges a requirement of a report', async ({ page }) => {
  const at = await workplace(page, 'reader-report');
  await auditedStandard(page, at);
  const { audits } = (await (await page.request.get(`${base}${at.api}/audits`)).json()) as { audits: { id: string }[] };
  await page.request.post(`${base}${at.api}/conformance-reports`, {
    data: { title: 'Draft', auditId: audits[0]!.id },
  });
  await page.goto(`${base}${at.product}/reports/1`);
  const reader = await Reader.of(page);
  await reader.press('link', /^1\.1\.1/, 'Requirements');
  await reader.isAt('heading', /^heading 1\.1\.1/);
  await reader.press('radio', 'Supports', 'Verdict');
  expect((await reader.find('radio', 'Supports', 'Verdict')).state['checked']).toBe('true');
  await reader.press('button', 'Save verdict');
  await reader.hears(/^Saved\./);
  await reader.press('button', 'Next requirement');
  await reader.isAt('heading', /^heading 1\.4\.3/);
});
