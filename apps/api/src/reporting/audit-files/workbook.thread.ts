import { odsOf, type WrittenSheet, xlsxOf } from '#libs/spreadsheets';
import { answerInThread } from '#libs/threads';

/** What is sent: the form, and of each sheet itself, without its rows, and then its rows. */
export type WorkbookPart = 'xlsx' | 'ods' | Omit<WrittenSheet, 'rows'> | string[][];

answerInThread<WorkbookPart>(async ([form, ...parts]) => {
  const sheets: (Omit<WrittenSheet, 'rows'> & { rows: string[][] })[] = [];
  for (const part of parts as Exclude<WorkbookPart, string>[])
    if (Array.isArray(part)) sheets.at(-1)!.rows.push(...part);
    else sheets.push({ ...part, rows: [] });
  return form === 'ods' ? odsOf(sheets) : xlsxOf(sheets);
});
