import { addressesOf, hostsOf, isPostgresUrl } from './postgres-url.js';

test.each([
  ['postgres://a/db', ['postgres://a/db']],
  [
    'postgres://u:p%40@a:1,b:2/db?target_session_attrs=read-write',
    ['postgres://u:p%40@a:1/db', 'postgres://u:p%40@b:2/db'],
  ],
  [
    'postgresql://u@a,b/db?sslmode=require&target_session_attrs=primary',
    ['postgresql://u@a/db?sslmode=require', 'postgresql://u@b/db?sslmode=require'],
  ],
  [
    'postgres://u@[::1]:1,[::2]/db?target_session_attrs=read-write',
    ['postgres://u@[::1]:1/db', 'postgres://u@[::2]/db'],
  ],
])('the addresses of the hosts of %s', (url, expected) => {
  expect(isPostgresUrl(url)).toBe(true);
  expect(addressesOf(url)).toEqual(expected);
});

test('hosts are named with their ports, and without credentials', () => {
  expect(hostsOf('postgres://u:secret@a,b:6432/db?target_session_attrs=read-write')).toBe('a:5432, b:6432');
});

test.each([
  'mysql://a/db',
  'postgres:///db',
  'postgres://a,b/db',
  'postgres://a:1,b:x/db?target_session_attrs=read-write',
  'postgres://a,/db?target_session_attrs=read-write',
  'postgres://a,b/db?target_session_attrs=prefer-standby',
])('%s is refused', (url) => expect(isPostgresUrl(url)).toBe(false));
