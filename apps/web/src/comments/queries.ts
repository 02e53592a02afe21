import {
  auditsCreateComment,
  auditsDeleteComment,
  auditsListCommentVersions,
  auditsReadComment,
  auditsReadTimeline,
  auditsUpdateComment,
  conformanceReportsCreateComment,
  conformanceReportsDeleteComment,
  conformanceReportsListCommentVersions,
  conformanceReportsReadComment,
  conformanceReportsReadTimeline,
  conformanceReportsUpdateComment,
  findingsCreateComment,
  findingsDeleteComment,
  findingsListCommentVersions,
  findingsReadComment,
  findingsReadTimeline,
  findingsUpdateComment,
  issuesCreateComment,
  issuesDeleteComment,
  issuesListCommentVersions,
  issuesReadComment,
  issuesReadTimeline,
  issuesUpdateComment,
} from '@curbcut/client';
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../app/client';
import { productQuery } from '../products/queries';

/** How each kind of record that people comment on is named and called. */
const KINDS = {
  issues: {
    key: 'issueNumber',
    timeline: issuesReadTimeline,
    create: issuesCreateComment,
    read: issuesReadComment,
    update: issuesUpdateComment,
    remove: issuesDeleteComment,
    versions: issuesListCommentVersions,
  },
  findings: {
    key: 'findingId',
    timeline: findingsReadTimeline,
    create: findingsCreateComment,
    read: findingsReadComment,
    update: findingsUpdateComment,
    remove: findingsDeleteComment,
    versions: findingsListCommentVersions,
  },
  audits: {
    key: 'auditNumber',
    timeline: auditsReadTimeline,
    create: auditsCreateComment,
    read: auditsReadComment,
    update: auditsUpdateComment,
    remove: auditsDeleteComment,
    versions: auditsListCommentVersions,
  },
  conformanceReports: {
    key: 'reportNumber',
    timeline: conformanceReportsReadTimeline,
    create: conformanceReportsCreateComment,
    read: conformanceReportsReadComment,
    update: conformanceReportsUpdateComment,
    remove: conformanceReportsDeleteComment,
    versions: conformanceReportsListCommentVersions,
  },
} as const;

/** A record that people comment on: its kind, as the ids of operations begin, and where it is. */
export interface Commented {
  kind: keyof typeof KINDS;
  orgId: string;
  productSlug: string;
  /** Its number; of a finding its id. */
  name: number | string;
}

/** Whether its product is archived: then nothing is said any more. It may stand in a list over all products. */
export const useIsArchived = ({ orgId, productSlug }: Commented): boolean =>
  Boolean(useQuery(productQuery(orgId, productSlug)).data?.product.archivedAt);

/** The operations of its kind. */
export const operationsOf = ({ kind }: Commented) => KINDS[kind];

/** Where it is, and which comment of it, as its operations take it. */
export const pathOf = ({ kind, orgId, productSlug, name }: Commented, commentId?: string): never =>
  ({ orgId, productSlug, [KINDS[kind].key]: name, ...(commentId !== undefined && { commentId }) }) as never;

/** Names all timelines of a product: they are read anew with its changes. */
export const timelinesKey = (orgId: string, productSlug: string) =>
  ['changes', orgId, productSlug, 'timelines'] as const;

const PAGE_SIZE = 50;

/** What was said about a record and what happened to it, the newest first, page by page. */
export const timelineQuery = (record: Commented) =>
  infiniteQueryOptions({
    queryKey: [...timelinesKey(record.orgId, record.productSlug), record.kind, record.name],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      let after: string | undefined;
      const { entries, pagination } = await call(
        operationsOf(record).timeline,
        {
          path: pathOf(record),
          query: { order: 'desc', pageSize: PAGE_SIZE, ...(pageParam === undefined ? {} : { after: pageParam }) },
        },
        { signal, onResponse: ({ headers }) => (after = cursorOfNext(headers.get('link'))) },
      );
      return { entries, total: pagination.total, after };
    },
    getNextPageParam: ({ after }) => after,
  });

/** The cursor in `Link: <address?after=…>; rel="next"`. */
function cursorOfNext(link: string | null): string | undefined {
  const [, address] = /<([^>]*)>; rel="next"/.exec(link ?? '') ?? [];
  return new URLSearchParams(address?.split('?')[1]).get('after') ?? undefined;
}

/** What a comment said before, the newest first. */
export const versionsQuery = (record: Commented, commentId: string) =>
  queryOptions({
    queryKey: [...timelinesKey(record.orgId, record.productSlug), record.kind, record.name, commentId],
    queryFn: async ({ signal }) =>
      (await call(operationsOf(record).versions, { path: pathOf(record, commentId) }, { signal })).versions,
  });
