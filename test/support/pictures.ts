import sharp from 'sharp';

/** A picture of one colour, recognizable by its middle pixel. */
export const plain = (width: number, height: number, background = 'red') =>
  sharp({ create: { width, height, channels: 3, background } });

/** A rotated photo as a camera writes it, with GPS data: red above green after EXIF orientation is applied. */
export async function photograph(): Promise<Buffer> {
  const left = await plain(150, 200, 'red').png().toBuffer();
  return plain(300, 200, 'lime')
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg({ quality: 100 })
    .withExif({
      IFD0: { Copyright: 'Secret Photographer' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** Two frames, the first red and the second blue. */
export async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all([plain(64, 48, 'red').png().toBuffer(), plain(64, 48, 'blue').png().toBuffer()]);
  const joined = sharp(frames, { join: { animated: true } });
  return format === 'gif' ? joined.gif({ delay: [50, 50] }).toBuffer() : joined.webp({ lossless: true }).toBuffer();
}

/** The colour at a point, each channel rounded to none, half or full. */
export async function colourAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(picture)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data].map((value) => Math.round(value / 127));
}
