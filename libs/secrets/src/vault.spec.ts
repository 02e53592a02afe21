import { UndecryptableSecret, Vault } from './vault.js';

const place = { table: 'webhooks', row: '1', column: 'secret' };
const [old, present] = ['o'.repeat(32), 'p'.repeat(32)];

test('an encrypted value can be read at the place it was encrypted for', () => {
  const vault = new Vault(present);
  const stored = vault.seal(place, 'whsec_ä');
  expect(stored).not.toContain('whsec');
  expect(vault.open(place, stored)).toBe('whsec_ä');
  expect(vault.seal(place, 'whsec_ä')).not.toBe(stored);
});

test('an encrypted value cannot be read at another place, with another key, or when it was altered', () => {
  const vault = new Vault(present);
  const stored = vault.seal(place, 'secret');
  expect(() => vault.open({ ...place, row: '2' }, stored)).toThrow(UndecryptableSecret);
  expect(() => new Vault(old).open(place, stored)).toThrow(UndecryptableSecret);
  expect(() =>
    vault.open(place, `${stored.slice(0, -8)}${stored.at(-8) === 'A' ? 'B' : 'A'}${stored.slice(-7)}`),
  ).toThrow(UndecryptableSecret);
  expect(() => vault.open(place, 'plain')).toThrow(UndecryptableSecret);
});

test('a fingerprint is the same for the same text, and another with another key or none', () => {
  const vault = new Vault(present, old);
  expect(vault.fingerprint('ada@example.org')).toBe(new Vault(present).fingerprint('ada@example.org'));
  const others = [vault.fingerprint('eve@example.org'), new Vault(old).fingerprint('ada@example.org')];
  const keyless = [new Vault().fingerprint('ada@example.org'), new Vault().fingerprint('ada@example.org')];
  expect(new Set([vault.fingerprint('ada@example.org'), ...others, ...keyless]).size).toBe(5);
});

test('values of the previous key are read, and only the present key is used to write', () => {
  const stored = new Vault(old).seal(place, 'secret');
  const vault = new Vault(present, old);
  expect(vault.open(place, stored)).toBe('secret');
  expect(stored.startsWith(vault.prefix)).toBe(false);
  expect(new Vault(present).open(place, vault.seal(place, 'secret'))).toBe('secret');
});

test('a key may seal that is not the first, and where it is none of its own nothing is sealed', () => {
  const vault = new Vault(present, old);
  vault.sealWith(new Vault(old).keyIds[0]!);
  expect(new Vault(old).open(place, vault.seal(place, 'secret'))).toBe('secret');
  vault.sealWith('0123abcd');
  expect(vault.isOpen).toBe(false);
  expect(() => vault.requireOpen()).toThrow('SECRET_KEY');
  expect(() => vault.seal(place, 'secret')).toThrow('SECRET_KEY');
  vault.sealWith(null);
  expect(vault.seal(place, 'secret').startsWith(vault.prefix)).toBe(true);
});

test('without a key nothing can be encrypted', () => {
  expect(new Vault(undefined).isOpen).toBe(false);
  expect(() => new Vault().seal(place, 'secret')).toThrow('SECRET_KEY');
});
