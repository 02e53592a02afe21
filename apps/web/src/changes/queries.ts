import { changesOfOrganization, changesOfProduct, type SubjectKind } from '@curbcut/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../app/client';
import type { ListQuery } from '../ui/list-query';

/** A page of changes: of a product, or of all where none is named. */
export const changesQuery = (orgId: string, productSlug: string | undefined, query: ListQuery) =>
  queryOptions({
    queryKey: ['changes', orgId, productSlug ?? null, query],
    queryFn: ({ signal }) =>
      productSlug === undefined
        ? call(changesOfOrganization, { path: { orgId }, query: query as never }, { signal })
        : call(changesOfProduct, { path: { orgId, productSlug }, query: query as never }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The newest changes of one record of a product. */
export const recordChangesQuery = (orgId: string, productSlug: string, kind: SubjectKind, subjectId: string) =>
  queryOptions({
    queryKey: ['changes', orgId, productSlug, 'of', subjectId],
    queryFn: async ({ signal }) => {
      const query = { subjectKind: [kind], subjectId, pageSize: 50, total: false };
      return (await call(changesOfProduct, { path: { orgId, productSlug }, query }, { signal })).changes;
    },
  });
