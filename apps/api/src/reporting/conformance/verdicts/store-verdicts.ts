import { clock } from '#libs/clock';
import { execute, query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/current.js';
import { ReportTooLong } from '../errors.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { standardIdsOf } from '../reports/several-standards.js';
import type { VerdictStatement } from './statement.js';
import { sharedPlaces, type VerdictPlace } from './verdict-places.js';
import { DELETE_VERDICTS, REMEMBER_REVISION, SIZE_OF_REPORT, STORE_VERDICTS } from './verdicts.sql.js';

/** How much the verdicts of a report may say, in bytes: some 80,000 words. */
export const MAX_REPORT_BYTES = 512 * 1024;

/**
 * Stores what is said at each place of its verdict, by the caller and now; null: nobody has stated it. A verdict that was there gets the next
 * revision; a new one, one that was never used.
 * @throws ReportTooLong
 */
export async function storeVerdicts(
  tx: EntityManager,
  report: ConformanceReport,
  caller: Principal | null,
  statements: readonly VerdictStatement[],
): Promise<void> {
  if (statements.length === 0) return;
  const { organizationId, id, takenBack } = report;
  const person = caller?.key ? null : caller;
  const placesOf = sharedPlaces(standardIdsOf(report));
  const rows = statements.flatMap((statement) =>
    placesOf(statement).places.map((place): VerdictStatement => ({ ...statement, ...place })),
  );
  await query(tx, STORE_VERDICTS, [
    organizationId,
    id,
    JSON.stringify(rows),
    person?.userId ?? null,
    person?.name ?? null,
    clock.now(),
    takenBack,
  ]);
  await requireSize(tx, report);
}

/** @throws ReportTooLong */
export async function requireSize(tx: EntityManager, report: ConformanceReport): Promise<void> {
  const [size] = await query(tx, SIZE_OF_REPORT, [report.organizationId, report.id, standardIdsOf(report)]);
  if (size!.bytes > MAX_REPORT_BYTES) throw new ReportTooLong(MAX_REPORT_BYTES);
}

/**
 * Removes what was said at these places; the report remembers the revisions, so that none comes again. Returns how many
 * there were.
 */
export async function takeBack(
  tx: EntityManager,
  { organizationId, id }: ConformanceReport,
  places: readonly VerdictPlace[],
): Promise<number> {
  if (places.length === 0) return 0;
  const gone = await query(tx, DELETE_VERDICTS, [organizationId, id, JSON.stringify(places)]);
  if (gone.length > 0)
    await execute(tx, REMEMBER_REVISION, [organizationId, id, Math.max(...gone.map(({ revision }) => revision))]);
  return gone.length;
}
