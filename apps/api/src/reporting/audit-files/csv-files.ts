import { mapInSlices } from '#libs/queues';
import { csvRecord } from '../../platform/lists/csv.js';
import type { AuditFile } from './audit-file.js';
import { noticesOfAudit } from './notices.js';
import { gridOf, problemRows } from './tables.js';

/** The grid of an audit: a record for each requirement, with a cell for each entry of the sample. */
export const gridCsv = async (file: AuditFile): Promise<string> => csv(file, (await gridOf(file)).rows);

/** The problems that an audit found, a record for each. */
export const issuesCsv = async (file: AuditFile): Promise<string> => csv(file, await problemRows(file));

async function csv(file: AuditFile, rows: string[][]): Promise<string> {
  const columns = rows[0]!.length;
  const notices = noticesOfAudit(file).map((notice) => [notice, ...Array.from({ length: columns - 1 }, () => '')]);
  return (await mapInSlices([...notices, ...rows], csvRecord)).join('');
}
