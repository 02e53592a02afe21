import type { Sharp } from 'sharp';
import { UnsupportedType } from '../../platform/http/errors.js';
import { ResourcePlaces } from '../../platform/places/resource-places.service.js';
import { PictureUndecodable } from './errors.js';
import { detectKind, type PictureKind } from './picture-file.js';

/** The width and height of a stored picture in pixels. */
const SIDE = 256;

// A file of a few kB can decompress to gigabytes. With this limit, decoding a picture takes at most 210 MB and half a
// second; two at a time took 380 MB when measured.
const MAX_PIXELS = 25_000_000;
const TIMEOUT_S = 10;

/** A screenshot shows what letters look like. */
const QUALITY: Readonly<Record<PictureKind, object>> = {
  jpeg: { quality: 90 },
  webp: { quality: 90 },
  png: {},
  gif: {},
};

let loaded: ReturnType<typeof loadSharp> | undefined;

// Loaded with the first picture: it takes 16 MB, and a twentieth of the time of a start.
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * Makes the stored form of an upload: the first frame, upright, cropped to a square, as WebP without metadata.
 * @throws UnsupportedType when the file is no JPEG, PNG, WebP or GIF by its content
 * @throws PictureUndecodable if only the beginning of the file is a picture
 */
export async function renderPicture(file: Buffer, places: ResourcePlaces): Promise<Buffer> {
  const kind = detectKind(file);
  if (!kind) throw new UnsupportedType('The file must be a JPEG, PNG, WebP or GIF.');
  return made(places, file, kind, (picture) => picture.resize(SIDE, SIDE, { fit: 'cover' }).webp());
}

/**
 * The same picture upright, in its size and of its kind, without metadata.
 * @param onAnimated called where it has several frames
 * @throws PictureUndecodable
 */
export const withoutMetadata = (
  file: Buffer,
  kind: PictureKind,
  places: ResourcePlaces,
  onAnimated: () => never,
): Promise<Buffer> => made(places, file, kind, (picture) => picture.toFormat(kind, QUALITY[kind]), onAnimated);

async function made(
  places: ResourcePlaces,
  file: Buffer,
  kind: PictureKind,
  form: (picture: Sharp) => Sharp,
  onAnimated?: () => never,
): Promise<Buffer> {
  const sharp = await (loaded ??= loadSharp());
  const render = async (): Promise<Buffer> => {
    const picture = sharp(file, { limitInputPixels: MAX_PIXELS, animated: false });
    const { format, pages = 1 } = await picture.metadata().catch(undecodable);
    if (format !== kind) throw new PictureUndecodable();
    if (pages > 1) onAnimated?.();
    return form(picture.autoOrient()).timeout({ seconds: TIMEOUT_S }).toBuffer().catch(undecodable);
  };
  return places.run('pictures', render, { size: 1 });
}

const undecodable = (): never => {
  throw new PictureUndecodable();
};
