import { entityTag, fitsRevision, isKnown, withRevision } from './entity-tag.js';

const body = withRevision({ issue: { title: 'x' } }, { revision: 7 });
const tag = entityTag(body, JSON.stringify(body));
const digest = /^"7\.([0-9a-f]{40})"$/.exec(tag)![1]!;

test('the tag of a record has its revision and a digest of what is sent, which does not show the revision', () => {
  expect(JSON.stringify(body)).toBe('{"issue":{"title":"x"}}');
  const later = withRevision({ issue: { title: 'x' } }, { revision: 8 });
  expect(entityTag(later, JSON.stringify(later))).toBe(`"8.${digest}"`);
  expect(entityTag({}, '{}')).toMatch(/^W\/"2-/);
});

test.each<[string, boolean]>([
  [`"7.${digest}"`, true],
  [`W/"7.${digest}"`, true],
  [`"7.${digest}-gzip"`, true],
  [`W/"7.${digest};gzip"`, true],
  [`"7.${digest}--br"`, true],
  [`"1.a", W/"7.${digest}" , "2.b"`, true],
  ['*', true],
  [' * ', true],
  ['"7.other"', false],
  [`"8.${digest}"`, false],
  [`7.${digest}`, false],
  ['""', false],
  ['', false],
])('If-None-Match: %s knows the body: %p', (header, expected) => expect(isKnown(header, tag)).toBe(expected));

test.each<[string, boolean]>([
  [`"7.${digest}"`, true],
  ['W/"7.whatever-gzip"', true],
  ['"6.a", "7.b"', true],
  ['"7"', true],
  ['*', true],
  ['"6.a"', false],
  ['"77.a"', false],
  ['"07.a"', false],
  ['"a.7"', false],
  ['7.a', false],
  ['', false],
])('If-Match: %s fits the seventh revision: %p', (header, expected) => expect(fitsRevision(header, 7)).toBe(expected));
