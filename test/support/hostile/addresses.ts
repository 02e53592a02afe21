import fc, { type Arbitrary } from 'fast-check';
import type { Operation, QueryParameter } from './operations.js';
import { anyUnits, hostileText, type Known, valid } from './values.js';

const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

/** The path with names in it: ours mostly, otherwise those of somebody else, or of nothing. */
export function pathOf({ path, variables }: Operation, { own, foreign }: Known): Arbitrary<string> {
  const segments = variables.map((name) =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...(own[name] ?? ['none'])) },
      { weight: 1, arbitrary: fc.constantFrom(...(foreign[name] ?? ['none'])) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('00000000-0000-7000-8000-000000000000', '999999', 'nothing-of-this-name'),
      },
    ),
  );
  return fc
    .tuple(...segments)
    .map((values) => variables.reduce((made, name, i) => made.replace(`{${name}}`, encoded(values[i])), path));
}

const SEGMENTS = [
  '%00',
  'a%00b',
  '%ff',
  '%',
  '%zz',
  '%E0%A4%A',
  '%ED%A0%80',
  '%c0%af',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '..',
  '.',
  '%2F',
  '',
  '%20',
  '+',
  '0',
  '-1',
  '01',
  '1e3',
  '0x1',
  '1.0',
  '1.5',
  '2147483647',
  '2147483648',
  '9'.repeat(30),
  'NaN',
  'Infinity',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'bulk',
  'insights',
  'grade',
  '*',
  '(.*)',
  ';a=b',
  "'%20OR%201=1--",
  '%F0%9F%A6%BD',
  '%D8%B4',
  '%E2%80%AE',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '%7B00000000-0000-7000-8000-000000000000%7D',
  '000000000000700080000000000000',
  'x'.repeat(4_000),
  '%61'.repeat(2_000),
];

/** The path with one segment that should not be there, a doubled or trailing slash, or other letters. */
export function oddPath({ path, variables }: Operation, good: Arbitrary<string>): Arbitrary<string> {
  const places = path.split('/').flatMap((segment, i) => (segment.startsWith('{') ? [i] : []));
  const odd = fc.oneof(fc.constantFrom(...SEGMENTS), anyUnits.map(encoded));
  const replaced = fc
    .tuple(good, fc.constantFrom(...(places.length > 0 ? places : [1])), odd)
    .map(([made, place, segment]) =>
      made
        .split('/')
        .map((one, i) => (i === place ? segment : one))
        .join('/'),
    );
  const reshaped = fc
    .tuple(good, fc.constantFrom<(path: string) => string>(...RESHAPED))
    .map(([made, reshape]) => reshape(made));
  return fc.oneof({ weight: variables.length > 0 ? 6 : 1, arbitrary: replaced }, { weight: 1, arbitrary: reshaped });
}

/** This address with each odd segment at each variable of the path, and each odd value at each parameter, in turn. */
export function oddAtEachPlace({ path, query }: Operation, address: string): string[] {
  const [made, asked] = address.split('?') as [string, string?];
  const segments = made.split('/');
  const places = path.split('/').flatMap((segment, i) => (segment.startsWith('{') ? [i] : []));
  const paths = places.flatMap((place) =>
    SEGMENTS.map((odd) => [...segments.slice(0, place), odd, ...segments.slice(place + 1)].join('/')),
  );
  return [
    ...paths.map((odd) => (asked ? `${odd}?${asked}` : odd)),
    ...query.flatMap(({ name }) => VALUES.map((value) => `${made}?${name}=${value}`)),
  ];
}

const RESHAPED: ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => `${path}/..`,
  (path) => `/.${path}`,
  (path) => `${path}%2f`,
  (path) => `${path};v=1`,
  (path) => `${path}#fragment`,
  (path) => `http://elsewhere.example${path}`,
  (path) => path.replace(/\//g, '%2f').replace('%2f', '/'),
];

/** Some of the documented parameters, with values that are allowed. */
export function queryOf({ query }: Operation, known: Known): Arbitrary<string> {
  if (query.length === 0) return fc.constant('');
  const fields = Object.fromEntries(query.map(({ name, schema }) => [name, valid(schema, name, known)]));
  return fc.record(fields, { requiredKeys: [] }).map((values) => {
    const pairs = Object.entries(values).map(([name, value]) => `${name}=${encoded([value].flat().join())}`);
    return pairs.length > 0 ? `?${pairs.join('&')}` : '';
  });
}

const VALUES = [
  '',
  '0',
  '-1',
  '01',
  '1e3',
  '0x10',
  '1.5',
  '%201',
  '+1',
  'NaN',
  'Infinity',
  '2147483648',
  '9007199254740993',
  '9'.repeat(400),
  '100',
  '101',
  '1000000000',
  '1000000001',
  '%00',
  'a%00b',
  '%ff',
  '%',
  '%zz',
  '%ED%A0%80',
  '%F0%9F%A6%BD',
  ',',
  ',,,',
  'a,'.repeat(101),
  'null',
  'undefined',
  'true',
  'TRUE',
  '%25_%5C',
  "'",
  '%22',
  '%27%20OR%201=1--',
  '%5Bobject%20Object%5D',
  '__proto__',
  '%0d%0aX:%20y',
  'infinity',
  'now',
  '%2B275760-09-13T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '2024-02-30T00:00:00Z',
  'x'.repeat(201),
  'x'.repeat(7_000),
];

/** Documented parameters with values that are not allowed, doubled, bracketed, or beside others that nobody knows. */
export function oddQuery(query: readonly QueryParameter[], good: Arbitrary<string>): Arbitrary<string> {
  const name = fc.constantFrom(...(query.length > 0 ? query.map((parameter) => parameter.name) : ['page', 'id']));
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
    { weight: 1, arbitrary: hostileText.map((text) => encoded(text).slice(0, 7_000)) },
  );
  const shape = fc.constantFrom<(name: string, value: string) => string>(...SHAPES);
  return fc
    .tuple(good, name, value, shape)
    .map(([start, one, text, write]) => `${start}${start ? '&' : '?'}${write(one, text)}`);
}

const SHAPES: ((name: string, value: string) => string)[] = [
  ...Array.from({ length: 8 }, () => (name: string, value: string) => `${name}=${value}`),
  (name) => `${name}=1&${name}=2`,
  (name, value) => `${name}[]=${value}`,
  (name, value) => `${name}[a]=${value}`,
  (name) => name,
  (name, value) => `${encodeURIComponent(name)}%00=${value}`,
  (_name, value) => `__proto__=${value}&constructor=${value}`,
  (name) => `__proto__[${name}]=1`,
  (name) => Array.from({ length: 300 }, (_, i) => `${name}${i}=x`).join('&'),
  () => '&&&=&=&',
  (name, value) => `?${name}=${value}`,
];
