import { readFileSync } from 'node:fs';
import { plainWordFaults } from '../../../../test/support/plain-words';

const read = (path: string): string => readFileSync(`${import.meta.dirname}/${path}`, 'utf8');
const { components } = JSON.parse(read('../../../../openapi.json')) as {
  components: { schemas: Record<string, { enum?: string[] }> };
};

/** The entries of a catalogue: each sentence, and what stands for it. */
function entriesOf(catalogue: string): [id: string, text: string][] {
  const joined = (lines: string): string =>
    lines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as string)
      .join('');
  return [...read(catalogue).matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm)]
    .map(([, id, text]): [string, string] => [joined(id!), joined(text!)])
    .filter(([id]) => id !== '');
}

/** Sentences that keep a forbidden word: each has a reason. */
const EXCEPTIONS = new Set([
  // A question heads the list of reasons, as in release notes and help pages.
  'What limits the grade',
  'Show what’s new',
]);

/** What a sentence takes: values, and the elements around its words. */
const takenBy = (text: string): string[] =>
  [
    ...new Set([...text.matchAll(/\{(\w+)[,}]|<(\d+)\/?>/g)].map(([, value, element]) => value ?? `<${element}>`)),
  ].sort();

describe('the words of the console', () => {
  const french = entriesOf('fr.po');

  it('are whole in French: each sentence has one, with all that it takes', () => {
    expect(french.length).toBeGreaterThan(1000);
    expect(french.filter(([, text]) => text === '').map(([id]) => id)).toEqual([]);
    for (const [id, text] of french) expect([id, takenBy(text)]).toEqual([id, takenBy(id)]);
  });

  it('are those of the English catalogue, sentence by sentence', () => {
    expect(french.map(([id]) => id)).toEqual(entriesOf('en.po').map(([id]) => id));
  });

  it('are plain in English: no sentence is built on a forbidden word', () => {
    const sentences = entriesOf('en.po').map(([id]) => id);
    expect(
      sentences.flatMap((id) => (EXCEPTIONS.has(id) ? [] : plainWordFaults(id).map((word) => [word, id]))),
    ).toEqual([]);
    expect([...EXCEPTIONS].filter((id) => !sentences.includes(id) || plainWordFaults(id).length === 0)).toEqual([]);
  });

  it.each([
    ['problem-codes.ts', 'ProblemCode'],
    ['fault-codes.ts', 'FaultCode'],
  ])('%s has words for every code of the interface', (file, schema) => {
    const worded = new Set([...read(file).matchAll(/^ {2}(\w+): /gm)].map(([, code]) => code));
    expect(components.schemas[schema]!.enum!.filter((code) => !worded.has(code))).toEqual([]);
  });
});
