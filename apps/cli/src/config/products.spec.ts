import { configsOf } from './products.js';

const config = {
  url: 'https://curbcut.example',
  reports: ['reports/*.json'],
  products: [
    { path: 'apps/web', product: 'web' },
    { path: 'apps/web/admin', product: 'admin', reports: ['out/axe.json'] },
    { path: 'apps/api', product: 'api' },
  ],
};

const meant = (folder: string, named?: string, takesAll = true) =>
  configsOf(config, { home: '/repo', folder }, { named, takesAll }).map(
    ({ product, reports }) => `${product} ${reports?.join(' ')}`,
  );

test.each([
  [
    '/repo',
    undefined,
    ['web apps/web/reports/*.json', 'admin apps/web/admin/out/axe.json', 'api apps/api/reports/*.json'],
  ],
  ['/repo/apps/web', undefined, ['web reports/*.json']],
  ['/repo/apps/web/admin/src', undefined, ['admin ../out/axe.json']],
  [
    '/repo/apps/website',
    undefined,
    ['web ../web/reports/*.json', 'admin ../web/admin/out/axe.json', 'api ../api/reports/*.json'],
  ],
  ['/repo', 'api', ['api apps/api/reports/*.json']],
  ['/repo', 'another', ['undefined reports/*.json']],
])('in %s, with %s named', (folder, named, products) => {
  expect(meant(folder, named)).toEqual(products);
});

test('what is about one product asks for it', () => {
  expect(() => meant('/repo', undefined, false)).toThrow(
    'Select a product with --product or CURBCUT_PRODUCT: web, admin, api.',
  );
  expect(meant('/repo/apps/api', undefined, false)).toEqual(['api reports/*.json']);
});

test('without products there is one configuration', () => {
  expect(configsOf({ product: 'shop' }, { home: '/', folder: '/' }, { named: undefined, takesAll: false })).toEqual([
    { product: 'shop' },
  ]);
});
