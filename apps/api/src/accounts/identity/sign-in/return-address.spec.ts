import { returnAddress, withError, withSecondFactor } from './return-address.js';

const BASE = 'https://curbcut.example.org';
const APP = 'https://app.example.org';
const SETTINGS = { ownOrigins: [BASE, APP, 'http://localhost:3000'] };

test.each([
  ['/', `${BASE}/`],
  ['/products?tab=1#top', `${BASE}/products?tab=1#top`],
  ['/a b', `${BASE}/a%20b`],
  ['/?to=https://evil.example', `${BASE}/?to=https://evil.example`],
  ['/@evil.example', `${BASE}/@evil.example`],
  ['/%2F/evil.example', `${BASE}/%2F/evil.example`],
  ['/%5Cevil.example', `${BASE}/%5Cevil.example`],
  // A path that begins with two slashes is one of ours only with the origin before it.
  ['/.//evil.example', `${BASE}//evil.example`],
  [BASE, `${BASE}/`],
  [`${BASE}/x`, `${BASE}/x`],
  [`${APP}/welcome`, `${APP}/welcome`],
  ['HTTPS://APP.example.org/welcome', `${APP}/welcome`],
  ['https://app.example.org:443/welcome', `${APP}/welcome`],
  ['https://app。example.org/welcome', `${APP}/welcome`],
  ['http://localhost:3000/', 'http://localhost:3000/'],
])('%j is one of our own addresses', (value, address) => {
  expect(returnAddress(value, SETTINGS)).toBe(address);
});

test.each([
  'https://evil.example/',
  'http://app.example.org/',
  'http://app.example.org:443/',
  'https://app.example.org:8443/',
  'https://app.example.org:80/',
  'http://localhost:3001/',
  'http://localhost/',
  'https://app.example.org.evil.example/',
  'https://app.example.org./',
  'https://evil.example#@app.example.org/',
  'https://evil.example?@app.example.org/',
  'https://app.example.org@evil.example/',
  'https://app.example.org:443@evil.example/',
  'https://user@app.example.org/',
  'https://user:word@app.example.org/',
  'https://:word@app.example.org/',
  'https://app.example.org\\@evil.example/',
  // A Cyrillic letter in the place of a Latin one.
  'https://\u0430pp.example.org/',
  'https://xn--pp-7kc.example.org/',
  '//app.example.org/welcome',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  'https://app.example.org\t.evil.example/',
  'https://app.example.org/\u0000',
  ' https://evil.example',
  ' /products',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:\\\\evil.example',
  'https://',
  'https://[',
  'javascript:alert(1)',
  'JavaScript://app.example.org/%0aalert(1)',
  'data:text/html,x',
  'blob:https://app.example.org/0199',
  'filesystem:https://app.example.org/temporary/x',
  'view-source:https://app.example.org/',
  'ftp://app.example.org/',
  'ws://app.example.org/',
  'file:///etc/passwd',
  'products',
  'app.example.org',
  './products',
  '?tab=1',
  '#top',
  '',
])('%j would lead elsewhere, or may', (value) => {
  expect(returnAddress(value, SETTINGS)).toBeUndefined();
});

test('an error is added to the parameters of the return address, and only once', () => {
  expect(withError(`${BASE}/in?a=1&error=x#top`, 'access_denied')).toBe(`${BASE}/in?a=1&error=access_denied#top`);
});

test('twoFactorRedirect is added to the parameters of the return address', () => {
  expect(withSecondFactor(`${BASE}/in?a=1#top`)).toBe(`${BASE}/in?a=1&twoFactorRedirect=true#top`);
});
