import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { turn } from '#libs/queues';

/** About how many characters are turned into bytes at once. */
const PART = 65_536;

/**
 * An object with lists that are so long that making JSON of them at once would hold the event loop; kept as the bytes
 * of it.
 */
export class LargeJson {
  private constructor(
    private readonly parts: readonly Buffer[],
    readonly length: number,
    /** A digest of the bytes. */
    readonly digest: string,
  ) {}

  /** Lets others go on after each part. @param lists JSON of each record of each list */
  static async of(small: object, lists: Readonly<Record<string, AsyncIterable<string>>>): Promise<LargeJson> {
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
      let comma = '';
      for await (const record of records) {
        text += `${comma}${record}`;
        comma = ',';
        if (text.length < PART) continue;
        close();
        await turn();
      }
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
