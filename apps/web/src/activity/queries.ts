import {
  findingsListOfTestActivity,
  issuesListOfTestActivity,
  type ListedActivity,
  type TaggedActivity,
  testActivitiesList,
  testActivitiesListInOrganization,
  testActivitiesRead,
} from '@curbcut/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callWithTag } from '../app/client';
import type { ListQuery } from '../ui/list-query';

/** A test activity in a list: of a product it names its areas, of all of them its product. */
export type ActivityRow = Omit<TaggedActivity, 'areas'> & Partial<Pick<ListedActivity, 'productName' | 'productSlug'>>;

/** A page of test activities: of a product, or of all where none is named. */
export const activitiesQuery = (orgId: string, productSlug: string | undefined, query: ListQuery) =>
  queryOptions({
    queryKey: ['activity', orgId, productSlug ?? null, query],
    queryFn: async ({ signal }) => {
      const { testActivities, pagination } =
        productSlug === undefined
          ? await call(testActivitiesListInOrganization, { path: { orgId }, query: query as never }, { signal })
          : await call(testActivitiesList, { path: { orgId, productSlug }, query: query as never }, { signal });
      return { activities: testActivities as ActivityRow[], ...pagination };
    },
    placeholderData: keepPreviousData,
  });

/** One test activity and its `ETag`. */
export interface ReadActivity {
  activity: TaggedActivity;
  etag: string | undefined;
}

const numbered = (number: string): number => number as unknown as number;

/** @see ReadActivity; the number as it stands in the address */
export const activityQuery = (orgId: string, productSlug: string, number: string) =>
  queryOptions({
    queryKey: ['activity', orgId, productSlug, number],
    queryFn: async ({ signal }): Promise<ReadActivity> => {
      const path = { orgId, productSlug, number: numbered(number) };
      const { data, etag } = await callWithTag(testActivitiesRead, { path }, { signal });
      return { activity: data.testActivity, etag };
    },
  });

/** A page of what a test activity said of findings. */
export const activityFindingsQuery = (orgId: string, productSlug: string, number: number, query: ListQuery) =>
  queryOptions({
    queryKey: ['findings', orgId, productSlug, 'of activity', number, query],
    queryFn: ({ signal }) =>
      call(findingsListOfTestActivity, { path: { orgId, productSlug, number }, query: query as never }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The issues that are linked to a test activity. */
export const activityIssuesQuery = (orgId: string, productSlug: string, number: number) =>
  queryOptions({
    queryKey: ['issues', orgId, productSlug, 'of activity', number],
    queryFn: async ({ signal }) =>
      (await call(issuesListOfTestActivity, { path: { orgId, productSlug, number } }, { signal })).issues,
  });
