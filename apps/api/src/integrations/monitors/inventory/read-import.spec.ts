import { readImport } from './read-import.js';

test('a table names pages by its columns, in any order and with any of the usual separators', () => {
  const table =
    '\uFEFFTitle;URL;Area\r\n"Home; start";https://shop.example/;checkout\r\n\r\n;https://shop.example/a;\r\n';
  expect(readImport('csv', table)).toEqual([
    { at: 2, url: 'https://shop.example/', title: 'Home; start', kind: 'page', area: 'checkout' },
    { at: 4, url: 'https://shop.example/a', title: null, kind: 'page', area: null },
  ]);
});

test('a sitemap names pages by loc, with its entities, or one in each line', () => {
  const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc> https://shop.example/?a=1&amp;b=2 </loc><priority>1</priority></url><url><loc>https://shop.example/&#x61;</loc></url></urlset>`;
  const urls = (content: string) => readImport('sitemap', content).map(({ url }) => url);
  expect(urls(xml)).toEqual(['https://shop.example/?a=1&b=2', 'https://shop.example/a']);
  expect(urls('https://shop.example/\nhttps://shop.example/b\n')).toEqual([
    'https://shop.example/',
    'https://shop.example/b',
  ]);
});

test.each([
  ['csv', 'https://shop.example/\n', 'the first line must have the column names'],
  ['csv', 'url,colour\n', '"colour" is an unknown or repeated column'],
  ['csv', 'url,url\n', '"url" is an unknown or repeated column'],
  ['csv', 'url\n"a', 'Quote'],
  ['csv', '', 'the first line must have the column names'],
  ['sitemap', '<sitemapindex><sitemap><loc>x</loc></sitemap></sitemapindex>', 'sitemap index'],
  ['sitemap', '<html></html>', 'a sitemap must be XML with urlset'],
] as const)('%s that is none is refused: %j', (format, content, reason) => {
  expect(() => readImport(format, content)).toThrow(reason);
});
