import { reportedPages } from './reported-pages.js';

const found = (tool: string, count: number): string =>
  JSON.stringify(Array.from({ length: count }, () => ({ ruleId: 'a', title: 'A', tool })));

test('what was looked at or is gone is reported, what failed is not', async () => {
  const pages = [
    { url: 'https://a.example/1', state: 'looked', findings: found('axe-core', 1) },
    { url: 'https://a.example/2', state: 'failed', findings: null },
    { url: 'https://a.example/3', state: 'gone', findings: null },
    { url: 'https://a.example/4', state: 'open', findings: null },
  ];
  const { reported, wasCut } = await reportedPages(pages, 5);
  expect(reported.map(({ url, findings }) => [url.at(-1), findings.length])).toEqual([
    ['1', 1],
    ['3', 0],
  ]);
  expect(wasCut).toBe(false);
});

test('a page with more findings than are taken is left out whole, and so are those behind it', async () => {
  const pages = ['1', '2', '3'].map((name) => ({ url: name, state: 'looked', findings: found('axe-core', 3) }));
  expect(await reportedPages(pages, 6)).toMatchObject({ reported: [{ url: '1' }, { url: '2' }], wasCut: true });
  expect((await reportedPages(pages, 9)).wasCut).toBe(false);
});
