import fc, { type Arbitrary } from 'fast-check';
import { plain } from '../pictures.js';
import type { WireBody } from './bodies.js';

const CRLF = '\r\n';

function multipart(parts: { disposition: string; type?: string; content: Buffer }[], boundary = 'b0undary'): WireBody {
  const chunks = parts.flatMap(({ disposition, type = 'image/png', content }) => [
    Buffer.from(`--${boundary}${CRLF}Content-Disposition: ${disposition}${CRLF}Content-Type: ${type}${CRLF}${CRLF}`),
    content,
    Buffer.from(CRLF),
  ]);
  return {
    bytes: Buffer.concat([...chunks, Buffer.from(`--${boundary}--${CRLF}`)]),
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    about: '',
  };
}

const file = (name = 'a.png', field = 'file') => `form-data; name="${field}"; filename="${name}"`;

/** Uploads, good and bad. */
export async function uploads(): Promise<Arbitrary<WireBody>> {
  const png = await plain(16, 16).png().toBuffer();
  const jpeg = await plain(16, 16).jpeg().toBuffer();
  const one = (content: Buffer, disposition = file(), type?: string) => multipart([{ disposition, type, content }]);
  const cases: Record<string, WireBody> = {
    'a picture': one(png),
    'a JPEG said to be HTML': one(jpeg, file('a.html'), 'text/html'),
    'no picture': one(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    'an empty file': one(Buffer.alloc(0)),
    'half a picture': one(png.subarray(0, png.length / 2)),
    'a picture with a tail': one(Buffer.concat([png, Buffer.from('<script>')])),
    'only a signature': one(png.subarray(0, 8)),
    'another field': one(png, file('a.png', 'picture')),
    'a prototype field': one(png, file('a.png', '__proto__')),
    'a nested field': one(png, file('a.png', 'file[0][__proto__]')),
    'no name': one(png, 'form-data'),
    'a text field': one(png, 'form-data; name="file"'),
    'a path for a name': one(png, file('../../../etc/passwd')),
    'NUL in the name': one(png, file('a\0.png')),
    'a long name': one(png, file('x'.repeat(5_000))),
    'two files': multipart([
      { disposition: file(), content: png },
      { disposition: file(), content: png },
    ]),
    'a field beside it': multipart([
      { disposition: file(), content: png },
      { disposition: 'form-data; name="x"', type: 'text/plain', content: Buffer.from('y') },
    ]),
    'a picture with a text alternative': multipart([
      { disposition: 'form-data; name="alt"', type: 'text/plain', content: Buffer.from('A white square.') },
      { disposition: file(), content: png },
    ]),
    'a text': one(Buffer.from('Heard.'), file('a.txt'), 'text/plain'),
    'no parts': multipart([]),
    'one byte too many': one(Buffer.concat([png, Buffer.alloc(2_097_153 - png.length)])),
    'far too large': one(Buffer.alloc(2_200_000)),
    'cut off': { ...one(png), bytes: one(png).bytes.subarray(0, -30) },
    'another boundary': { ...one(png), headers: { 'Content-Type': 'multipart/form-data; boundary=other' } },
    'no boundary': { ...one(png), headers: { 'Content-Type': 'multipart/form-data' } },
    'a long boundary': multipart([{ disposition: file(), content: png }], 'b'.repeat(300)),
    JSON: { bytes: Buffer.from('{}'), headers: { 'Content-Type': 'application/json' }, about: '' },
    nothing: { bytes: Buffer.alloc(0), headers: {}, about: '' },
    'said to be gzip': { ...one(png), headers: { ...one(png).headers, 'Content-Encoding': 'gzip' } },
  };
  const noise = fc.uint8Array({ maxLength: 200 });
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...Object.entries(cases)).map(([about, body]) => ({ ...body, about })) },
    {
      weight: 1,
      arbitrary: noise.map((bytes) => ({ ...one(Buffer.concat([png.subarray(0, 33), bytes])), about: 'noise' })),
    },
    {
      weight: 1,
      arbitrary: noise.map((bytes) => ({ ...one(png), bytes: Buffer.from(bytes), about: 'noise for parts' })),
    },
  );
}
