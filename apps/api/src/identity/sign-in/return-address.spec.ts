import { returnAddress, withError } from './return-address.js';

const BASE = 'https://curbcut.example.org';
const ORIGINS = [BASE, 'https://app.example.org'];

test.each([
  ['/', `${BASE}/`],
  ['/products?tab=1#top', `${BASE}/products?tab=1#top`],
  [`${BASE}/x`, `${BASE}/x`],
  ['https://app.example.org/welcome', 'https://app.example.org/welcome'],
  ['HTTPS://APP.example.org/welcome', 'https://app.example.org/welcome'],
  // A path that begins with two slashes is one of ours only with the origin before it.
  ['/.//evil.example', `${BASE}//evil.example`],
])('%s is one of our own addresses', (value, address) => {
  expect(returnAddress(value, BASE, ORIGINS)).toBe(address);
});

test.each([
  'https://evil.example/',
  'http://app.example.org/',
  'https://app.example.org:8443/',
  'https://app.example.org.evil.example/',
  'https://app.example.org@evil.example/',
  'https://user:word@app.example.org/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  ' https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'products',
  '',
])('%j would lead elsewhere', (value) => {
  expect(returnAddress(value, BASE, ORIGINS)).toBeUndefined();
});

test('a refusal is told beside what the address says already, and only once', () => {
  expect(withError(`${BASE}/in?a=1&error=x#top`, 'access_denied')).toBe(`${BASE}/in?a=1&error=access_denied#top`);
});
