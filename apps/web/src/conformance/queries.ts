import {
  type ConformanceReport,
  conformanceReportsList,
  conformanceReportsListInOrganization,
  conformanceReportsListRequirements,
  conformanceReportsRead,
  type JudgedRequirement,
  type ListedConformanceReport,
  type ReportProblem,
  type ReportRequirementList,
  testActivitiesList,
} from '@curbcut/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callWithTag } from '../app/client';
import type { ListQuery } from '../ui/list-query';

/** A report in a list: of all products it names its own. */
export type ReportRow = ConformanceReport & Partial<Pick<ListedConformanceReport, 'productName' | 'productSlug'>>;

/** A page of reports: of a product, or of all where none is named. */
export const reportsQuery = (orgId: string, productSlug: string | undefined, query: ListQuery) =>
  queryOptions({
    queryKey: ['reports', orgId, productSlug ?? null, query],
    queryFn: async ({ signal }) => {
      const { conformanceReports, ...paging } =
        productSlug === undefined
          ? await call(conformanceReportsListInOrganization, { path: { orgId }, query: query as never }, { signal })
          : await call(conformanceReportsList, { path: { orgId, productSlug }, query: query as never }, { signal });
      return { reports: conformanceReports as ReportRow[], ...paging };
    },
    placeholderData: keepPreviousData,
  });

/** One report and its `ETag`. */
export interface ReadReport {
  report: ConformanceReport;
  etag: string | undefined;
}

const pathOf = (orgId: string, productSlug: string, number: string) => ({
  orgId,
  productSlug,
  reportNumber: number as unknown as number,
});

/** @see ReadReport; the number as it stands in the address */
export const reportQuery = (orgId: string, productSlug: string, number: string) =>
  queryOptions({
    queryKey: ['reports', orgId, productSlug, number],
    queryFn: async ({ signal }): Promise<ReadReport> => {
      const path = pathOf(orgId, productSlug, number);
      const { data, etag } = await callWithTag(conformanceReportsRead, { path }, { signal });
      return { report: data.conformanceReport, etag };
    },
  });

/** What a report asks: its requirements with what is said of each, and what keeps it from being published. */
export const reportRequirementsQuery = (orgId: string, productSlug: string, number: string) =>
  queryOptions({
    queryKey: ['reports', orgId, productSlug, number, 'requirements'],
    queryFn: ({ signal }) =>
      call(conformanceReportsListRequirements, { path: pathOf(orgId, productSlug, number) }, { signal }),
  });

/** The newest test activities of a product, as evidence. */
export const evidenceActivitiesQuery = (orgId: string, productSlug: string) =>
  queryOptions({
    queryKey: ['activity', orgId, productSlug, 'as evidence'],
    queryFn: async ({ signal }) => {
      const query = { pageSize: 100, total: false };
      return (await call(testActivitiesList, { path: { orgId, productSlug }, query }, { signal })).testActivities;
    },
  });

/** Whether a report says something of a requirement, or has to. */
export const isOfReport = ({ inScope, verdicts }: JudgedRequirement): boolean => inScope || verdicts.length > 0;

/** All that keeps a report from being published: what concerns it as a whole, then by requirement. */
export const problemsOf = ({ problems, requirements }: ReportRequirementList): ReportProblem[] => [
  ...problems,
  ...requirements.flatMap((requirement) => requirement.problems),
];
