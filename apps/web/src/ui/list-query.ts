import type { SearchParams } from '../app/search-params';

/** A filter that a list takes: its name in the address, and what it can be. */
export interface Filter {
  name: string;
  label: string;
  /** None: the menu does not offer it, links lead to it. */
  options: readonly { value: string; label: string }[];
  /** It has one value at a time. */
  isSingle?: boolean;
  /** What is chosen where the address says nothing; `any` in the address takes it out. */
  initial?: readonly string[];
}

/** In an address: nothing is chosen, though something is at first. */
const ANY = 'any';

type Asked = Pick<Filter, 'name' | 'initial' | 'isSingle'>;

/** What is chosen of a filter. */
export function chosenOf(search: SearchParams, { name, initial = [], isSingle }: Asked): string[] {
  const asked = search[name];
  if (!asked) return [...initial];
  if (asked === ANY && initial.length > 0) return [];
  return isSingle ? [asked] : asked.split(',').filter(Boolean);
}

/** What stands in the address for what is chosen; undefined: nothing need stand there. */
export function addressOf({ initial = [] }: Asked, chosen: readonly string[]): string | undefined {
  if (chosen.length === 0) return initial.length > 0 ? ANY : undefined;
  return chosen.join(',');
}

/** How a list is sorted. */
export interface SortedBy {
  field: string;
  direction: 'asc' | 'desc';
}

/** What a list of the interface is asked. */
export interface ListQuery {
  q?: string;
  page: number;
  pageSize: number;
  sortField?: string;
  sortDirection?: 'asc' | 'desc';
  [filter: string]: unknown;
}

const PAGE_SIZE = 50;

/** How an address sorts: without a direction upwards. */
export function sortOf(search: SearchParams, sortedBy?: SortedBy): SortedBy | undefined {
  const field = search['sortField'];
  if (!field) return sortedBy;
  return { field, direction: search['sortDirection'] === 'desc' ? 'desc' : 'asc' };
}

/** What an address asks of filters, as the interface takes it. */
export const filtersOf = (search: SearchParams, filters: readonly Filter[]): Record<string, string | string[]> =>
  Object.fromEntries(
    filters.flatMap((filter) => {
      const chosen = chosenOf(search, filter);
      return chosen.length === 0 ? [] : [[filter.name, filter.isSingle ? chosen[0]! : chosen] as const];
    }),
  );

/** What an address asks of a list; what the list does not know is left out. */
export function listQueryOf(
  search: SearchParams,
  filters: readonly Filter[],
  sortedBy?: SortedBy,
  pageSize: number = PAGE_SIZE,
): ListQuery {
  const page = Number.parseInt(search['page'] ?? '1', 10);
  const sort = sortOf(search, sortedBy);
  return {
    ...(search['q'] && { q: search['q'] }),
    ...filtersOf(search, filters),
    ...(sort && { sortField: sort.field, sortDirection: sort.direction }),
    page: page > 0 ? page : 1,
    pageSize,
  };
}

/** Whether an address says other than the list at first. */
export const isChangedBy = (search: SearchParams, filters: readonly Filter[]): boolean =>
  Boolean(search['q'] ?? search['sortField']) || filters.some(({ name }) => Boolean(search[name]));

/** Whether an address takes anything away from a list. */
export const isFilteredBy = (search: SearchParams, filters: readonly Filter[]): boolean =>
  Boolean(search['q']) || filters.some((filter) => chosenOf(search, filter).length > 0);
