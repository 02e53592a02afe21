import { byteRange } from './byte-range.js';

test.each([
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-1000', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=100-', undefined],
  ['bytes=-0', undefined],
  ['bytes=9-0', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['lines=0-1', undefined],
  [undefined, undefined],
])('of 100 bytes %s is %j', (header, expected) => expect(byteRange(header, 100)).toEqual(expected));
