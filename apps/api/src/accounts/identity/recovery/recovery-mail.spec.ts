import type { MadeAccess } from './made-access.js';
import { recoveryMail } from './recovery-mail.js';

const made = (kind: string, title: string): MadeAccess => ({
  id: '01',
  kind,
  recordId: '02',
  organizationId: null,
  title,
  details: {},
  sessionId: null,
  fresh: false,
  ownNetwork: false,
  madeAt: new Date('2026-05-03T12:00:00Z'),
  kept: false,
});
const textOf = (...all: MadeAccess[]) =>
  recoveryMail({ name: 'Ada', email: 'ada@example.org' }, all, new Date('2026-05-04T12:00:00Z'), 'https://curbcut')
    .text;

test('tells what is given back apart from what is suspended, and ends', () => {
  const text = textOf(made('lost_membership', 'Ada'), made('api_key', 'k'));
  expect(text).toMatch(/restored:\n\n- lost membership “Ada”, removed 2026/);
  expect(text).toMatch(/deleted at 2026-05-04T12:00:00.000Z:\n\n- api key “k”, created 2026/);
});

test('says that nothing was found by which somebody could get in, where something was only taken', () => {
  expect(textOf(made('lost_membership', 'Ada'))).toContain('No access created by another person was found');
  expect(textOf(made('api_key', 'k'))).not.toContain('restored');
});
