import { pageOf, pageOfPage, pageReader } from './page-of.js';

test.each([
  ['https://shop.example/checkout', '/checkout'],
  ['https://preview-7.shop.example:8443/checkout', '/checkout'],
  ['https://shop.example', '/'],
  ['https://shop.example/', '/'],
  ['https://shop.example/index.html', '/'],
  ['https://shop.example/help/index.html', '/help'],
  ['https://shop.example/help/', '/help'],
  ['https://shop.example/help//', '/help'],
  ['https://shop.example//', '/'],
  ['https://shop.example/my-index.html', '/my-index.html'],
  ['https://shop.example/a/../b/./c', '/b/c'],
  ['https://shop.example/käse', '/k%C3%A4se'],
  ['https://shop.example/A', '/A'],
  ['https://shop.example/?b=2&a=1', '/?a=1&b=2'],
  ['https://shop.example/?a=2&a=1', '/?a=2&a=1'],
  ['https://shop.example/?', '/'],
  ['https://shop.example/?utm_source=mail&utm_medium=x&gclid=1&fbclid=2&msclkid=3&q=shoe', '/?q=shoe'],
  ['https://shop.example/?mc_cid=1&mc_eid=2&_ga=3&_gl=4', '/'],
  ['https://shop.example/?utm=1', '/?utm=1'],
  ['https://shop.example/help#prices', '/help'],
  ['https://shop.example/help#', '/help'],
  ['https://shop.example/#/basket', '/#/basket'],
  ['https://shop.example/app/#!/basket?step=2', '/app#!/basket?step=2'],
  ['https://shop.example/app#!basket', '/app#!basket'],
  ['https://shop.example/?a=1#/basket', '/?a=1#/basket'],
  ['http://[::1]:3000/a', '/a'],
])('%s is the page %s', (address, page) => {
  expect(pageOf(address, [])).toBe(page);
});

test.each([
  ['https://a.example/products/17', ['/products/:id'], '/products/:id'],
  ['https://a.example/products/17/', ['/products/:id'], '/products/:id'],
  ['https://a.example/products', ['/products/:id'], '/products'],
  ['https://a.example/products/17/reviews', ['/products/:id'], '/products/17/reviews'],
  ['https://a.example/products/17/reviews', ['/products/:id/reviews'], '/products/:id/reviews'],
  ['https://a.example/docs/a/b', ['/docs/**'], '/docs/**'],
  ['https://a.example/docs', ['/docs/**'], '/docs/**'],
  ['https://a.example/', ['/**'], '/**'],
  ['https://a.example/docs/a', ['/docs/a', '/docs/**'], '/docs/a'],
  ['https://a.example/docs/a', ['/docs/**', '/docs/a'], '/docs/**'],
  ['https://a.example/#/products/17', ['/#/products/:id'], '/#/products/:id'],
  ['https://help.example/a', ['//help.example/:page'], '//help.example/:page'],
  ['https://shop.example/a', ['//help.example/:page'], '/a'],
  ['https://help.example:8080/a', ['//help.example/:page'], '/a'],
  ['https://help.example/a/', ['//HELP.example'], '//help.example/a'],
  ['https://help.example/a?q=1#/b', ['//help.example'], '//help.example/a#/b'],
  ['https://shop.example/a', ['//help.example'], '/a'],
])('%s by %j is %s', (address, paths, page) => {
  expect(
    pageOf(
      address,
      paths.map((path) => ({ path })),
    ),
  ).toBe(page);
});

test('of the query of an address that a rule fits, what the rule names counts', () => {
  const address = 'https://a.example/products/17?tab=size&color=red&utm_source=mail';
  expect(pageOf(address, [{ path: '/products/:id', query: ['tab'] }])).toBe('/products/:id?tab=size');
  expect(pageOf(address, [{ path: '/products/:id', query: ['utm_source', 'color'] }])).toBe(
    '/products/:id?color=red&utm_source=mail',
  );
  expect(pageOf(address, [{ path: '/products/:id' }])).toBe('/products/:id');
});

test('a page is read again by later rules', () => {
  const rules = pageReader([{ path: '/products/:id' }, { path: '//help.example/**' }]);
  expect(pageOfPage('/products/17?a=1', rules)).toBe('/products/:id');
  expect(pageOfPage('/products/:id', rules)).toBe('/products/:id');
  expect(pageOfPage('//help.example/a', rules)).toBe('//help.example/**');
  expect(pageOfPage('/a?b=1', rules)).toBe('/a?b=1');
});
