import { Described, Integer } from '#libs/fields';

/** One page of a list, and how many rows the whole list has; null where that was not asked for. */
export interface Page<T> {
  items: T[];
  total: number | null;
  page: number;
  pageSize: number;
}

/** How many rows a list has. */
export const Total = (): PropertyDecorator =>
  Integer({ min: 0, nullable: true, description: 'Null with `total=false`.' });

/** The position of a page in its list. */
@Described('The number of this result page.')
export class Pagination {
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
  @Total()
  total: number | null;
  @Integer({ min: 0, nullable: true, description: 'Null like `total`.' })
  totalPages: number | null;

  static of({ page, pageSize, total }: Omit<Page<unknown>, 'items'>): Pagination {
    return { page, pageSize, total, totalPages: total === null ? null : Math.ceil(total / pageSize) };
  }
}
