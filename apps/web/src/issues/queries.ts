import {
  areasList,
  type DetailedIssue,
  findingsList,
  functionalNeedsList,
  issuesList,
  issuesListFunctionalNeeds,
  issuesListInOrganization,
  issuesListRequirements,
  issuesRead,
  productsListRequirements,
  type Requirement,
} from '@curbcut/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callWithTag } from '../app/client';
import type { ListQuery } from '../ui/list-query';

/** A page of issues: of a product, or of all where none is named. */
export const issuesQuery = (orgId: string, productSlug: string | undefined, query: ListQuery) =>
  queryOptions({
    queryKey: ['issues', orgId, productSlug ?? null, query],
    queryFn: ({ signal }) =>
      productSlug === undefined
        ? call(issuesListInOrganization, { path: { orgId }, query: query as never }, { signal })
        : call(issuesList, { path: { orgId, productSlug }, query: query as never }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One issue with its `ETag`, and what it fails. */
export interface ReadIssue {
  issue: DetailedIssue;
  requirements: Requirement[];
  etag: string | undefined;
}

/** @see ReadIssue; the number as it stands in the address */
export const issueQuery = (orgId: string, productSlug: string, number: string) =>
  queryOptions({
    queryKey: ['issues', orgId, productSlug, number],
    queryFn: async ({ signal }): Promise<ReadIssue> => {
      const path = { orgId, productSlug, issueNumber: number as unknown as number };
      const [{ data, etag }, { requirements }] = await Promise.all([
        callWithTag(issuesRead, { path }, { signal }),
        call(issuesListRequirements, { path }, { signal }),
      ]);
      return { issue: data.issue, requirements, etag };
    },
  });

/** A page of the findings of an issue, also those that are resolved or that need review. */
export const issueFindingsQuery = (orgId: string, productSlug: string, number: number, query: ListQuery) =>
  queryOptions({
    queryKey: ['findings', orgId, productSlug, 'of issue', number, query],
    queryFn: ({ signal }) =>
      call(
        findingsList,
        { path: { orgId, productSlug }, query: { ...query, issue: [number], needsReview: 'any' } as never },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** What an issue fails, as it is now, with the `ETag` for writing it. */
export const readRequirements = async (path: { orgId: string; productSlug: string; issueNumber: number }) => {
  const { data, etag } = await callWithTag(issuesListRequirements, { path });
  return { ids: data.requirements.map(({ id }) => id), etag };
};

/** Whom it keeps out, as it is now, with the `ETag` for writing it. */
export const readFunctionalNeeds = async (path: { orgId: string; productSlug: string; issueNumber: number }) => {
  const { data, etag } = await callWithTag(issuesListFunctionalNeeds, { path });
  return { ids: data.functionalNeeds.map(({ id }) => id), etag };
};

/** The areas of a product that are not archived. */
export const areasQuery = (orgId: string, productSlug: string) =>
  queryOptions({
    queryKey: ['areas', orgId, productSlug],
    queryFn: async ({ signal }) => (await call(areasList, { path: { orgId, productSlug } }, { signal })).areas,
  });

/** What the standard of a product asks of it. */
export const productRequirementsQuery = (orgId: string, productSlug: string) =>
  queryOptions({
    queryKey: ['products', orgId, productSlug, 'requirements'],
    queryFn: async ({ signal }) =>
      (await call(productsListRequirements, { path: { orgId, productSlug } }, { signal })).requirements,
  });

/** The needs that barriers leave unmet: the same for all. */
export const functionalNeedsQuery = queryOptions({
  queryKey: ['functional needs'],
  queryFn: async ({ signal }) => (await call(functionalNeedsList, {}, { signal })).functionalNeeds,
  staleTime: Infinity,
});
