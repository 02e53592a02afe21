import { leadsToUs } from './landing.js';

const OURS = ['https://curbcut.example', 'https://app.example'];

test.each([
  ['/dashboard?tab=1#top', true],
  ['https://curbcut.example/dashboard', true],
  ['https://app.example', true],
  ['https://evil.example/', false],
  ['https://curbcut.example.evil.example/', false],
  ['https://curbcut.example@evil.example/', false],
  ['http://curbcut.example/', false],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['\\\\evil.example', false],
  ['/\t/evil.example', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['blob:https://app.example/0199', false],
  ['https://', false],
])('whether %j leads to us: %p', (url, expected) => {
  expect(leadsToUs(url, OURS)).toBe(expected);
});
