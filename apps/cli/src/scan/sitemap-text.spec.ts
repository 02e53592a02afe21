import { readSitemap } from './sitemap-text.js';

test.each([
  [
    'a list',
    '<urlset><url><loc> https://a.example/?x=1&amp;y=2 </loc></url></urlset>',
    false,
    ['https://a.example/?x=1&y=2'],
  ],
  [
    'an index',
    '<?xml version="1.0"?><!-- <x> --><sitemapindex xmlns="x"><sitemap><loc>b</loc></sitemap></sitemapindex>',
    true,
    ['b'],
  ],
  ['CDATA', '<urlset><loc><![CDATA[https://a.example/[x]?a&b]]></loc></urlset>', false, ['https://a.example/[x]?a&b']],
  ['a prefix', '<s:urlset xmlns:s="x"><s:loc>a&#38;b&#x26;c</s:loc><loc>no</loc></s:urlset>', false, ['a&b&c']],
  ['not a web page', '<urlset><image:loc>i</image:loc><loc/><loc></loc><loc>a<b/>c</loc></urlset>', false, []],
])('reads %s', (_name, text, isIndex, addresses) => {
  expect(readSitemap(text)).toEqual({ isIndex, addresses });
});

test.each(['', 'no XML', '<html><loc>a</loc></html>', '<rss/>'])('%j is no sitemap', (text) => {
  expect(readSitemap(text)).toBeUndefined();
});

test('reads in time that grows with the length alone', () => {
  const size = 2_000_000;
  const hostile = ['<loc>', '<', ' ', '<loc> ', '&', '<!--', '<loc><![CDATA[', '</loc', '&#1'];
  const begin = process.cpuUsage();
  for (const piece of hostile) readSitemap(`<urlset>${piece.repeat(size / piece.length)}`);
  const { user } = process.cpuUsage(begin);
  expect(user / 1e6).toBeLessThan(10);
});
