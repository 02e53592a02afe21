import { type Detail, linkedRows, type LinkTable, replaceLinks, requireAll, type RowKey } from '#libs/rows';
import type { EntityManager } from 'typeorm';
import type { FunctionalNeedDto } from './dto/functional-need.dto.js';
import { FunctionalNeed } from './functional-need.entity.js';

/** The functional needs of a record, in their own order. */
export const functionalNeedsDetail = (links: LinkTable): Detail<FunctionalNeedDto[]> =>
  linkedRows(
    links,
    { table: 'functional_needs', columns: 't.id, t.slug, t.name, t.url', order: 't.sort_order' },
    (need: FunctionalNeedDto) => need,
  );

/** Links a record to exactly these functional needs; throws 400 for unknown ids. Returns whether anything changed. */
export async function linkNeeds(
  tx: EntityManager,
  links: LinkTable,
  record: RowKey,
  ids: readonly string[],
): Promise<boolean> {
  await requireAll(tx, FunctionalNeed, ids, { pointer: '/functionalNeedIds', what: 'functional need' });
  return replaceLinks(tx, links, record, ids);
}
