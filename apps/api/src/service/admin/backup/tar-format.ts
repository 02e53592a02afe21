/** The unit of a tar archive (POSIX ustar), in bytes. */
export const BLOCK = 512;

/** What ends an archive: two blocks of zeros. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

const NAME_BYTES = 100;
const SIZE_AT = 124;
const CHECKSUM_AT = 148;
const MAGIC_AT = 257;

/**
 * A file of an archive as it stands there: header, content, and zeros up to a whole block. The name is ASCII of 100
 * bytes at most.
 */
export function memberBytes(name: string, content: Buffer, modified: Date): Buffer[] {
  const header = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > NAME_BYTES) throw new RangeError(`${name} is too long for a tar archive`);
  header.write(name, 0);
  const numbers: [at: number, digits: number, value: number][] = [
    [100, 7, 0o600],
    [108, 7, 0],
    [116, 7, 0],
    [SIZE_AT, 11, content.length],
    [136, 11, Math.floor(modified.getTime() / 1_000)],
  ];
  for (const [at, digits, value] of numbers) header.write(value.toString(8).padStart(digits, '0'), at);
  header.write('0', 156);
  header.write('ustar\u000000', MAGIC_AT);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, CHECKSUM_AT);
  return [header, content, Buffer.alloc(paddingOf(content.length))];
}

/** The name, in ASCII, and the size of what follows a header; undefined where it is none. */
export function parseHeader(header: Buffer): { name: string; size: number } | undefined {
  const octal = (at: number, end: number): number => Number.parseInt(header.toString('latin1', at, end), 8);
  if (octal(CHECKSUM_AT, CHECKSUM_AT + 6) !== checksumOf(header)) return undefined;
  if (header.toString('latin1', MAGIC_AT, MAGIC_AT + 5) !== 'ustar') return undefined;
  const [name = ''] = header.toString('latin1', 0, NAME_BYTES).split('\0');
  // Refusals print it.
  if (!/^[ -~]+$/.test(name)) return undefined;
  return { name, size: octal(SIZE_AT, SIZE_AT + 11) };
}

/** How many zeros follow a content of this size. */
export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** The sum of the header's bytes, where those of the checksum itself count as blanks. */
const checksumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= CHECKSUM_AT && at < CHECKSUM_AT + 8 ? 0x20 : byte), 0);
