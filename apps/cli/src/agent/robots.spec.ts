import { readRobots } from './robots.js';

const TEXT = `# ours
User-agent: *
Disallow: /private
Allow: /private/open$
Disallow: /*.cgi
Crawl-delay: 3

User-agent: other
User-agent: Curbcut
Disallow: /only-us
`;

const allowed = (text: string, path: string, robot = 'somebody'): boolean =>
  readRobots(text, robot).isAllowed(`https://shop.example${path}`);

test.each([
  ['/', true],
  ['/private/x', false],
  ['/private/open', true],
  ['/private/open/more', false],
  ['/bin/a.cgi?x=1', false],
  ['/only-us', true],
])('of the rules for all, the longest that is met counts: %s', (path, isAllowed) => {
  expect(allowed(TEXT, path)).toBe(isAllowed);
});

test('a group that names us counts alone, also where it names others too', () => {
  expect(allowed(TEXT, '/only-us/a', 'curbcut')).toBe(false);
  expect(allowed(TEXT, '/private/x', 'curbcut')).toBe(true);
  expect([readRobots(TEXT, 'x').delay, readRobots(TEXT, 'curbcut').delay]).toEqual([3, 0]);
});

test('of rules of the same length the one that allows counts, and an empty one says nothing', () => {
  expect(allowed('User-agent: *\nDisallow: /a\nAllow: /a', '/a')).toBe(true);
  expect(allowed('User-agent: *\nDisallow:', '/a')).toBe(true);
});
