import { passwordFault } from './password-rules.js';

const ADA = { email: 'ada.lovelace@engines.example', name: 'Ada King Lovelace' };

test.each([
  ['1234567', 'PASSWORD_TOO_SHORT'],
  ['🙂🙂🙂🙂🙂🙂🙂', 'PASSWORD_TOO_SHORT'],
  ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
  ['password', 'PASSWORD_COMPROMISED'],
  ['PassWord1', 'PASSWORD_COMPROMISED'],
  ['1234567890', 'PASSWORD_COMPROMISED'],
  ['qwertyuiop', 'PASSWORD_COMPROMISED'],
  ['ada.lovelace', 'PASSWORD_COMPROMISED'],
  ['AdaLovelace1', 'PASSWORD_COMPROMISED'],
  ['Lovelace1815!', 'PASSWORD_COMPROMISED'],
  ['ada.lovelace@engines.example', 'PASSWORD_COMPROMISED'],
  ['ada-king_lovelace', 'PASSWORD_COMPROMISED'],
  ['engines.example', 'PASSWORD_COMPROMISED'],
  ['correct horse battery', undefined],
  ['ada likes tea and cake', undefined],
  ['x'.repeat(128), undefined],
  ['8315 0927 4461', undefined],
])('%p: %p', async (password, fault) => {
  expect(await passwordFault(password, ADA)).toBe(fault);
});

test('the password of a person without a name is judged by the rest', async () => {
  expect(await passwordFault('correct horse', { email: 'x@y.z', name: '' })).toBeUndefined();
});
