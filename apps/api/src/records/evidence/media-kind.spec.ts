import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isText, kindOf } from './media-kind.js';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

test.each([
  ['\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR', 'image/png'],
  ['GIF89a\x01\x00', 'image/gif'],
  ['%PDF-1.7\n', 'application/pdf'],
  ['\x00\x00\x00\x20ftypisom\x00\x00\x02\x00', 'video/mp4'],
  ['\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm', 'video/webm'],
])('%j begins %s', (start, mediaType) => expect(kindOf(bytes(start))?.mediaType).toBe(mediaType));

test.each([
  ['AVIF', '\x00\x00\x00\x20ftypavif'],
  ['HEIC', '\x00\x00\x00\x20ftypheic'],
  ['Matroska', '\x1a\x45\xdf\xa3\x9fB\x82\x88matroska'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a program', '\x7fELF\x02\x01\x01'],
  ['an archive', 'PK\x03\x04'],
])('%s is told by no first bytes', (_name, start) => expect(kindOf(bytes(start))).toBeUndefined());

describe('text', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'curbcut-text-'))));
  afterAll(() => rm(folder, { recursive: true }));

  test.each([
    ['a page', Buffer.from('<!doctype html>\r\n<p>Größe \u{1F600}</p>\t'), true],
    ['a character across two reads', Buffer.from(`${'a'.repeat(65_535)}é`), true],
    ['nothing', Buffer.alloc(0), true],
    ['Latin-1', bytes('Gr\xf6\xdfe'), false],
    ['a character cut short', Buffer.from('é').subarray(0, 1), false],
    ['NUL', bytes('a\0b'), false],
    ['a program', bytes('\x7fELF\x02\x01\x01'), false],
  ])('%s', async (_name, content, expected) => {
    const path = join(folder, 'file');
    await writeFile(path, content);
    expect(await isText(path)).toBe(expected);
  });
});
