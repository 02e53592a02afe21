import { Integer } from '#libs/fields';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { SortDirection } from './page-query.js';

/** One page of a list, and how many rows the whole list has. */
export interface Page<T> {
  items: T[];
  total: number;
  page: number;
  pageSize: number;
}

/** The position of a page in its list. */
export class Pagination {
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
  @Integer({ min: 0 })
  total: number;
  @Integer({ min: 0 })
  totalPages: number;

  static of({ page, pageSize, total }: Omit<Page<unknown>, 'items'>): Pagination {
    return { page, pageSize, total, totalPages: Math.ceil(total / pageSize) };
  }
}

/**
 * Runs a filtered query as one page: rows without a value come last in both directions, ties break on `id`, so that
 * pages neither repeat nor lose a row. `total` may come from elsewhere where counting would scan.
 */
export async function paginate<T extends ObjectLiteral>(
  rows: SelectQueryBuilder<T>,
  query: { page: number; pageSize: number; sortField: string; sortDirection: SortDirection },
  total?: number,
): Promise<Page<T>> {
  const { page, pageSize, sortField, sortDirection } = query;
  const count = total ?? (await rows.getCount());
  const offset = (page - 1) * pageSize;
  if (offset >= count) return { items: [], total: count, page, pageSize };
  const direction = sortDirection === 'asc' ? 'ASC' : 'DESC';
  // `NULLS LAST` only for nullable columns; otherwise the plain index could not be used.
  const column = rows.expressionMap.mainAlias!.metadata.findColumnWithPropertyName(sortField)!;
  const nulls = column.isNullable ? 'NULLS LAST' : undefined;
  // What is computed is ordered by the name under which it is selected.
  const order = column.isVirtualProperty ? `${rows.alias}_${column.databaseName}` : `${rows.alias}.${sortField}`;
  const items = await rows
    .orderBy(order, direction, nulls)
    .addOrderBy(`${rows.alias}.id`, direction)
    .limit(pageSize)
    .offset(offset)
    .getMany();
  return { items, total: count, page, pageSize };
}
