import { signUp } from '../support/authenticator.js';
import { useService } from '../support/service.js';

const service = useService();
const post = (path: string, body: object, token?: string) => service.as(token).post(`/api/auth/${path}`).send(body);

// Each would be mailed to a plainer spelling of itself, or carry sentences of a stranger's into mails to others.
const ODD = [
  '"\n\nyour account was breached\n\n"@example.org',
  '"ada"@example.org',
  '"\u0007ada"@example.org',
  'x\u2028ada@example.org',
  'ada\u200b@example.org',
  'ada@exªmple.org',
  'ada@exam\u034fple.org',
];

test.each(ODD)('the address %j is taken nowhere, so that nobody is written to in a thousand spellings', async (odd) => {
  const { token } = await signUp(service);
  const { id: organizationId } = (await post('organization/create', { name: 'Example' }, token)).body;
  const refused = [
    await post('sign-up/email', { name: 'Ada', email: odd, password: 'correct horse battery' }),
    await post('request-password-reset', { email: odd }),
    await post('change-email', { newEmail: odd }, token),
    await post('organization/invite-member', { email: odd, role: 'member', organizationId }, token),
  ];
  for (const { status, body } of refused) expect([status, body.errors?.[0].code]).toEqual([400, 'malformed']);
});

test('an address in letters of any script is accepted', async () => {
  const answer = await post('sign-up/email', {
    name: 'Jö',
    email: 'Jö@Straße.example',
    password: 'correct horse battery',
  });
  expect([answer.status, answer.body.user?.email]).toEqual([200, 'jö@straße.example']);
});
