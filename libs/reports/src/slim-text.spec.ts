import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { readReport, reportText, textOfBytes } from './index.js';

const folder = join(process.cwd(), 'test/fixtures/reports');
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(json|sarif)$/.test(name));

function* piecesOf(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const textOf = (text: string, size = text.length || 1): Promise<string> =>
  reportText(piecesOf(Buffer.from(text), size));

const outcomeOf = (text: string): Promise<unknown> =>
  readReport({ name: 'a.json', text }).catch((error: unknown) => String(error));

test.each(names)('%s says the same when it comes in pieces', async (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const [whole] = [await outcomeOf(text)];
  for (const size of [1, 7, 4096]) expect(await outcomeOf(await textOf(text, size))).toEqual(whole);
});

test.each([
  ['{"passes":[{"a":"]}"},[]],"b":1}', '{"passes":[],"b":1}'],
  ['{"passes" : {"a":"\\"]"} ,"b":{}}', '{"passes" : {} ,"b":{}}'],
  ['{"passes":3,"total":[1]}', '{"passes":3,"total":[1]}'],
  ['{"title":"passes","b":[1]}', '{"title":"passes","b":[1]}'],
  ['["passes",[1]]', '["passes",[1]]'],
  ['{"passes and more":[1]}', '{"passes and more":[1]}'],
  ['{"passes":[1', '{"passes":['],
  ['{"body":"no base64 {","b":1}', '{"body":"no base64 {","b":1}'],
  ['{"body":"', '{"body":"'],
  ['no JSON at all: "passes":[1]', 'no JSON at all: "passes":[]'],
  ['', ''],
])('%s becomes %s', async (text, slim) => {
  for (const size of [1, 3, 100]) expect(await textOf(text, size)).toBe(slim);
});

test('attachments lose what is unread as well', async () => {
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  const text = JSON.stringify({ body: base64({ passes: [1, 2], violations: ['é'] }), other: base64({ passes: [1] }) });
  const slim = JSON.stringify({ body: base64({ passes: [], violations: ['é'] }), other: base64({ passes: [1] }) });
  for (const size of [1, 5, 1000]) expect(await textOf(text, size)).toBe(slim);
});

test('all other JSON stays as it is, wherever it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.integer({ min: 1, max: 9 }), async (text, size) => {
      expect(await textOf(text, size)).toBe(text);
    }),
    { numRuns: 200 },
  );
});

describe('what PowerShell writes is read, wherever it is cut (syft#4916)', () => {
  const text = '{"a":"é🙂","passes":[1]}';
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
  test.each([
    ['UTF-16, the lower byte first', little],
    ['UTF-16, the higher byte first', Buffer.from(little).swap16()],
  ])('%s', async (_name, bytes) => {
    for (const size of [1, 3, 6, 1000]) expect(await reportText(piecesOf(bytes, size))).toBe(text);
    expect(textOfBytes(bytes)).toBe(text);
  });

  test('a mark alone is an empty report', async () => {
    for (const mark of [
      [0xff, 0xfe],
      [0xfe, 0xff],
    ])
      expect(await reportText([Uint8Array.from(mark)])).toBe('');
  });

  test.each([
    ['an empty piece', [new Uint8Array(), Buffer.from('{}'), new Uint8Array()], '{}'],
    ['one byte', [Buffer.from('1')], '1'],
    ['none', [], ''],
  ])('%s is what it is', async (_name, pieces, read) => expect(await reportText(pieces)).toBe(read));
});
