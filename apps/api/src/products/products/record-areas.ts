import { isId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { type Detail, linkedRows } from '../../platform/lists/details.js';
import type { RowKey } from '../../platform/lists/key-of.js';
import { type LinkTable, replaceLinks } from '../../platform/lists/links.js';
import type { Condition } from '../../platform/lists/page-of.js';
import { requireAll } from '../../platform/lists/require-all.js';
import { Area } from './area.entity.js';
import type { AreaDto } from './dto/area.dto.js';
import type { ProductKey } from './product-key.js';

/** Refuses, with 400, areas that are not the product's. */
export async function requireAreas(
  tx: EntityManager,
  { organizationId, id }: ProductKey,
  areaIds: readonly string[],
  pointer = '',
): Promise<void> {
  const where = { organizationId, productId: id };
  await requireAll(tx, Area, areaIds, { where, pointer: `${pointer}/areaIds`, what: 'area' });
}

/** Links the record of a product to exactly these areas of the product. Answers whether anything changed. */
export const tagWithAreas = (
  tx: EntityManager,
  links: LinkTable,
  record: RowKey & { productId: string },
  areaIds: readonly string[],
): Promise<boolean> => replaceLinks(tx, links, record, areaIds, { product_id: record.productId });

type AreaRow = { [Name in keyof AreaDto]: AreaDto[Name] extends Date | null ? string : AreaDto[Name] };

/** The areas of a record, by name. */
export const areasDetail = (links: LinkTable): Detail<AreaDto[]> =>
  linkedRows(
    links,
    {
      table: 'areas',
      columns: `t.id, t.name, t.slug, t.description, t.product_id AS "productId", t.archived_at AS "archivedAt",
        t.created_at AS "createdAt", t.updated_at AS "updatedAt"`,
      order: 'lower(t.name), t.id',
      within: ['organization_id', 'product_id'],
    },
    ({ archivedAt, createdAt, updatedAt, ...area }: AreaRow) => ({
      ...area,
      archivedAt: archivedAt === null ? null : new Date(archivedAt),
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
    }),
  );

/**
 * That a record of a list is tagged with one of some areas, by their ids or slugs.
 * @param taggedWhere the statement that reads the ids of records from links `t` under a condition
 */
export const taggedWith =
  (taggedWhere: (condition: string) => string, areas: readonly string[]): Condition =>
  (bind) => {
    const names = `${bind(areas)}::text[]`;
    const named = `a.id = ANY (${bind(areas.filter(isId))}::uuid[]) OR a.slug = ANY (${names}) OR a.former_slugs && ${names}`;
    const ids = `SELECT a.id FROM areas a WHERE a.organization_id = $1 AND (${named})`;
    return `l.id IN (${taggedWhere(`t.organization_id = $1 AND t.area_id = ANY (ARRAY(${ids}))`)})`;
  };
