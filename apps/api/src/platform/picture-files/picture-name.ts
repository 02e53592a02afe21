import { createHash, randomBytes } from 'node:crypto';

const EXTENSION = 'webp';

/** The file part of a name: 128 random bits, then the mark of the owner. */
const FILE = '([0-9a-f]{32})([0-9a-f]{16})';

/**
 * A new, unguessable file name for a picture, which contains a mark of its owner. People may set `image` to any URL;
 * because of the mark, the URL of another person's picture gives no control over its file.
 */
export function newPictureName(folder: string, ownerId: string): string {
  const random = randomBytes(16).toString('hex');
  return `${folder}/${random}${markOf(ownerId, random)}.${EXTENSION}`;
}

/** Whether this can be the file part of a name that we gave. */
export const isFileName = (file: string): boolean => new RegExp(`^${FILE}\\.${EXTENSION}$`).test(file);

/** The address that people see a stored file under. */
export const addressOf = (publicUrl: string, name: string): string => `${publicUrl}/uploads/${name}`;

/**
 * The stored file behind an address, if this owner put it there; whatever host the address names, because the service
 * may have moved since.
 */
export function pictureNameOf(folder: string, ownerId: string, address: string | null): string | undefined {
  const [, random, mark] = new RegExp(`/uploads/${folder}/${FILE}\\.${EXTENSION}$`).exec(address ?? '') ?? [];
  if (!random || mark !== markOf(ownerId, random)) return undefined;
  return `${folder}/${random}${mark}.${EXTENSION}`;
}

const markOf = (ownerId: string, random: string): string =>
  createHash('sha256').update(`${ownerId}:${random}`).digest('hex').slice(0, 16);
