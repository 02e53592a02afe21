import sharp from 'sharp';

const LARGEST_FILE = 2_097_152;
const LARGEST_SIDE = 5_000;
const BOUNDARY = 'curbcut-bench';

/** A photograph of six megapixels, just within the two megabytes that an upload may have. */
export async function photograph() {
  const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 40 };
  const picture = sharp({ create: { width: 3000, height: 2000, channels: 3, background: 'grey', noise } });
  const raw = await picture.png({ compressionLevel: 0 }).toBuffer();
  for (let quality = 90; quality > 0; quality -= 2) {
    const file = await sharp(raw).jpeg({ quality }).toBuffer();
    if (file.length <= LARGEST_FILE) return file;
  }
  throw new Error('No photograph is small enough.');
}

const ENCODINGS = {
  'progressive JPEG': (picture) => picture.jpeg({ progressive: true }),
  'interlaced PNG': (picture) => picture.png({ progressive: true }),
  GIF: (picture) => picture.gif(),
};

/** A file of a few kilobytes that unfolds to this many pixels a side: as many as are let in, unless told otherwise. */
export const bomb = (encoding, side = LARGEST_SIDE) =>
  ENCODINGS[encoding](sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })).toBuffer();

/** The body and the type of an upload. */
export function upload(file) {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="picture"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return { method: 'POST', body, type: `multipart/form-data; boundary=${BOUNDARY}` };
}
