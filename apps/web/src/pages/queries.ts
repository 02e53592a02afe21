import { inventoryList } from '@curbcut/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../app/client';
import type { ListQuery } from '../ui/list-query';

/** Names all lists of the pages of a product. */
export const pagesKey = (orgId: string, productSlug: string) => ['pages', orgId, productSlug] as const;

/** A page of the inventory of a product. */
export const pagesQuery = (orgId: string, productSlug: string, query: ListQuery) =>
  queryOptions({
    queryKey: [...pagesKey(orgId, productSlug), query],
    queryFn: ({ signal }) => call(inventoryList, { path: { orgId, productSlug }, query: query as never }, { signal }),
    placeholderData: keepPreviousData,
  });
