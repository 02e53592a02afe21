import { accountsByAddress, proposed } from './proposed.js';

const shown = (account: string, email: string | null) => ({ account, email });

test('accounts are known by the addresses that the tracker shows, in any case', () => {
  expect([...accountsByAddress([shown('ada', ' Ada@Example.org '), shown('bot', null), shown('x', '')])]).toEqual([
    ['ada@example.org', 'ada'],
  ]);
});

test('an address that several accounts show says nothing', () => {
  const several = [shown('ada', 'a@example.org'), shown('eve', 'A@example.org'), shown('ada', 'a@example.org')];
  expect(accountsByAddress(several).size).toBe(0);
});

test.each([['a'.repeat(101)], ['a\0'], ['\ud800']])('what cannot be kept is no account: %j', (account) => {
  expect(accountsByAddress([shown(account, 'a@example.org')]).size).toBe(0);
});

test('who stands for somebody already is not proposed again, on either side', () => {
  const accounts = new Map([
    ['a@example.org', 'ada'],
    ['b@example.org', 'Bob'],
    ['c@example.org', 'cy'],
  ]);
  const members = [...accounts.keys()].map((address, index) => ({ userId: String(index), address }));
  const known = [
    { userId: '0', account: 'other' },
    { userId: '9', account: 'bob' },
  ];
  expect(proposed(accounts, members, known)).toEqual([{ userId: '2', account: 'cy' }]);
});
