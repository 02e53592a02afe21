import { ChoiceParameter, FlagParameter, IntegerParameter } from '#libs/fields';

export type SortDirection = 'asc' | 'desc';

/** The largest page anyone gets. */
const MAX_PAGE_SIZE = 100;

/** The query of a paged list whose pages have `size` rows unless asked otherwise. */
export function PageQuery(size: number) {
  class Query {
    @IntegerParameter({ default: 1, max: 1_000_000_000 })
    page: number = 1;

    @IntegerParameter({ default: size, max: MAX_PAGE_SIZE })
    pageSize: number = size;

    @FlagParameter({ default: true, description: '`false` leaves out how many there are, which takes longer to tell.' })
    total: boolean = true;
  }
  return Query;
}

/** The same, sortable by one of these fields; the first is the default, newest first. */
export function SortedPageQuery<const F extends string>(size: number, fields: readonly [F, ...F[]]) {
  class Query extends PageQuery(size) {
    @ChoiceParameter(fields, { default: fields[0] })
    sortField: F = fields[0];

    @ChoiceParameter(['asc', 'desc'], { default: 'desc' })
    sortDirection: SortDirection = 'desc';
  }
  return Query;
}
