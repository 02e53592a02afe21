import {
  type Audit,
  auditsListImports,
  auditsList,
  auditsListFuture,
  auditsListInOrganization,
  auditsRead,
  issuesListOfAudit,
  type ListedAudit,
  membersListPeople,
} from '@curbcut/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callWithTag } from '../app/client';
import type { ListQuery } from '../ui/list-query';

/** An audit in a list: of all products it names its own. */
export type AuditRow = Audit & Partial<Pick<ListedAudit, 'productName' | 'productSlug'>>;

/** A page of audits: of a product, or of all where none is named. */
export const auditsQuery = (orgId: string, productSlug: string | undefined, query: ListQuery) =>
  queryOptions({
    queryKey: ['audits', orgId, productSlug ?? null, query],
    queryFn: async ({ signal }) => {
      const { audits, pagination } =
        productSlug === undefined
          ? await call(auditsListInOrganization, { path: { orgId }, query: query as never }, { signal })
          : await call(auditsList, { path: { orgId, productSlug }, query: query as never }, { signal });
      return { audits: audits as AuditRow[], ...pagination };
    },
    placeholderData: keepPreviousData,
  });

/** Which products are to be audited, the soonest first. */
export const futureAuditsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['audits', orgId, 'future'],
    queryFn: async ({ signal }) => (await call(auditsListFuture, { path: { orgId } }, { signal })).futureAudits,
  });

/** One audit and its `ETag`. */
export interface ReadAudit {
  audit: Audit;
  etag: string | undefined;
}

/** @see ReadAudit; the number as it stands in the address */
export const auditQuery = (orgId: string, productSlug: string, number: string) =>
  queryOptions({
    queryKey: ['audits', orgId, productSlug, number],
    queryFn: async ({ signal }): Promise<ReadAudit> => {
      const path = { orgId, productSlug, auditNumber: number as unknown as number };
      const { data, etag } = await callWithTag(auditsRead, { path }, { signal });
      return { audit: data.audit, etag };
    },
  });

/** The issues that are linked to an audit. */
export const auditIssuesQuery = (orgId: string, productSlug: string, auditNumber: number) =>
  queryOptions({
    queryKey: ['issues', orgId, productSlug, 'of audit', auditNumber],
    queryFn: async ({ signal }) =>
      (await call(issuesListOfAudit, { path: { orgId, productSlug, auditNumber } }, { signal })).issues,
  });

/** The members of an organization, as what can be chosen. */
export const peopleQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['people', orgId],
    queryFn: async ({ signal }) => (await call(membersListPeople, { path: { orgId } }, { signal })).members,
    staleTime: 60_000,
  });

/** A product in an address of the interface. */
interface ProductPath {
  orgId: string;
  productSlug: string;
}

/** Names what was imported into the audits of a product. */
export const importsKey = ({ orgId, productSlug }: ProductPath) => ['imports', orgId, productSlug] as const;

const IMPORTS_PAGE = 50;

/** What was imported into the audits of a product, the latest first, page by page. */
export const importsQuery = (path: ProductPath) =>
  infiniteQueryOptions({
    queryKey: importsKey(path),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const { orgId, productSlug } = path;
      const query = { page: pageParam, pageSize: IMPORTS_PAGE };
      return call(auditsListImports, { path: { orgId, productSlug }, query }, { signal });
    },
    getNextPageParam: ({ imports }, pages) => (imports.length < IMPORTS_PAGE ? undefined : pages.length + 1),
  });
