import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { LargeJson } from './large-json.js';

const each = (texts: readonly string[]): AsyncIterable<string> => Readable.from(texts);

const written = async (json: LargeJson): Promise<string> => {
  const stream = new PassThrough();
  const read = text(stream);
  await json.sendTo(stream);
  return read;
};

test('what is written is JSON of all of it, in its order, as long as it says', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => ({ index, name: `Größe ${index}`.repeat(3) }));
  const json = await LargeJson.of(
    { at: 'now' },
    { many: each(many.map((one) => JSON.stringify(one))), none: each([]), one: each(['1']) },
  );
  const sent = await written(json);
  expect(JSON.parse(sent)).toEqual({ at: 'now', many, none: [], one: [1] });
  expect(Buffer.byteLength(sent)).toBe(json.length);
  expect(await written(await LargeJson.of({}, { one: each([]) }))).toBe('{"one":[]}');
});

test('other bytes have another digest', async () => {
  const digests = await Promise.all(
    ['1', '2', '1'].map(async (one) => (await LargeJson.of({}, { list: each([one]) })).digest),
  );
  expect(digests[0]).toBe(digests[2]);
  expect(digests[0]).not.toBe(digests[1]);
});
