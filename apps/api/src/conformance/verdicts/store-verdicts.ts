import { execute, query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../../http/current.js';
import { ReportTooLong } from '../errors.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import type { VerdictStatement } from './statement.js';
import { DELETE_VERDICTS, REMEMBER_REVISION, SIZE_OF_REPORT, STORE_VERDICTS } from './verdicts.sql.js';

/** How much the verdicts of a report may say, in bytes: some 80,000 words. */
export const MAX_REPORT_BYTES = 512 * 1024;

/**
 * Stores what is said, by the caller and now. A verdict that was there gets the next revision; a new one, one that was never used.
 * @throws ReportTooLong
 */
export async function storeVerdicts(
  tx: EntityManager,
  { organizationId, id, takenBack, standardId }: ConformanceReport,
  { userId, name, key }: Principal,
  statements: readonly VerdictStatement[],
): Promise<void> {
  if (statements.length === 0) return;
  await query(tx, STORE_VERDICTS, [
    organizationId,
    id,
    JSON.stringify(statements),
    key ? null : userId,
    key ? null : name,
    new Date(),
    takenBack,
  ]);
  const [size] = await query(tx, SIZE_OF_REPORT, [organizationId, id, standardId]);
  if (size!.bytes > MAX_REPORT_BYTES) throw new ReportTooLong(MAX_REPORT_BYTES);
}

/** Removes what was said; the report remembers the revisions, so that none comes again. Returns how many there were. */
export async function takeBack(
  tx: EntityManager,
  { organizationId, id }: ConformanceReport,
  statements: readonly Pick<VerdictStatement, 'requirementId' | 'component'>[],
): Promise<number> {
  if (statements.length === 0) return 0;
  const gone = await query(tx, DELETE_VERDICTS, [organizationId, id, JSON.stringify(statements)]);
  if (gone.length > 0)
    await execute(tx, REMEMBER_REVISION, [organizationId, id, Math.max(...gone.map(({ revision }) => revision))]);
  return gone.length;
}
