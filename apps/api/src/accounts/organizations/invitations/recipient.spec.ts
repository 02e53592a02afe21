import { hashOf } from '#libs/secrets';
import { requireCredential, requireRecipient } from './recipient.js';

const invitation = { email: 'guest@example.org', tokenHash: hashOf('the secret') };
const guest = { email: 'guest@example.org', emailVerified: true };
const unverified = { ...guest, emailVerified: false };
const stranger = { email: 'stranger@example.org', emailVerified: true };
const VERIFY = 'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION';
const ANOTHER = 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION';

const refusal = (act: () => void): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test.each([
  ['a verified address', { person: guest }, undefined],
  ['a verified address with a wrong secret', { person: guest, token: 'x' }, undefined],
  ['the secret alone', { token: 'the secret' }, undefined],
  ['the secret in an account of the address', { person: unverified, token: 'the secret' }, undefined],
  ['an unverified address', { person: unverified }, VERIFY],
  ['an unverified address with a wrong secret', { person: unverified, token: 'x' }, VERIFY],
  ['another address', { person: stranger }, ANOTHER],
  ['another address with the secret', { person: stranger, token: 'the secret' }, ANOTHER],
  ['a wrong secret', { token: 'x' }, ANOTHER],
  ['an empty secret', { token: '' }, ANOTHER],
])('%s', (_name, answerer, code) => {
  expect(refusal(() => requireRecipient(invitation, answerer))).toBe(code);
});

test('no secret of an invitation is right before its mail is sent', () => {
  expect(refusal(() => requireRecipient({ ...invitation, tokenHash: null }, { token: '' }))).toBe(ANOTHER);
});

test('without a secret or a person, nobody is the recipient', () => {
  expect(refusal(() => requireCredential({}))).toBe('UNAUTHORIZED');
  expect(refusal(() => requireCredential({ token: 'x' }))).toBeUndefined();
  expect(refusal(() => requireCredential({ person: stranger }))).toBeUndefined();
});
