import {
  Choice,
  Described,
  fieldsOf,
  Flag,
  Id,
  JsonObject,
  Nested,
  NestedList,
  OneLine,
  Text,
  Timestamp,
} from '#libs/fields';
import { SORT_DIRECTIONS } from '../../../platform/lists/page-query.js';
import { type SavedView, VIEW_KINDS, type ViewFilters, type ViewKind, type ViewSort } from '../saved-view.entity.js';

const SORT = 'Null: the order of the list itself.';

const FILTERS = {
  description:
    'By the names of the query parameters of the list of the organization: a text, a list of texts, or for flags a boolean.',
  example: { state: ['open'], severity: ['high', 'medium'], q: 'keyboard' },
};

@Described('The order of the list.')
class ViewSortDto implements ViewSort {
  @Text({ max: 50, description: '`sortField` of the list.', example: 'createdAt' })
  field: string;
  @Choice(SORT_DIRECTIONS)
  direction: 'asc' | 'desc';
}

/** The filters and the order of a list, as somebody keeps them. */
@Described('Filters of a list that somebody keeps.')
export class SavedViewDto {
  @Id()
  id: string;
  @Text({ example: 'Urgent keyboard barriers' })
  name: string;
  @Choice(VIEW_KINDS, { description: 'The list that it is of.' })
  kind: ViewKind;
  @JsonObject(FILTERS)
  filters: ViewFilters;
  @Nested(() => ViewSortDto, { nullable: true, description: SORT })
  sort: ViewSort | null;
  @Flag({ description: 'Whether all members see it.' })
  shared: boolean;
  @Id({ nullable: true, description: 'Who made it; null where they have left.' })
  ownerUserId: string | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(view: SavedView): SavedViewDto {
    return fieldsOf(SavedViewDto, view);
  }
}

/** One saved view. */
export class SavedViewEnvelope {
  @Nested(() => SavedViewDto)
  savedView: SavedViewDto;
}

/** The caller's own views and those that are shared, by name. */
export class SavedViewList {
  @NestedList(() => SavedViewDto)
  savedViews: SavedViewDto[];
}

/** A new view of the caller's. */
export class CreateSavedView {
  @OneLine()
  name: string;
  @Choice(VIEW_KINDS)
  kind: ViewKind;
  @JsonObject(FILTERS)
  filters: object;
  @Nested(() => ViewSortDto, { optional: true, nullable: true, description: SORT })
  sort?: ViewSort | null;
  @Flag({ optional: true, description: 'False when absent.' })
  shared?: boolean;
}

/** What to change of a view. */
export class UpdateSavedView {
  @OneLine({ optional: true })
  name?: string;
  @JsonObject({ ...FILTERS, optional: true })
  filters?: object;
  @Nested(() => ViewSortDto, { optional: true, nullable: true, description: SORT })
  sort?: ViewSort | null;
  @Flag({ optional: true, description: 'Whether all members see it.' })
  shared?: boolean;
}
