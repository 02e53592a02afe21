import { linkedTo, type LinkTable, replaceLinks, requireAll } from '#libs/rows';
import type { EntityManager } from 'typeorm';
import { Area } from './area.entity.js';
import { AreaDto } from './dto/area.dto.js';

/** Links the record of a product to exactly these areas of the product; 400 names those that are not its. */
export async function tagWithAreas(
  tx: EntityManager,
  links: LinkTable,
  productId: string,
  recordId: string,
  areaIds: readonly string[],
): Promise<boolean> {
  await requireAll(tx, Area, areaIds, { where: { productId }, pointer: '/areaIds', what: 'area' });
  return replaceLinks(tx, links, recordId, areaIds, { product_id: productId });
}

/** The areas of many records, by record, in one statement. */
export function areasOf(
  tx: EntityManager,
  links: LinkTable,
  recordIds: readonly string[],
): Promise<Map<string, AreaDto[]>> {
  const columns = `t.id, t.name, t.slug, t.description, t.product_id AS "productId", t.archived_at AS "archivedAt",
    t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;
  return linkedTo<AreaDto>(tx, links, { table: 'areas', columns, order: 'lower(t.name), t.id' }, recordIds);
}
