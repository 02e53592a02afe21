import express from 'express';
import request from 'supertest';
import { addressRefusal } from './key-address.js';

/** The result for a request from 127.0.0.1 with these headers, with a key limited to 127.0.0.1 and 192.0.2.0/24. */
async function verdict(trustProxy: boolean | number | string, headers: Record<string, string>): Promise<string> {
  const app = express().set('trust proxy', trustProxy);
  app.use((received, response) => {
    response.json(addressRefusal(received, ['127.0.0.1', '192.0.2.0/24']) ?? 'welcome');
  });
  return (await request(app).get('/').set(headers)).body as string;
}

const UNTRUSTED = 'forwarded_address_untrusted';

test.each<[string, boolean | number | string, Record<string, string>, string]>([
  ['the address of the connection counts', false, {}, 'welcome'],
  ['what is forwarded is not believed, and not passed over', false, { 'x-forwarded-for': '192.0.2.1' }, UNTRUSTED],
  ['an empty one is one too', false, { 'x-forwarded-for': '' }, UNTRUSTED],
  ['nor in the newer header', false, { forwarded: 'for=192.0.2.1' }, UNTRUSTED],
  ['whatever proxies are trusted', 1, { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' }, UNTRUSTED],
  ['what a trusted proxy forwards counts', 1, { 'x-forwarded-for': '192.0.2.1' }, 'welcome'],
  ['and is looked at', 1, { 'x-forwarded-for': '198.51.100.1' }, 'key_address_not_allowed'],
  ['what the caller wrote before it does not', 1, { 'x-forwarded-for': '192.0.2.1, 198.51.100.1' }, UNTRUSTED],
  ['by address too', 'loopback', { 'x-forwarded-for': '192.0.2.1' }, 'welcome'],
  ['a proxy that is not the trusted one', '10.0.0.1', { 'x-forwarded-for': '192.0.2.1' }, UNTRUSTED],
])('%s', async (_name, trustProxy, headers, expected) => {
  expect(await verdict(trustProxy, headers)).toBe(expected);
});
