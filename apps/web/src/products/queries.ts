import { gradeHistory, gradeSimulate, productsList, productsListRequirements, productsRead } from '@curbcut/client';
import { queryOptions } from '@tanstack/react-query';
import { call, callWithTag } from '../app/client';

/** All products of an organization; `archived` those instead. */
export const productsQuery = (orgId: string, archived = false) =>
  queryOptions({
    queryKey: ['products', orgId, { archived }],
    queryFn: async ({ signal }) =>
      (await call(productsList, { path: { orgId }, query: archived ? { archived } : {} }, { signal })).products,
  });

/** One product with its Grade, and its `ETag`. */
export const productQuery = (orgId: string, productSlug: string) =>
  queryOptions({
    queryKey: ['products', orgId, productSlug],
    queryFn: async ({ signal }) => {
      const { data, etag } = await callWithTag(productsRead, { path: { orgId, productSlug } }, { signal });
      return { product: data.product, etag };
    },
  });

/** What the standard in force asks of a product, and what of it is in scope. */
export const productRequirementsQuery = (orgId: string, productSlug: string) =>
  queryOptions({
    queryKey: ['products', orgId, productSlug, 'requirements'],
    queryFn: async ({ signal }) =>
      (await call(productsListRequirements, { path: { orgId, productSlug } }, { signal })).requirements,
  });

/** The Grades that a product has had, the newest first. */
export const gradesQuery = (orgId: string, productSlug: string) =>
  queryOptions({
    queryKey: ['products', orgId, productSlug, 'grades'],
    queryFn: async ({ signal }) =>
      (await call(gradeHistory, { path: { orgId, productSlug }, query: { pageSize: 100, total: false } }, { signal }))
        .grades,
  });

/** What the Grade would be with these issues closed. */
export const whatIfQuery = (orgId: string, productSlug: string, closeIssues: number[]) =>
  queryOptions({
    queryKey: ['products', orgId, productSlug, 'what if', closeIssues],
    // The service refuses an empty list: nothing would change.
    enabled: closeIssues.length > 0,
    queryFn: async ({ signal }) =>
      (await call(gradeSimulate, { path: { orgId, productSlug }, query: { closeIssues } }, { signal })).grade,
  });
