import { TemporarilyUnavailable } from '#libs/errors';
import type { WrittenSheet } from '#libs/spreadsheets';
import { threadFile, type ThreadLimits, ThreadLimitExceeded } from '#libs/threads';
import type { Threads } from '../../platform/places/threads.service.js';
import { AuditExportTooLarge } from './errors.js';
import type { WorkbookPart } from './workbook.thread.js';

/** A grid of 500 entries takes two seconds and 150 MB. */
const LIMITS: ThreadLimits = { megabytes: 256, milliseconds: 50_000 };
const ROWS_AT_ONCE = 50;

/** Packs sheets in a thread of its own. @throws AuditExportTooLarge, TemporarilyUnavailable */
export function workbookInThread(
  threads: Pick<Threads, 'run'>,
  form: 'xlsx' | 'ods',
  sheets: readonly WrittenSheet[],
  limits = LIMITS,
): Promise<Uint8Array> {
  const parts = sheets.flatMap(({ rows, ...sheet }): WorkbookPart[] => [sheet, ...slicesOf(rows)]);
  return threads.run(threadFile('workbook', import.meta.url), [form, ...parts], limits).catch((error: unknown) => {
    if (!(error instanceof ThreadLimitExceeded)) throw error;
    throw error.limit === 'megabytes' ? new AuditExportTooLarge() : new TemporarilyUnavailable(error);
  });
}

const slicesOf = (rows: WrittenSheet['rows']): string[][][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, index) =>
    rows.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE).map((row) => [...row]),
  );
