import type { HeldRun } from './held-run.js';
import type { Picture } from './service.js';
import type { AgentFinding, PageResult } from './wire.js';

const MOST_PAGES = 50;
const MOST_BYTES = 900_000;
const MOST_PICTURES = 20;

interface Waiting {
  result: PageResult;
  bytes: number;
  pictures: readonly Picture[];
  sent(): void;
}

/** Reports results of pages: one call after the other, each with all that has come meanwhile. */
export class Outbox {
  private readonly waiting: Waiting[] = [];
  private sending: Promise<void> | undefined;
  private picturesLeft: number;

  constructor(
    private readonly held: HeldRun,
    mostPictures: number,
  ) {
    this.picturesLeft = mostPictures;
  }

  /** Resolves when the result has been delivered. */
  async add(result: PageResult, pictures: readonly Picture[] = []): Promise<void> {
    const fitting = withinLimit(result);
    const bytes = Buffer.byteLength(JSON.stringify(fitting));
    const delivered = new Promise<void>((sent) => this.waiting.push({ result: fitting, bytes, pictures, sent }));
    this.sending ??= this.send().finally(() => (this.sending = undefined));
    await Promise.race([delivered, this.sending.then(() => delivered)]);
  }

  private async send(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = [this.waiting.shift()!];
      for (let bytes = batch[0]!.bytes; batch.length < MOST_PAGES;) {
        bytes += this.waiting[0]?.bytes ?? Infinity;
        if (bytes > MOST_BYTES) break;
        batch.push(this.waiting.shift()!);
      }
      const wanted = new Set(await this.held.results(batch.map(({ result }) => result)));
      await this.sendPictures(batch.flatMap(({ pictures }) => pictures).filter(({ digest }) => wanted.delete(digest)));
      batch.forEach(({ sent }) => sent());
    }
  }

  private async sendPictures(pictures: readonly Picture[]): Promise<void> {
    const meant = pictures.slice(0, this.picturesLeft);
    this.picturesLeft -= meant.length;
    for (let at = 0; at < meant.length; at += MOST_PICTURES)
      await this.held.evidence(meant.slice(at, at + MOST_PICTURES));
  }
}

/**
 * A result that one call can have: where there is too much, first without the HTML of elements, then without descriptions. One
 * that is still too much has failed: with some of its findings alone the others would count as mended.
 */
export function withinLimit(result: PageResult): PageResult {
  if (result.outcome !== 'looked') return result;
  const without = (...names: (keyof AgentFinding)[]): PageResult => ({
    ...result,
    findings: result.findings.map(
      (finding) =>
        Object.fromEntries(Object.entries(finding).filter(([name]) => !names.includes(name as never))) as never,
    ),
  });
  const { id, ms } = result;
  const forms = [() => result, () => without('snippet'), () => without('snippet', 'description', 'helpUrl')];
  for (const form of forms) {
    const made = form();
    if (Buffer.byteLength(JSON.stringify(made)) <= MOST_BYTES) return made;
  }
  return { id, outcome: 'failed', reason: 'too_large', ms };
}
