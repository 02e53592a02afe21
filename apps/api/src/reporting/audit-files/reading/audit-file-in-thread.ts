import { TemporarilyUnavailable } from '#libs/errors';
import { mapInSlices } from '#libs/queues';
import { threadFile, type ThreadLimits, ThreadLimitExceeded } from '#libs/threads';
import { TooLarge } from '../../../platform/http/errors.js';
import type { Threads } from '../../../platform/places/threads.service.js';
import type { AuditContent, ReadCell } from './audit-content.js';
import { type FileOptions, readTextFile } from './read-audit-file.js';

/** How large a file may be, and one that is no spreadsheet. */
export const MOST_BYTES = 20_971_520;
const MOST_TEXT = 5_242_880;
/** What is read at once, since a thread takes longer to begin. */
const FEW_BYTES = 32_768;
/** How many outcomes a file may have. */
export const MOST_CELLS = 50_000;

/** The RGAA's grid of 40 pages takes half a second and 100 MB. */
const LIMITS: ThreadLimits = { megabytes: 256, milliseconds: 30_000 };

/**
 * Reads a file, but for small texts in a thread of its own: what strangers write takes as long and as much as they
 * like. What is wrong with it is in its faults.
 * @param most how many outcomes it may have
 * @throws TooLarge, TemporarilyUnavailable
 */
export async function auditFileInThread(
  threads: Pick<Threads, 'run'>,
  bytes: Uint8Array,
  options: FileOptions,
  most: number = MOST_CELLS,
  limits = LIMITS,
): Promise<AuditContent> {
  if (options.format !== 'spreadsheet' && bytes.length > MOST_TEXT)
    throw new TooLarge(`A file of this format can have at most ${MOST_TEXT} bytes.`);
  const isSmall = options.format !== 'spreadsheet' && bytes.length <= FEW_BYTES;
  const content = isSmall ? readTextFile(bytes, options) : await inThread(threads, bytes, options, limits);
  if (content.cells.length > most) throw new TooLarge(`The file has more than ${most} outcomes.`);
  return content;
}

async function inThread(
  threads: Pick<Threads, 'run'>,
  bytes: Uint8Array,
  options: FileOptions,
  limits: ThreadLimits,
): Promise<AuditContent> {
  const answer = await threads
    .run(threadFile('audit-file', import.meta.url), [bytes, options], limits)
    .catch((error: unknown) => {
      if (!(error instanceof ThreadLimitExceeded)) throw error;
      if (error.limit === 'milliseconds') throw new TemporarilyUnavailable(error);
      throw new TooLarge('The file requires too much memory.');
    });
  const [content, ...lines] = Buffer.from(answer).toString().split('\n');
  const cells = (await mapInSlices(lines, (line) => JSON.parse(line) as ReadCell[])).flat();
  return { ...(JSON.parse(content!) as AuditContent), cells };
}
