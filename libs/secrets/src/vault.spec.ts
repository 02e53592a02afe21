import { UndecryptableSecret, Vault } from './vault.js';

const place = { table: 'webhooks', row: '1', column: 'secret' };
const [old, present] = ['o'.repeat(32), 'p'.repeat(32)];

test('what was sealed is read again at its place', () => {
  const vault = new Vault(present);
  const stored = vault.seal(place, 'whsec_ä');
  expect(stored).not.toContain('whsec');
  expect(vault.open(place, stored)).toBe('whsec_ä');
  expect(vault.seal(place, 'whsec_ä')).not.toBe(stored);
});

test('nothing is read at another place, with another key, or altered', () => {
  const vault = new Vault(present);
  const stored = vault.seal(place, 'secret');
  expect(() => vault.open({ ...place, row: '2' }, stored)).toThrow(UndecryptableSecret);
  expect(() => new Vault(old).open(place, stored)).toThrow(UndecryptableSecret);
  expect(() => vault.open(place, `${stored.slice(0, -2)}AA`)).toThrow(UndecryptableSecret);
  expect(() => vault.open(place, 'plain')).toThrow(UndecryptableSecret);
});

test('the key before is read, and only the present one written', () => {
  const stored = new Vault(old).seal(place, 'secret');
  const vault = new Vault(present, old);
  expect(vault.open(place, stored)).toBe('secret');
  expect(vault.isCurrent(stored)).toBe(false);
  expect(vault.isCurrent(vault.seal(place, 'secret'))).toBe(true);
});

test('without a key nothing can be kept', () => {
  expect(new Vault(undefined).isOpen).toBe(false);
  expect(() => new Vault().seal(place, 'secret')).toThrow('SECRET_KEY');
});
