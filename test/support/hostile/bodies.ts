import { deflateSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { type Json, RawJson, toText, withValueAt } from './json.js';
import type { Schema } from './operations.js';
import { anyUnits, hostile, wrongValues } from './values.js';

/** A raw body with its headers, and how it was mutated. */
export interface WireBody {
  bytes: Buffer;
  headers: Record<string, string>;
  about: string;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A body as honest clients send it. */
export const plainBody = (value: Json, about = 'valid'): WireBody => ({
  bytes: Buffer.from(toText(value)),
  headers: JSON_TYPE,
  about,
});

interface Site {
  path: (string | number)[];
  schema: Schema;
}

/** Every position of a value in a schema, at any depth. */
function sitesOf(schema: Schema, path: Site['path'] = []): Site[] {
  const inner = schema.oneOf?.[0] ?? schema.anyOf?.[0] ?? schema;
  const below = Object.entries(inner.properties ?? {}).flatMap(([name, property]) =>
    sitesOf(property, [...path, name]),
  );
  const items = inner.items ? sitesOf(inner.items, [...path, 0]) : [];
  return [...(path.length > 0 ? [{ path, schema: inner }] : []), ...below, ...items];
}

const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'length',
  '',
  '0',
  'id',
  'organizationId',
  'createdAt',
  'isAdmin',
  'a\0b',
  '\ud800',
  '\u202eeman',
  '🦽',
  '~1/~0',
  'x'.repeat(20_000),
];

/** Faults of single fields: dropped, of another type, beyond their bounds, hostile, or unknown. */
export function faultyFields(schema: Schema, base: Arbitrary<Json>): Arbitrary<WireBody> {
  const sites = sitesOf(schema);
  const objects = [[], ...sites.filter(({ schema: { properties } }) => properties).map(({ path }) => path)];
  const at = (path: Site['path']) => `/${path.join('/')}`;
  const unknown = fc
    .tuple(base, fc.constantFrom(...objects), fc.oneof(fc.constantFrom(...KEYS), anyUnits), hostile({}))
    .map(([value, path, key, item]) =>
      plainBody(withValueAt(value, [...path, key], item), `unknown ${JSON.stringify(key.slice(0, 40))} at ${at(path)}`),
    );
  if (sites.length === 0) return unknown;
  const one = fc
    .constantFrom(...sites)
    .chain(({ path, schema: property }) =>
      fc
        .tuple(base, hostile(property))
        .map(([value, item]) => plainBody(withValueAt(value, path, item), `value at ${at(path)}`)),
    );
  const dropped = fc
    .tuple(base, fc.constantFrom(...sites))
    .map(([value, { path }]) => plainBody(withValueAt(value, path, undefined), `dropped ${at(path)}`));
  return fc.oneof({ weight: 8, arbitrary: one }, { weight: 1, arbitrary: dropped }, { weight: 1, arbitrary: unknown });
}

/** This body with each wrong value at each of its places in turn. */
export const faultAtEachPlace = (schema: Schema, base: Json, all: boolean): WireBody[] =>
  sitesOf(schema).flatMap(({ path, schema: property }) =>
    wrongValues(property, all).map((value) =>
      plainBody(withValueAt(base, path, value), `${toText(value).slice(0, 40)} at /${path.join('/')}`),
    ),
  );

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Mutations of a body's text that are independent of its content. */
const TEXTS: Record<string, (text: string) => string | Buffer> = {
  'cut off': (text) => text.slice(0, -1),
  'trailing comma': (text) => text.replace(/}$/, ',}'),
  'single quotes': (text) => text.replace(/"/g, "'"),
  'byte order mark': (text) => `\ufeff${text}`,
  'two documents': (text) => text + text,
  comment: (text) => `/* */${text}`,
  empty: () => '',
  blank: () => ' \n ',
  'a list': (text) => `[${text}]`,
  'a string': () => '"text"',
  'a number': () => '1',
  null: () => 'null',
  'NaN in it': (text) => withFirst(text, '"x":NaN'),
  '10,000 lists deep': (text) => withFirst(text, `"x":${nested('[', ']', 10_000)}`),
  '10,000 objects deep': (text) => withFirst(text, `"x":${nested('{"a":', '}', 10_000)}`),
  '100,000 lists, never closed': (text) => withFirst(text, `"x":${'['.repeat(100_000)}`),
  '33 deep': (text) => withFirst(text, `"x":${nested('[', ']', 33)}`),
  '5,000 keys': (text) => withFirst(text, Array.from({ length: 5_000 }, (_, i) => `"k${i}":${i}`).join()),
  '60,000 items': (text) => withFirst(text, `"x":[${'1,'.repeat(60_000)}1]`),
  'every key twice': (text) => text.replace(/^{(.+)}$/s, '{$1,$1}'),
  'every key twice, first null': (text) =>
    withFirst(
      text,
      Object.keys(JSON.parse(text) as object)
        .map((key) => `${JSON.stringify(key)}:null`)
        .join() || '"x":1',
    ),
  'a raw NUL byte': (text) => text.replace(/}$/, '\0}'),
  'a raw NUL in a string': (text) => withFirst(text, '"x":"a\0b"'),
  'a byte that is no UTF-8': (text) => withBytes(text, [0xff]),
  'an overlong slash': (text) => withBytes(text, [0xc0, 0xaf]),
  'a surrogate in UTF-8': (text) => withBytes(text, [0xed, 0xa0, 0x80]),
  'a cut off character': (text) => withBytes(text, [0xf0, 0x9f, 0xa6]),
  '262,145 bytes': (text) => text + ' '.repeat(Math.max(0, 262_145 - Buffer.byteLength(text))),
  '1,048,577 bytes': (text) => text + ' '.repeat(Math.max(0, 1_048_577 - Buffer.byteLength(text))),
};

const withFirst = (text: string, pair: string) =>
  text.replace(/^{(.?)/s, (_all, next) => `{${pair}${next === '}' ? '}' : `,${next}`}`);
const withBytes = (text: string, bytes: number[]) =>
  Buffer.concat([Buffer.from('{"x":"'), Buffer.from(bytes), Buffer.from(`",${text.slice(1)}`)]);

/** How a body may claim to be what it is not. Those marked are never read, whatever the endpoint. */
export const ENVELOPES: Record<string, (bytes: Buffer) => Omit<WireBody, 'about'>> = {
  'text/plain': (bytes) => ({ bytes, headers: { 'Content-Type': 'text/plain' } }),
  form: () => ({
    bytes: Buffer.from('title=x&a[b]=c'),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  }),
  'multipart without boundary': (bytes) => ({ bytes, headers: { 'Content-Type': 'multipart/form-data' } }),
  'broken multipart': (bytes) => ({ bytes, headers: { 'Content-Type': 'multipart/form-data; boundary=x' } }),
  xml: () => ({ bytes: Buffer.from('<a/>'), headers: { 'Content-Type': 'application/xml' } }),
  'problem+json': (bytes) => ({ bytes, headers: { 'Content-Type': 'application/problem+json' } }),
  'utf-16': (bytes) => ({
    bytes: Buffer.from(bytes.toString(), 'utf16le'),
    headers: { 'Content-Type': 'application/json; charset=utf-16' },
  }),
  'utf-7': (bytes) => ({ bytes, headers: { 'Content-Type': 'application/json; charset=utf-7' } }),
  'no type': (bytes) => ({ bytes, headers: {} }),
  'no type at all': (bytes) => ({ bytes, headers: { 'Content-Type': ';;;' } }),
  'a long type': (bytes) => ({ bytes, headers: { 'Content-Type': `application/json${'x'.repeat(5_000)}` } }),
  'encoded foo': (bytes) => ({ bytes, headers: { ...JSON_TYPE, 'Content-Encoding': 'foo' } }),
  'encoded twice': (bytes) => ({
    bytes: gzipSync(gzipSync(bytes)),
    headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip, gzip' },
  }),
  'said to be gzip': (bytes) => ({ bytes, headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' } }),
  'half a gzip': (bytes) => ({
    bytes: gzipSync(bytes).subarray(0, 15),
    headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
  }),
  'said to be br': (bytes) => ({ bytes, headers: { ...JSON_TYPE, 'Content-Encoding': 'br' } }),
  'a gzip bomb': () => ({ bytes: bomb(), headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' } }),
  gzip: (bytes) => ({ bytes: gzipSync(bytes), headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' } }),
  deflate: (bytes) => ({ bytes: deflateSync(bytes), headers: { ...JSON_TYPE, 'Content-Encoding': 'deflate' } }),
  'UTF-8 in capitals': (bytes) => ({ bytes, headers: { 'Content-Type': 'Application/JSON; Charset="UTF-8"' } }),
};

let made: Buffer | undefined;
/** 32 MB of blanks in 32 kB. */
const bomb = () => (made ??= gzipSync(Buffer.alloc(33_554_432, ' ')));

/** Faults of the whole: broken text, deep nesting, doubled keys, wrong types and encodings. */
export const faultyWholes = (base: Arbitrary<Json>): Arbitrary<WireBody> =>
  fc.oneof(
    fc.tuple(base, fc.constantFrom(...Object.entries(TEXTS))).map(([value, [about, change]]) => ({
      bytes: Buffer.from(change(toText(value)) as string),
      headers: JSON_TYPE,
      about,
    })),
    fc
      .tuple(base, fc.constantFrom(...Object.entries(ENVELOPES)))
      .map(([value, [about, wrap]]) => ({ ...wrap(Buffer.from(toText(value))), about })),
  );

/** Any JSON object, for endpoints that take none in particular. */
export const anyObject = fc
  .oneof(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }), fc.constant({}))
  .map((value) => value as Json);

/** Payloads about issues that GitHub sends, or might send. */
export const githubIssue = (addresses: readonly string[]): Arbitrary<Json> =>
  fc.record({
    action: fc.constantFrom<Json>('closed', 'reopened', 'opened', 1, new RawJson('1e400')),
    issue: fc.record({
      html_url: fc.oneof(fc.constantFrom(...addresses), anyUnits) as Arbitrary<Json>,
      updated_at: fc.oneof(
        fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
        anyUnits,
      ) as Arbitrary<Json>,
    }),
  }) as Arbitrary<Json>;
