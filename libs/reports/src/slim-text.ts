/**
 * Lists and objects that make up most of a report and whose inner no reader looks at: what axe-core found in order, the
 * checks of a single element, Lighthouse's pictures, and what a test of Playwright failed of.
 */
const UNREAD = new Set(['passes', 'inapplicable', 'any', 'all', 'none', 'relatedNodes', 'fullPageScreenshot', 'error']);
/** The same, but those of the whole run are counted. */
const UNREAD_BELOW = 'errors';
/** Attachments of Playwright, as base64: results of axe-core as well. */
const ATTACHMENT = 'body';
const LONGEST_NAME = 20;

/**
 * The text of a report that comes in pieces, such as the stream of a file, without what nobody reads of it: so that a
 * report of 100 MB, which would take several times as much as a whole, fits into a small container.
 */
export async function reportText(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const slimmer = new Slimmer();
  const wide: Uint8Array[] = [];
  let encoding: Encoding | undefined;
  let start: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    if (encoding === undefined) {
      // The mark may come in two pieces.
      start = Buffer.concat([start, piece]);
      if (start.length < 2) continue;
      encoding = encodingOf(start);
    } else start = piece;
    if (encoding === 'utf-8') slimmer.write(start);
    else wide.push(start);
  }
  if (encoding === undefined) slimmer.write(start);
  return wide.length > 0 ? new TextDecoder(encoding).decode(Buffer.concat(wide)) : slimmer.end().toString('utf8');
}

/** The text of a report that is there as a whole, as browsers have it. */
export const textOfBytes = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes);

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** By the mark at the start. PowerShell's `>` writes UTF-16, its `Out-File` either order of bytes. */
function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

const [QUOTE, BACKSLASH, COLON, COMMA, NEWLINE] = [0x22, 0x5c, 0x3a, 0x2c, 0x0a];
const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

/** Copies JSON but for the inner of values that are unread. It checks nothing: what is not JSON stays what it is. */
class Slimmer {
  private readonly kept: Buffer[] = [];
  private isInText = false;
  private isEscaped = false;
  /** The beginning of the text that was read last. */
  private text: number[] = [];
  /** The name whose value is expected, once its colon has come. */
  private name: string | undefined;
  /** How deep in the report. */
  private level = 0;
  /** How deep within an unread value; 0 outside. */
  private depth = 0;
  /** The lines of that value, which stay, so that what follows keeps its number. */
  private lines = 0;
  /** The base64 of an attachment, while it is read. */
  private attachment: Buffer[] | undefined;

  write(piece: Uint8Array): void {
    let from = this.depth > 0 ? -1 : 0;
    for (let index = 0; index < piece.length; index++) {
      const byte = piece[index]!;
      if (this.isInText) {
        const hasEnded = this.endsText(byte);
        if (hasEnded && this.attachment) {
          this.keep(piece, from, index);
          this.endAttachment();
          from = index;
        }
        continue;
      }
      if (byte === QUOTE) {
        this.isInText = true;
        this.text = [];
        if (this.depth === 0 && this.name === ATTACHMENT) {
          this.keep(piece, from, index + 1);
          this.attachment = [];
          from = index + 1;
        }
        this.name = undefined;
      } else if (this.depth > 0) {
        this.depth += isOpening(byte) ? 1 : isClosing(byte) ? -1 : 0;
        if (byte === NEWLINE) this.lines += 1;
        if (this.depth === 0) {
          from = index;
          if (this.lines > 0) this.kept.push(Buffer.alloc(this.lines, '\n'));
          this.lines = 0;
        }
      } else if (byte === COLON) {
        this.name = String.fromCharCode(...this.text);
      } else if (isOpening(byte) && this.isUnread()) {
        this.keep(piece, from, index + 1);
        this.depth = 1;
        from = -1;
        this.name = undefined;
      } else if (!isSpace(byte)) {
        this.level += isOpening(byte) ? 1 : isClosing(byte) ? -1 : 0;
        this.name = undefined;
        if (byte === COMMA) this.text = [];
      }
    }
    if (from >= 0) this.keep(piece, from, piece.length);
  }

  end(): Buffer {
    if (this.attachment) this.endAttachment();
    return Buffer.concat(this.kept);
  }

  private isUnread(): boolean {
    return this.name !== undefined && (UNREAD.has(this.name) || (this.name === UNREAD_BELOW && this.level > 1));
  }

  private endsText(byte: number): boolean {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) {
      this.isInText = false;
      return true;
    }
    // One more than the longest, so that what only begins with a name is none.
    if (this.text.length <= LONGEST_NAME) this.text.push(byte);
    return false;
  }

  /** Copied, since a part of a piece would keep all of it. */
  private keep(piece: Uint8Array, from: number, to: number): void {
    if (to > from) (this.attachment ?? this.kept).push(Buffer.from(piece.subarray(from, to)));
  }

  private endAttachment(): void {
    const written = Buffer.concat(this.attachment!);
    this.attachment = undefined;
    this.kept.push(slimAttachment(written));
  }
}

/** The same as it was, unless it is base64 of JSON that becomes shorter. */
function slimAttachment(written: Buffer): Buffer {
  const content = Buffer.from(written.toString('latin1'), 'base64');
  const isJson = content[0] === 0x7b || content[0] === 0x5b;
  if (!isJson || content.toString('base64').length !== written.length) return written;
  const slimmer = new Slimmer();
  slimmer.write(content);
  return Buffer.from(slimmer.end().toString('base64'), 'latin1');
}
