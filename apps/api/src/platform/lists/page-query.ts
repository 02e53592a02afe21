import { ChoiceParameter, FlagParameter, IntegerParameter, named, TextParameter } from '#libs/fields';
import { FormatParameter, type ListFormat } from './list-formats.js';

export const SORT_DIRECTIONS = named('SortDirection', ['asc', 'desc'], '`desc`: largest, newest or last first.');
export type SortDirection = (typeof SORT_DIRECTIONS)[number];

/** The largest page anyone gets. */
const MAX_PAGE_SIZE = 100;

const AFTER =
  'The cursor of the next result page, from the `Link` header (`rel="next"`) of the previous one; without `page`. In a stable order (`createdAt`, `number`), no record is skipped or repeated, even if records are added or deleted.';
/** The longest cursor: a text that a list is ordered by, and an id, take no more. */
export const MAX_CURSOR = 10_000;

/** The query parameter `page`. */
export const PageParameter = (): PropertyDecorator =>
  IntegerParameter({ default: 1, max: 1_000_000_000, description: 'The result page, starting at 1.' });

/** The query parameter `pageSize`. @param description where a list has no size of its own, what it is without one */
export const PageSizeParameter = (size?: number, description?: string): PropertyDecorator =>
  IntegerParameter({
    ...(size === undefined ? {} : { default: size }),
    max: MAX_PAGE_SIZE,
    description: description ?? 'The maximum number of records per result page.',
  });

/** The query parameter `total`. */
export const TotalParameter = (): PropertyDecorator =>
  FlagParameter({
    default: true,
    description: '`false` omits the count, which is faster; `total` is then null.',
  });

/** The query parameter `after`. */
export const AfterParameter = (): PropertyDecorator => TextParameter({ description: AFTER, max: MAX_CURSOR });

/** The page of a query whose pages have `size` rows unless asked otherwise, but for its cursor. */
export function PageParameters(size: number) {
  class Query {
    @PageParameter()
    page: number = 1;

    @PageSizeParameter(size)
    pageSize: number = size;

    @TotalParameter()
    total: boolean = true;
  }
  return Query;
}

/** The query of a paged list whose pages have `size` rows unless asked otherwise. */
export function PageQuery(size: number) {
  class Query extends PageParameters(size) {
    @AfterParameter()
    after?: string;
  }
  return Query;
}

/** The same, sortable by one of these named fields; the first is the default, newest first. */
export function SortedPageQuery<const F extends string>(size: number, fields: readonly [F, ...F[]]) {
  class Query extends PageQuery(size) {
    @ChoiceParameter(fields, { default: fields[0] })
    sortField: F = fields[0];

    @ChoiceParameter(SORT_DIRECTIONS, { default: 'desc' })
    sortDirection: SortDirection = 'desc';

    @FormatParameter()
    format?: ListFormat;
  }
  return Query;
}
