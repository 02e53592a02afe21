import { linkedTo, type LinkTable } from '#libs/rows';
import type { EntityManager } from 'typeorm';
import type { FunctionalNeedDto } from '../taxonomy/dto/functional-need.dto.js';

export const ISSUE_AREAS: LinkTable = { table: 'issue_areas', owner: 'issue_id', target: 'area_id' };
export const ISSUE_REQUIREMENTS: LinkTable = {
  table: 'issue_requirements',
  owner: 'issue_id',
  target: 'requirement_id',
};
export const ISSUE_NEEDS: LinkTable = {
  table: 'issue_functional_needs',
  owner: 'issue_id',
  target: 'functional_need_id',
};

/** The functional needs of one record. */
export async function needsOf(tx: EntityManager, links: LinkTable, recordId: string): Promise<FunctionalNeedDto[]> {
  const of = { table: 'functional_needs', columns: 't.id, t.slug, t.name, t.url', order: 't.sort_order' };
  return (await linkedTo<FunctionalNeedDto>(tx, links, of, [recordId])).get(recordId)!;
}
