import { childNarrowing, type Narrowing } from './narrowing.js';

const may = new Date('2030-05-01T00:00:00Z');
const june = new Date('2030-06-01T00:00:00Z');
const none: Narrowing = { expiresAt: null, allowedAddresses: null };
const parent: Narrowing = { expiresAt: may, allowedAddresses: ['10.0.0.0/8'] };

test.each<[string, Partial<Narrowing>, Narrowing | undefined, Narrowing | undefined]>([
  ['a person’s key has what it is given', { expiresAt: june }, undefined, { ...none, expiresAt: june }],
  ['and nothing else', {}, undefined, none],
  ['a child has its parent’s', {}, parent, parent],
  ['or narrower ones', { allowedAddresses: ['10.1.1.1'] }, parent, { ...parent, allowedAddresses: ['10.1.1.1'] }],
  ['the same end is none later', { expiresAt: may }, parent, parent],
  ['not a later end', { expiresAt: june }, parent, undefined],
  ['not an endless one', { expiresAt: null }, parent, undefined],
  ['not other addresses', { allowedAddresses: ['10.0.0.0/8', '11.0.0.1'] }, parent, undefined],
  ['not all of them', { allowedAddresses: null }, parent, undefined],
  ['a parent without any lets a child have some', { expiresAt: june }, none, { ...none, expiresAt: june }],
])('%s', (_name, requested, given, expected) => {
  expect(childNarrowing(requested, given)).toEqual(expected);
});
