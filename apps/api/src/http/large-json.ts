import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { mapInSlices } from '#libs/queues';

/** About how many characters are turned into bytes at once. */
const PART = 65_536;

/** An object with lists that are so long that making JSON of them at once would hold the event loop; kept as the bytes of it. */
export class LargeJson {
  private constructor(
    private readonly parts: readonly Buffer[],
    readonly length: number,
    /** A digest of the bytes. */
    readonly digest: string,
  ) {}

  /** @param lists JSON of each record of each list */
  static async of(small: object, lists: Readonly<Record<string, readonly string[]>>): Promise<LargeJson> {
    const parts: Buffer[] = [];
    const digest = createHash('sha1');
    let text = '';
    const close = (): void => {
      const part = Buffer.from(text);
      parts.push(part);
      digest.update(part);
      text = '';
    };
    text = JSON.stringify(small).slice(0, -1);
    for (const [name, records] of Object.entries(lists)) {
      text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:[`;
      await mapInSlices(records, (record, index) => {
        text += index === 0 ? record : `,${record}`;
        if (text.length >= PART) close();
      });
      text += ']';
    }
    text += '}';
    close();
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    return new LargeJson(parts, length, digest.digest('base64').slice(0, 27));
  }

  /** Writes it as fast as it is read; who goes away meanwhile is missed by nobody. */
  async sendTo(to: NodeJS.WritableStream): Promise<void> {
    await pipeline(Readable.from(this.parts, { objectMode: false }), to).catch(() => undefined);
  }
}
