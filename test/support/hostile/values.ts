import fc, { type Arbitrary } from 'fast-check';
import { type Json, RawJson } from './json.js';
import type { Schema } from './operations.js';
import type { Names } from './populated.js';

/** What the values of a request are chosen from. */
export interface Known {
  own: Names;
  foreign: Names;
  /** Tells lists of ids apart: `issues` in `…/issues/bulk`. */
  kind: string;
}

const MISSING = '00000000-0000-7000-8000-000000000000';
const WEB = ['https://example.org/', 'http://example.org:8080/a?b=c#d', 'https://xn--bcher-kva.example/'];

/** Text that PostgreSQL can keep, of every script. */
const text = (min = 0, max = 60): Arbitrary<string> => {
  const size = { minLength: min, maxLength: Math.max(min, Math.min(max, 60)) };
  return fc.oneof(
    { weight: 3, arbitrary: fc.string(size) },
    { weight: 2, arbitrary: fc.string({ ...size, unit: 'grapheme' }).filter((s) => [...s].length <= max) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('Überschrift', '見出し', 'عنوان', '🦽🦯', 'a\u202eb').filter((s) => s.length <= max),
    },
  );
};

const dateTime = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Values of this schema. Where the name is known, mostly such as name something that exists. */
export function valid(schema: Schema, name: string, known: Known): Arbitrary<Json> {
  const types = [schema.type ?? []].flat();
  if (types.includes('null') && types.length > 1)
    return fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: filled(schema, name, known) });
  return filled(schema, name, known);
}

function filled(schema: Schema, name: string, known: Known): Arbitrary<Json> {
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return fc.oneof(...variants.map((variant) => valid(variant, name, known)));
  if (schema.enum) return fc.constantFrom(...(schema.enum as Json[]));
  const type = [schema.type ?? 'string'].flat().find((one) => one !== 'null');
  if (type === 'object') return object(schema, known);
  if (type === 'array') {
    const list = fc.array(valid(schema.items ?? {}, name === 'ids' ? `${known.kind} ids` : name, known), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 4, 4),
    });
    return list as Arbitrary<Json>;
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return mostly(name, known, integer(schema));
  return mostly(name, known, string(schema)) as Arbitrary<Json>;
}

const integer = ({ minimum = 0, maximum = 2_147_483_647 }: Schema): Arbitrary<number> =>
  fc.oneof(fc.integer({ min: minimum, max: Math.min(maximum, minimum + 50) }), fc.constantFrom(minimum, maximum));

function string({ format, minLength, maxLength }: Schema): Arbitrary<string> {
  if (format === 'uuid') return fc.constant(MISSING);
  if (format === 'date-time') return dateTime;
  if (format === 'uri' || format === 'iri') return fc.constantFrom(...WEB);
  if (format === 'email' || format === 'idn-email')
    return fc.constantFrom('someone@example.org', 'Some.One+tag@example.org', 'ä@example.org');
  return text(minLength, maxLength);
}

function mostly<T extends string | number>(name: string, { own, foreign }: Known, other: Arbitrary<T>): Arbitrary<T> {
  const ours = own[name] as T[] | undefined;
  if (!ours) return other;
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...ours) },
    { weight: 1, arbitrary: fc.constantFrom(...(foreign[name] as T[])) },
    { weight: 1, arbitrary: other },
  );
}

function object({ properties = {}, required = [], additionalProperties }: Schema, known: Known): Arbitrary<Json> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valid(property, name, known)]),
  );
  const free =
    typeof additionalProperties === 'object'
      ? valid(additionalProperties, '', known)
      : (fc.jsonValue({ maxDepth: 2 }) as Arbitrary<Json>);
  const extra = additionalProperties ? fc.dictionary(text(1, 20), free, { maxKeys: 3 }) : fc.constant({});
  const needed = Object.fromEntries(Object.entries(fields).filter(([name]) => required.includes(name)));
  const some = fc.record(fields, { requiredKeys: required });
  return fc
    .tuple(extra, fc.oneof({ weight: 3, arbitrary: some }, { weight: 1, arbitrary: fc.record(needed) }))
    .map(([more, fixed]) => ({ ...more, ...fixed })) as Arbitrary<Json>;
}

const TEXTS: readonly string[] = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\udfff\ud800',
  '\u202egnp.exe',
  'شركة\u200f',
  '🦽'.repeat(20),
  'e\u0301\u0302\u0303',
  '\ufeff',
  '\u200b',
  '\ufffe\uffff',
  ' ',
  '   ',
  '\t\n',
  '\r\nSet-Cookie: a=b',
  '\u0001\u0008\u001f',
  '\u2028\u2029',
  'İıſK',
  "' OR 1=1 --",
  '"; --',
  '%',
  '_',
  '\\',
  '%00',
  '%s%n',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc',
  'null',
  '-1',
  '1e3',
  '0x10',
  'NaN',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
  '{}',
  '[]',
  ',',
  'infinity',
  '-infinity',
  'now',
  'today',
  'epoch',
  '+275760-09-13T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '2024-01-01T24:00:00Z',
  '2024-12-31T23:59:60Z',
  '9999-12-31T23:59:59-23:59',
  '2024-01-01',
  '0001-01-01T00:00:00+23:59',
  '2024-01-01T00:00:00+99:99',
  '2024-01-01T00:00:00.1234567890Z',
  '-000001-01-01T00:00:00Z',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://user:pw@8.8.8.8/',
  'http://[::1]/',
  'http://169.254.169.254/',
  'ftp://8.8.8.8/',
  'http://',
  'http:/\\8.8.8.8',
  'HTTP://2130706433/',
  'https://8.8.8.8/\u202e',
  'http://8.8.8.8/%00',
  'http://8.8.8.8:99999/',
  '"a b"@example.org',
  `${'a'.repeat(65)}@example.org`,
  'a@b',
  'a@[127.0.0.1]',
  '{00000000-0000-7000-8000-000000000000}',
  MISSING.toUpperCase(),
  'x'.repeat(5_000),
  '🦽'.repeat(3_000),
  'x\ufe0f'.repeat(2_000),
  'x'.repeat(100_000),
];

const NUMBERS: readonly Json[] = [
  -1,
  0,
  1.5,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  Number.MAX_SAFE_INTEGER,
  5e-324,
  ...['-0', '1e400', '-1e400', '1e21', '9007199254740993', '1E-400', '1e0', '0.0', `${'9'.repeat(400)}`].map(
    (t) => new RawJson(t),
  ),
];

const SHAPES: readonly Json[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  [{}],
  { length: 3 },
  { 0: 'a' },
  { $ne: null },
  { toString: 1 },
  { then: 'x' },
  new RawJson(`${'['.repeat(40)}${']'.repeat(40)}`),
  new RawJson('{"__proto__":{"isAdmin":true}}'),
  new RawJson('{"constructor":{"prototype":{"isAdmin":true}}}'),
];

/** Text of any 16-bit units, lone surrogates and NUL among them. */
export const anyUnits: Arbitrary<string> = fc
  .array(fc.oneof(fc.nat(0xffff), fc.nat(0x7f), fc.integer({ min: 0xd800, max: 0xdfff })), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units));

/** Values for any text field. */
export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: anyUnits },
);

/** Values that this schema might trip over: on its boundaries, of other types, and hostile in themselves. */
export function hostile(schema: Schema): Arbitrary<Json> {
  const edges = edgesOf(schema);
  return fc.oneof(
    { weight: edges.length > 0 ? 4 : 0, arbitrary: edges.length > 0 ? fc.constantFrom(...edges) : fc.constant(null) },
    { weight: 4, arbitrary: hostileText },
    { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
    { weight: 2, arbitrary: fc.constantFrom(...SHAPES) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) as Arbitrary<Json> },
  );
}

/** The values to try at each place of this schema in turn; the texts too where `all`. */
export const wrongValues = (schema: Schema, all: boolean): Json[] => [
  ...SHAPES,
  ...edgesOf(schema),
  ...NUMBERS,
  ...(all ? TEXTS : []),
];

function edgesOf(schema: Schema): Json[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, items = {} } = schema;
  const list = (length: number): Json => Array.from({ length }, (_, i) => exampleOf(items, i));
  return [
    ...(minLength ? ['x'.repeat(minLength), 'x'.repeat(minLength - 1), ' '.repeat(minLength)] : []),
    ...(maxLength ? [0, 1].flatMap((more) => ['x', '🦽', 'é', 'x\ufe0f'].map((c) => c.repeat(maxLength + more))) : []),
    ...(minimum === undefined ? [] : [minimum, minimum - 1, minimum + 0.5, String(minimum)]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1, maximum - 0.5]),
    ...(minItems ? [list(minItems), list(minItems - 1)] : []),
    ...(maxItems ? [list(maxItems), list(maxItems + 1)] : []),
    ...([schema.type].flat().includes('array')
      ? [
          [exampleOf(items, 0), exampleOf(items, 0)],
          [exampleOf(items, 0), null],
        ]
      : []),
    ...(schema.enum ? [`${String(schema.enum[0])} `, String(schema.enum[0]).toUpperCase()] : []),
  ];
}

function exampleOf({ enum: choices, type, format }: Schema, index: number): Json {
  if (choices) return choices[index % choices.length] as Json;
  if (format === 'uuid') return `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
  if ([type].flat().includes('integer')) return index + 1;
  return [type].flat().includes('object')
    ? { name: `n${index}`, title: `t${index}`, ruleId: `r${index}` }
    : `v${index}`;
}
