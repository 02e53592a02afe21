import { ChoiceParameter, FlagParameter, IdListParameter, named, TextListParameter, TextParameter } from '#libs/fields';
import {
  AfterParameter,
  PageParameter,
  PageSizeParameter,
  SORT_DIRECTIONS,
  type SortDirection,
  TotalParameter,
} from '../../../platform/lists/page-query.js';

const SORT_FIELDS = named(
  'ProductSortField',
  ['name', 'createdAt', 'updatedAt', 'letter'],
  'The sort field of products; products without a letter are last.',
);
/** What products are ordered by. */
export type ProductSortField = (typeof SORT_FIELDS)[number];

/** Which products to list, and which page of them. */
export class ListProductsQuery {
  @PageParameter()
  page: number = 1;

  @PageSizeParameter(
    undefined,
    'The maximum number of products per result page. If absent, all products are on one page.',
  )
  pageSize?: number;

  @TotalParameter()
  total: boolean = true;

  @AfterParameter()
  after?: string;

  @FlagParameter({ default: false, description: 'Archived products instead of active ones.' })
  archived: boolean = false;

  @TextListParameter({
    description: 'User ids of responsible members, comma-separated; `unassigned` for products without one.',
  })
  owner?: string[];

  @IdListParameter({ description: 'Teams of the products, by id.' })
  team?: string[];

  @TextParameter({ description: 'Searches name and description.', max: 200 })
  q?: string;

  @ChoiceParameter(SORT_FIELDS, { default: 'name' })
  sortField: ProductSortField = 'name';

  @ChoiceParameter(SORT_DIRECTIONS, { default: 'asc' })
  sortDirection: SortDirection = 'asc';
}
