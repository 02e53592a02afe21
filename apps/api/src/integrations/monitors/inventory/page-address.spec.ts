import { pageAddress } from './page-address.js';

const keyOf = (address: string): string => (pageAddress(address) as { addressKey: string }).addressKey;

test('spellings of one address are one page, and another origin is another page', () => {
  const spellings = [
    'https://shop.example/docs',
    'https://SHOP.example:443/docs/',
    'https://shop.example/docs/index.html#top',
    'https://shop.example/docs?utm_source=mail&gclid=1',
  ];
  expect(new Set(spellings.map(keyOf)).size).toBe(1);
  const others = [
    'https://shop.example/docs?b=1',
    'https://shop.example/#/docs',
    'https://www.shop.example/docs',
    'http://shop.example/docs',
  ];
  expect(new Set([...others, spellings[0]!].map(keyOf)).size).toBe(5);
  expect(keyOf('https://shop.example/a?b=1&c=2')).toBe(keyOf('https://shop.example/a?c=2&b=1'));
});

test('an address is kept as it is looked at, without a place on the page', () => {
  expect(pageAddress('HTTPS://Shop.example/ä?q#top')).toMatchObject({ url: 'https://shop.example/%C3%A4?q' });
  expect(pageAddress('https://shop.example/#/cart')).toMatchObject({ url: 'https://shop.example/#/cart' });
});

test.each([
  ['/docs', 'must be an http or https address'],
  ['ftp://shop.example/', 'must be an http or https address'],
  ['https://anna:secret@shop.example/', 'must be an http or https address'],
  [`https://shop.example/${'ä'.repeat(1000)}`, 'is too long'],
])('%s is no address of a page', (address, fault) => {
  expect(pageAddress(address)).toBe(fault);
});
