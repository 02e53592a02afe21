import { LocalFault } from '../faults.js';
import { guardedLookup, reachOf, RefusedAddress } from './reach.js';

const lookUp = (host: string, port: number, reach = reachOf({})): Promise<unknown> =>
  new Promise((resolve, reject) =>
    guardedLookup(reach, host, port).lookup(host, { all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    ),
  );

test('what is on the public internet may be reached, and nothing of this machine or network', () => {
  const reach = reachOf({});
  expect(reach.isAllowed('shop.example', '93.184.215.14', 443)).toBe(true);
  for (const address of [
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
  ])
    expect([address, reach.isAllowed('shop.example', address, 443)]).toEqual([address, false]);
});

test('a host, an address and a network may be excepted, at one port or at all', () => {
  const reach = reachOf({ allow: 'Intranet.example, 10.1.0.0/16,127.0.0.1:8080 [::1]:8080 fd00::/8' });
  expect(reach.isAllowed('intranet.example', '192.168.0.1', 443)).toBe(true);
  expect(reach.isAllowed('other.example', '192.168.0.1', 443)).toBe(false);
  expect(reach.isAllowed('other.example', '10.1.2.3', 443)).toBe(true);
  expect(reach.isAllowed('other.example', '10.2.2.3', 443)).toBe(false);
  expect(reach.isAllowed('127.0.0.1', '127.0.0.1', 8080)).toBe(true);
  expect(reach.isAllowed('127.0.0.1', '::ffff:127.0.0.1', 8080)).toBe(true);
  expect(reach.isAllowed('127.0.0.1', '127.0.0.1', 8081)).toBe(false);
  expect(reach.isAllowed('::1', '::1', 8080)).toBe(true);
  expect(reach.isAllowed('::1', '::1', 80)).toBe(false);
  expect(reach.isAllowed('x.example', 'fd12::1', 80)).toBe(true);
});

test('what is denied is not reached, though it is allowed or public', () => {
  const reach = reachOf({ allow: '127.0.0.0/8', deny: '127.0.0.0/8:5432,93.184.215.14' });
  expect(reach.isAllowed('127.0.0.1', '127.0.0.1', 5432)).toBe(false);
  expect(reach.isAllowed('127.0.0.1', '127.0.0.1', 3000)).toBe(true);
  expect(reach.isAllowed('shop.example', '93.184.215.14', 443)).toBe(false);
});

test.each(['10.0.0.0/33', '::1/129', 'http://intranet', '10.0.0.1:99999', 'a b/8', '-x', '127.0.0.1:'])(
  'the exception %s is a fault, which names it',
  (entry) => {
    expect(() => reachOf({ allow: entry })).toThrow(LocalFault);
  },
);

test('an address is judged as it stands, a name by all that it leads to', async () => {
  expect(() => guardedLookup(reachOf({}), '127.0.0.1', 80)).toThrow(RefusedAddress);
  expect(() => guardedLookup(reachOf({}), '::1', 80)).toThrow(RefusedAddress);
  await expect(lookUp('localhost', 80)).rejects.toThrow(RefusedAddress);
  await expect(lookUp('localhost', 80, reachOf({ allow: '127.0.0.0/8,[::1]' }))).resolves.toBeDefined();
  await expect(lookUp('localhost', 80, reachOf({ allow: '127.0.0.0/8:81,[::1]:81' }))).rejects.toThrow(RefusedAddress);
});
