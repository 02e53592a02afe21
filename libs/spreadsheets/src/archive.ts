import { unzipSync, zipSync } from 'fflate';

/** What keeps a spreadsheet from being read, in words. */
export class UnreadableSpreadsheet extends Error {}

/** How many files an archive may have, and how many bytes those that are read of it may be. */
const MOST_FILES = 2_000;
const MOST_BYTES = 67_108_864;

const MACROS = /(^|\/)vbaProject\.bin$|^xl\/(macrosheets|dialogsheets)\/|^(Basic|Scripts)\/./i;
/** Sheets and what they need; pictures and fonts are not unpacked. */
const IS_READ = /(\.xml|\.rels|^mimetype)$/i;

/**
 * The files of an archive that have text, packed anew without compression: whoever reads them sees what was judged, and
 * nothing else.
 * @throws UnreadableSpreadsheet
 */
export function checkedArchive(bytes: Uint8Array): Uint8Array {
  const files = unpacked(bytes);
  const names = new Set(Object.keys(files));
  const isKnown = names.has('[Content_Types].xml') || names.has('content.xml');
  if (!isKnown) throw new UnreadableSpreadsheet('The file is neither XLSX nor ODS.');
  for (const [name, content] of Object.entries(files)) {
    const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY'))
      throw new UnreadableSpreadsheet('The file has a document type or entities, which are not supported.');
    if (name === 'META-INF/manifest.xml' && text.includes('encryption-data'))
      throw new UnreadableSpreadsheet('The file is protected by a password.');
  }
  return zipSync(files, { level: 0 });
}

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  // The form of Excel before 2007, and what Excel packs protected files in.
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new UnreadableSpreadsheet('The file is protected by a password, or older than XLSX.');
  if (!startsWith(bytes, [0x50, 0x4b])) throw new UnreadableSpreadsheet('The file is neither XLSX nor ODS.');
  let files = 0;
  let size = 0;
  try {
    return unzipSync(bytes, {
      // Asked before a file is unpacked, which then takes no more than it has announced.
      filter: ({ name, originalSize }) => {
        files += 1;
        if (files > MOST_FILES)
          throw new UnreadableSpreadsheet(`The archive of the file has more than ${MOST_FILES} files.`);
        if (MACROS.test(name)) throw new UnreadableSpreadsheet('The file has macros, which are not supported.');
        if (!IS_READ.test(name)) return false;
        size += originalSize;
        if (!(size <= MOST_BYTES))
          throw new UnreadableSpreadsheet(`The unpacked file is larger than ${MOST_BYTES} bytes.`);
        return true;
      },
    });
  } catch (error) {
    throw error instanceof UnreadableSpreadsheet
      ? error
      : new UnreadableSpreadsheet('The archive of the file is damaged.');
  }
}

const startsWith = (bytes: Uint8Array, first: readonly number[]): boolean =>
  first.every((byte, index) => bytes[index] === byte);
