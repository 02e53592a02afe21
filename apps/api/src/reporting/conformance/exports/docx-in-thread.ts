import { TemporarilyUnavailable } from '#libs/errors';
import { threadFile, type ThreadLimits, ThreadLimitExceeded } from '#libs/threads';
import type { Threads } from '../../../platform/places/threads.service.js';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { ExportTooLarge } from '../errors.js';
import { documentSlices } from './document-slices.js';

/**
 * More than the largest report takes: of 8,000 claims two seconds, on a machine with ten times as much to do as it can
 * half a minute; a request has a minute.
 */
const LIMITS: ThreadLimits = { megabytes: 256, milliseconds: 50_000 };

/**
 * A report as a document of a word processor, written in a thread of its own: packing it takes a second at once.
 * @throws ExportTooLarge, or TemporarilyUnavailable where the machine was too busy to write it in time
 */
export const docxInThread = (
  threads: Pick<Threads, 'run'>,
  document: ConformanceDocument,
  state: PublicState | null,
  limits = LIMITS,
): Promise<Uint8Array> =>
  threads
    .run(threadFile('docx', import.meta.url), [state, ...documentSlices(document)], limits)
    .catch((error: unknown) => {
      if (!(error instanceof ThreadLimitExceeded)) throw error;
      throw error.limit === 'megabytes' ? new ExportTooLarge('docx') : new TemporarilyUnavailable(error);
    });
