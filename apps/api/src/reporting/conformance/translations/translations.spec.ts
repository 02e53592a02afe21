import { EN } from './en.js';
import { dayIn, fillIn, TRANSLATIONS, type Translation } from './translations.js';

/** Every sentence by its path. */
function sentences(t: object, path = ''): [string, string][] {
  return Object.entries(t).flatMap(([key, value]: [string, string | object]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : sentences(value, `${path}${key}.`),
  );
}

const placesOf = (sentence: string): string[] => [...sentence.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

describe.each(Object.entries(TRANSLATIONS))('the words of %s', (_, t: Translation) => {
  test('are complete, and have nothing besides', () => {
    expect(sentences(t).map(([path]) => path)).toEqual(sentences(EN).map(([path]) => path));
    expect(sentences(t).filter(([, sentence]) => sentence.trim() === '')).toEqual([]);
  });

  test('take the same values as the English ones', () => {
    const places = (of: Translation) => sentences(of).map(([path, sentence]) => [path, placesOf(sentence)]);
    expect(places(t)).toEqual(places(EN));
  });

  test('never call a report by the mark of another template', () => {
    expect(JSON.stringify(t)).not.toMatch(/vpat/i);
  });
});

test('a sentence takes values as they are, and a day is one of UTC', () => {
  expect(fillIn('{a} of {b}, {a}', { a: '{b}', b: 2 })).toBe('{b} of 2, {b}');
  expect(dayIn({ language: 'en' }, '2026-05-03T23:59:59Z')).toBe('3 May 2026');
  expect(dayIn({ language: 'fr' }, '2026-05-03T00:00:00Z')).toBe('3 mai 2026');
  expect(dayIn({ language: 'fr', timeZone: 'Pacific/Auckland' }, '2026-05-03T13:00:00Z')).toBe('4 mai 2026');
});
