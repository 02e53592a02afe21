import fc from 'fast-check';
import { parse } from 'yaml';
import { yaml } from './yaml.js';

test('is read as what was written, by YAML 1.2 and 1.1', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'yes',
      'Null',
      '1.4.3',
      '2026-05-03',
      ' a',
      'a: b',
      '- a',
      'a #b',
      '"',
      '\u2028',
      '\x85',
      'Grey on grey',
    ),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      texts,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(texts, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  const objects = fc.dictionary(
    texts.filter((key) => key !== '__proto__'),
    value,
    { minKeys: 1, maxKeys: 5, noNullPrototype: true },
  );
  fc.assert(
    fc.property(objects, (object) => {
      for (const version of ['1.2', '1.1'] as const)
        expect(parse(yaml(object), { version, uniqueKeys: false })).toEqual(object);
    }),
  );
});

test('lists of mappings stand as people write them; what is undefined is left out', () => {
  const criteria = [{ num: '1.1.1', components: [{ name: 'web', adherence: { level: 'supports' } }] }, []];
  expect(yaml({ title: 'Web shop', notes: undefined, disabled: false, criteria })).toBe(`title: Web shop
disabled: false
criteria:
  - num: "1.1.1"
    components:
      - name: web
        adherence:
          level: supports
  - []
`);
});
