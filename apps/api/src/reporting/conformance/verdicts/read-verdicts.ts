import { query } from '#libs/database';
import { pauseBefore } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { standardIdsOf } from '../reports/several-standards.js';
import { COMPONENTS } from '../statement-terms.js';
import type { ConformanceVerdict } from './conformance-verdict.entity.js';
import { REQUIREMENTS_OF_DOCUMENT, REQUIREMENTS_OF_STANDARDS, VERDICTS_OF_REPORT } from './verdicts.sql.js';

/**
 * All that is said in a report, in the order of requirements and components: of what was published in that of its
 * document, whatever has become of the standard. A draft shows what is said of its present standards, and keeps the
 * rest, in case that these were changed by mistake.
 */
export async function readVerdicts(tx: EntityManager, report: ReportOfVerdicts): Promise<ConformanceVerdict[]> {
  const { organizationId, id: reportId } = report;
  const rows = await query(tx, VERDICTS_OF_REPORT, [organizationId, reportId]);
  const [of] =
    report.status === 'draft'
      ? await query(tx, REQUIREMENTS_OF_STANDARDS, [standardIdsOf(report)])
      : await query(tx, REQUIREMENTS_OF_DOCUMENT, [organizationId, reportId]);
  await pauseBefore(rows);
  const place = new Map(of!.requirementIds.map((id, index) => [id, index]));
  const placeOf = ({ requirementId, component }: ConformanceVerdict): number =>
    place.get(requirementId)! * COMPONENTS.length + COMPONENTS.indexOf(component);
  return rows.filter(({ requirementId }) => place.has(requirementId)).toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** A report, as far as it decides what is said in it. */
export type ReportOfVerdicts = Pick<
  ConformanceReport,
  'organizationId' | 'id' | 'status' | 'standardId' | 'conformanceLevelId' | 'furtherStandards'
>;
