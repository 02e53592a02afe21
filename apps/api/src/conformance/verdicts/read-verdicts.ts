import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { Requirement } from '../../standards/requirement.entity.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { COMPONENTS } from '../statement-terms.js';
import { ConformanceVerdict } from './conformance-verdict.entity.js';
import { REQUIREMENTS_OF_DOCUMENT } from './verdicts.sql.js';

/**
 * All that is said in a report, in the order of requirements and components: of what was published in that of its
 * document, whatever has become of the standard. A draft shows what is said of its present standard, and keeps the
 * rest, in case that its standard was changed by mistake.
 */
export async function readVerdicts(
  tx: EntityManager,
  {
    organizationId,
    id: reportId,
    status,
    standardId,
  }: Pick<ConformanceReport, 'organizationId' | 'id' | 'status' | 'standardId'>,
): Promise<ConformanceVerdict[]> {
  const select = tx
    .createQueryBuilder(ConformanceVerdict, 'v')
    .leftJoin(Requirement, 'r', 'r.id = v.requirementId')
    .where('v.organizationId = :organizationId AND v.reportId = :reportId', { organizationId, reportId })
    .orderBy({ 'r.sortOrder': 'ASC', 'v.requirementId': 'ASC' });
  if (status === 'draft') select.andWhere('r.standardId = :standardId', { standardId });
  const rows = await select.getMany();
  const ids =
    status === 'draft'
      ? rows.map(({ requirementId }) => requirementId)
      : (await query(tx, REQUIREMENTS_OF_DOCUMENT, [organizationId, reportId]))[0]!.requirementIds;
  const place = new Map([...new Set(ids)].map((id, index) => [id, index]));
  const placeOf = ({ requirementId, component }: ConformanceVerdict): number =>
    place.get(requirementId)! * COMPONENTS.length + COMPONENTS.indexOf(component);
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}
