import type { EntityManager } from 'typeorm';
import { type Detail, linkedRows } from '../../platform/lists/details.js';
import type { RowKey } from '../../platform/lists/key-of.js';
import { type LinkTable, replaceLinks } from '../../platform/lists/links.js';
import { requireAll } from '../../platform/lists/require-all.js';
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
