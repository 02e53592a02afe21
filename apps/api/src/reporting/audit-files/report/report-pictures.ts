import { html } from '../../../accounts/mail-pages/html.js';
import type { EvidenceOfAudit } from '../audit-files.sql.js';

/** How many bytes of pictures a report has room for: as text they take a third more. */
export const PICTURE_ROOM = 20_971_520;

/** Around the id of evidence in a page: what people write cannot have it, since it cannot be stored. */
const MARK = '\0';

/** Opens a file of evidence; undefined or an error: it is gone. */
export type OpenEvidence = (id: string) => Promise<AsyncIterable<Buffer> | undefined>;

/** The place in a page where a picture goes. */
export const pictureMark = (id: string): string => `${MARK}${id}${MARK}`;

export const isPicture = ({ mediaType }: Pick<EvidenceOfAudit, 'mediaType'>): boolean => mediaType.startsWith('image/');

/** The ids of the pictures that there is room for, in their order: one that is too large leaves its room to the next. */
export function roomFor(pictures: readonly Pick<EvidenceOfAudit, 'id' | 'bytes'>[], room = PICTURE_ROOM): Set<string> {
  let left = room;
  const shown = new Set<string>();
  for (const { id, bytes } of pictures) {
    if (bytes > left) continue;
    left -= bytes;
    shown.add(id);
  }
  return shown;
}

/**
 * A page with its pictures in it, in parts: they are read when the part before is sent.
 * @param gone what stands where a picture cannot be read
 */
export async function* withPictures(
  page: string,
  pictures: ReadonlyMap<string, Pick<EvidenceOfAudit, 'mediaType' | 'alt'>>,
  open: OpenEvidence,
  gone: (id: string) => string,
): AsyncGenerator<string, void, undefined> {
  for (const [index, part] of page.split(MARK).entries()) {
    if (index % 2 === 0) {
      yield part;
      continue;
    }
    const { mediaType, alt } = pictures.get(part)!;
    const file = await open(part).catch(() => undefined);
    if (!file) {
      yield gone(part);
      continue;
    }
    const [before, after] = html`<img alt="${alt ?? ''}" src="data:${mediaType};base64,${MARK}" />`.text.split(MARK);
    yield before!;
    yield* inBase64(file);
    yield after!;
  }
}

async function* inBase64(file: AsyncIterable<Buffer>): AsyncGenerator<string, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of file) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}
