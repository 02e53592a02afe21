import { detectKind } from './picture-file.js';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

test.each([
  ['\xff\xd8\xff\xe0\x00\x10JFIF', 'jpeg'],
  ['\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR', 'png'],
  ['GIF87a\x01\x00', 'gif'],
  ['GIF89a\x01\x00', 'gif'],
  ['RIFF\x24\x00\x00\x00WEBPVP8 ', 'webp'],
])('%j begins a %s', (start, kind) => expect(detectKind(latin1(start))).toBe(kind));

test.each([
  ['nothing', ''],
  ['a beginning cut short', '\x89PNG'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['HTML', '<!doctype html><script>'],
  ['PDF', '%PDF-1.7'],
  ['TIFF', 'II*\x00\x08\x00\x00\x00'],
  ['AVIF', '\x00\x00\x00\x20ftypavif'],
  ['BMP', 'BM\x00\x00'],
  ['a sound in RIFF', 'RIFF\x24\x00\x00\x00WAVEfmt '],
  ['a PNG that begins late', ' \x89PNG\r\n\x1a\n'],
])('%s is no picture that can be uploaded', (_name, start) => expect(detectKind(latin1(start))).toBeUndefined());
