import type { SavedView } from '@curbcut/client';
import type { SearchParams } from '../app/search-params';
import { type Filter, filtersOf, sortOf } from '../ui/list-query';

type View = Pick<SavedView, 'filters' | 'sort'>;

/** What a saved view keeps of an address. */
export const viewOf = (search: SearchParams, filters: readonly Filter[]): View => ({
  filters: { ...(search['q'] && { q: search['q'] }), ...filtersOf(search, filters) },
  sort: sortOf(search) ?? null,
});

/** What stands behind the `?` of a list that shows a saved view. */
export const searchOfView = ({ filters, sort }: View): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(filters)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)] as const)
      .sort(([a], [b]) => a.localeCompare(b)),
  ),
  ...(sort && { sortField: sort.field, sortDirection: sort.direction }),
});
