import { createReadStream } from 'node:fs';
import { detectKind, type PictureKind } from '../../accounts/pictures/picture-file.js';

const MEBIBYTE = 1_048_576;

/** What a file is by its content. */
export interface MediaKind {
  mediaType: string;
  /** The most bytes that it may have. */
  limit: number;
  /** Whether it is a picture, which is made anew without metadata. */
  picture?: PictureKind;
}

const PICTURE_LIMIT = 10 * MEBIBYTE;
const VIDEO_LIMIT = 50 * MEBIBYTE;
const DOCUMENT_LIMIT = 20 * MEBIBYTE;

/** The most bytes that any file may have. */
export const EVIDENCE_LIMIT = VIDEO_LIMIT;

/** The types that evidence is sent as. HTML is text. */
export const MEDIA_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/webm',
  'application/pdf',
  'text/plain',
];

/** What a file is by its first bytes; undefined: text, or nothing that is kept. */
export function kindOf(start: Uint8Array): MediaKind | undefined {
  const picture = detectKind(start);
  if (picture) return { mediaType: `image/${picture}`, limit: PICTURE_LIMIT, picture };
  const text = Buffer.from(start.subarray(0, 64)).toString('latin1');
  if (text.startsWith('%PDF-')) return { mediaType: 'application/pdf', limit: DOCUMENT_LIMIT };
  // Pictures of that family (AVIF, HEIC) are no recordings.
  if (text.startsWith('ftyp', 4) && !/^(avi[fs]|hei[cfmsx]|hev[cmsx]|mif1|msf1)/.test(text.slice(8)))
    return { mediaType: 'video/mp4', limit: VIDEO_LIMIT };
  if (text.startsWith('\x1a\x45\xdf\xa3') && text.includes('webm'))
    return { mediaType: 'video/webm', limit: VIDEO_LIMIT };
  return undefined;
}

/** Text, which HTML is too. */
export const TEXT: MediaKind = { mediaType: 'text/plain', limit: DOCUMENT_LIMIT };

/** Whether a file is UTF-8 without control characters that no text has. */
export async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const part of createReadStream(path) as AsyncIterable<Buffer>)
      if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(decoder.decode(part, { stream: true }))) return false;
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
