import {
  signUpWithSecondFactor,
  type PersonWithSecondFactor,
  nextCode,
  PASSWORD,
  wrongCodeOf,
} from '../support/authenticator.js';
import { mailedInvitation } from '../support/mail.js';
import { browserOf, type ParsedPageForm, type ParsedPage } from '../support/pages.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ PUBLIC_URL: 'http://curbcut.test' });
const browser = browserOf(service);

/** Somebody with a second factor who has typed the right password on the page of an invitation. */
async function asked(): Promise<{
  person: PersonWithSecondFactor;
  link: string;
  form: ParsedPageForm;
  page: ParsedPage;
  isIn: () => Promise<boolean>;
}> {
  const w = await world(service);
  const person = await signUpWithSecondFactor(service);
  const body = { email: person.email, role: 'member', organizationId: w.organization.id };
  const { id } = (await service.as(w.owner.token).post('/api/auth/organization/invite-member').send(body)).body;
  const link = `/accept-invitation?id=${id}&token=${await mailedInvitation(service, id)}`;
  const [signIn] = (await browser.open(link)).forms;
  const page = await browser.submit(link, signIn!, { password: PASSWORD });
  const isIn = async () =>
    (
      await service.database.query('SELECT FROM members WHERE organization_id = $1 AND user_id = $2', [
        w.organization.id,
        person.id,
      ])
    ).length === 1;
  return { person, link, form: page.forms[0]!, page, isIn };
}

test('the page of an invitation asks for the second factor, and lets nobody in before', async () => {
  const { person, link, form, page, isIn } = await asked();
  expect([page.status, Object.keys(form.fields), page.response.headers['set-cookie']]).toEqual([
    200,
    ['code'],
    undefined,
  ]);
  const empty = await browser.submit(link, form);
  expect([empty.status, empty.forms[0]!.fields['code']!.invalid]).toEqual([400, true]);
  const wrong = await browser.submit(link, form, { code: wrongCodeOf(person.uri) });
  expect([wrong.status, wrong.forms[0]!.fields['code']!.invalid, await isIn()]).toEqual([401, true, false]);
  const code = await nextCode(service, person.uri, person);
  const joined = await browser.submit(link, wrong.forms[0]!, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect([joined.heading, await isIn()]).toEqual(['You have joined the organization', true]);
  expect(String(joined.response.headers['set-cookie'])).toMatch(/session_token=/);
});

test('a backup code is accepted on the page instead of a code, once', async () => {
  const { person, link, form, isIn } = await asked();
  const joined = await browser.submit(link, form, { code: person.backupCodes[0]! });
  expect([joined.status, await isIn()]).toEqual([200, true]);
  const other = await asked();
  const foreign = await browser.submit(other.link, other.form, { code: person.backupCodes[1]! });
  expect([foreign.status, await other.isIn()]).toEqual([401, false]);
});

test('five wrong codes end the sign-in, also for the right one', async () => {
  const { person, link, form, isIn } = await asked();
  for (let tries = 0; tries < 5; tries += 1)
    expect((await browser.submit(link, form, { code: wrongCodeOf(person.uri) })).status).toBe(401);
  const over = await browser.submit(link, form, { code: await nextCode(service, person.uri, person) });
  expect([over.status, over.text.includes('Open the link in the email again'), await isIn()]).toEqual([
    400,
    true,
    false,
  ]);
});
