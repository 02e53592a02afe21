import { ChoiceParameter, FlagParameter, IntegerParameter, named } from '#libs/fields';

export const SORT_DIRECTIONS = named('SortDirection', ['asc', 'desc'], '`desc`: the largest, newest or last first.');
export type SortDirection = (typeof SORT_DIRECTIONS)[number];

/** The largest page anyone gets. */
const MAX_PAGE_SIZE = 100;

/** The query of a paged list whose pages have `size` rows unless asked otherwise. */
export function PageQuery(size: number) {
  class Query {
    @IntegerParameter({ default: 1, max: 1_000_000_000, description: 'Which page, from 1.' })
    page: number = 1;

    @IntegerParameter({ default: size, max: MAX_PAGE_SIZE, description: 'How many records a page has at most.' })
    pageSize: number = size;

    @FlagParameter({
      default: true,
      description: '`false` leaves out how many there are, which takes longer to tell: `total` is null then.',
    })
    total: boolean = true;
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
  }
  return Query;
}
