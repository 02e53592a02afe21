import { BLOCK, paddingOf, parseHeader, TAR_END } from './tar-format.js';

/** An archive that is cut off, altered, or none at all. */
export class DamagedArchive extends Error {}

/** A file of an archive. */
export interface Member {
  name: string;
  content: Buffer;
  /** All of its bytes in the archive, with header and padding. */
  raw: Buffer;
}

/**
 * Reads a tar archive of files, one after the other; only one is in memory at a time.
 * @param maxBytes what no file may exceed: a damaged size must not fill the memory
 * @throws DamagedArchive where it does not end as it should
 */
export async function* readTar(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Member> {
  const source = byteReader(chunks);
  try {
    for (;;) {
      const head = await source.take(BLOCK);
      if (head.length < BLOCK) throw new DamagedArchive('it is truncated');
      if (head.every((byte) => byte === 0)) break;
      const parsed = parseHeader(head);
      if (!parsed || !(parsed.size <= maxBytes)) throw new DamagedArchive('it was altered');
      const { name, size } = parsed;
      const rest = await source.take(size + paddingOf(size));
      if (rest.length < size + paddingOf(size)) throw new DamagedArchive(`it is truncated in ${name}`);
      yield { name, content: rest.subarray(0, size), raw: Buffer.concat([head, rest]) };
    }
    const end = await source.take(TAR_END.length);
    if (end.length !== TAR_END.length - BLOCK || end.some((byte) => byte !== 0))
      throw new DamagedArchive('its end is not at the expected position');
  } finally {
    await source.close();
  }
}

/** Takes so many bytes of a stream, or those that are left. */
function byteReader(chunks: AsyncIterable<Buffer>): {
  take(bytes: number): Promise<Buffer>;
  close(): Promise<unknown>;
} {
  const source = chunks[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let heldBytes = 0;
  return {
    async take(bytes) {
      while (heldBytes < bytes) {
        const { done, value } = await source.next();
        if (done) break;
        held.push(value);
        heldBytes += value.length;
      }
      const all = Buffer.concat(held);
      const taken = all.subarray(0, bytes);
      held = [all.subarray(taken.length)];
      heldBytes = held[0]!.length;
      return taken;
    },
    close: async () => source.return?.(),
  };
}
