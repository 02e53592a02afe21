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

const SORT = 'Null for the default order of the list.';

const FILTERS = {
  description:
    'Query parameters of the list of the organization, by name: a string, a list of strings, or a boolean for flags.',
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
@Described('A saved view: the filters of a list.')
export class SavedViewDto {
  @Id()
  id: string;
  @Text({ example: 'Urgent keyboard barriers' })
  name: string;
  @Choice(VIEW_KINDS, { description: 'The list of the view.' })
  kind: ViewKind;
  @JsonObject(FILTERS)
  filters: ViewFilters;
  @Nested(() => ViewSortDto, { nullable: true, description: SORT })
  sort: ViewSort | null;
  @Flag({ description: 'Whether all members can see it.' })
  shared: boolean;
  @Id({ nullable: true, description: 'The creator; null for former members.' })
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
  @Flag({ optional: true, description: 'False if absent.' })
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
  @Flag({ optional: true, description: 'Whether all members can see it.' })
  shared?: boolean;
}
