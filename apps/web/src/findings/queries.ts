import {
  type Finding,
  type FindingGrouping,
  findingsGroup,
  findingsGroupInOrganization,
  findingsList,
  findingsListInOrganization,
  findingsRead,
} from '@curbcut/client';
import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { call } from '../app/client';
import { queryClient } from '../app/queries';

/** Of which findings a list is: those of an organization or of a product, some filters, and what groups them. */
export interface Scope {
  orgId: string;
  /** Absent: over all products. */
  productSlug: string | undefined;
  filters: Readonly<Record<string, unknown>>;
  by: FindingGrouping;
}

/** How many rows a step loads. */
const STEP = 100;

/** The filter that a group of each kind is. */
const FILTERS: Record<FindingGrouping, (key: string) => object> = {
  rule: (key) => ({ ruleId: [key] }),
  groupKey: (groupKey) => ({ groupKey }),
  sourceUrl: (sourceUrl) => ({ sourceUrl }),
  selector: (selector) => ({ selector }),
  tool: (key) => ({ tool: [key] }),
  severity: (key) => ({ severity: [key] }),
  status: (key) => ({ status: [key] }),
};

/** The filters of one group. */
export const filtersOfGroup = ({ filters, by }: Scope, key: string): Record<string, unknown> => ({
  ...filters,
  ...FILTERS[by](key),
});

const ofScope = ({ orgId, productSlug, filters, by }: Scope) => ['findings', orgId, productSlug ?? null, filters, by];

/** The groups of a list, the largest first. */
export const groupsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...ofScope(scope), 'groups'],
    queryFn: ({ signal }) => {
      const { orgId, productSlug, by, filters } = scope;
      const query = { ...filters, by, pageSize: STEP } as never;
      return productSlug === undefined
        ? call(findingsGroupInOrganization, { path: { orgId }, query }, { signal })
        : call(findingsGroup, { path: { orgId, productSlug }, query }, { signal });
    },
  });

const readRows = async (scope: Scope, key: string, page: number, signal?: AbortSignal): Promise<Finding[]> => {
  const { orgId, productSlug } = scope;
  const query = { ...filtersOfGroup(scope, key), page, pageSize: STEP, total: false } as never;
  const extras = signal ? { signal } : {};
  const { findings } =
    productSlug === undefined
      ? await call(findingsListInOrganization, { path: { orgId }, query }, extras)
      : await call(findingsList, { path: { orgId, productSlug }, query }, extras);
  return findings;
};

/** The rows of a group that are loaded: at first a hundred, and as many as there were when they are read anew. */
export const rowsQuery = (scope: Scope, key: string) =>
  queryOptions({
    queryKey: [...ofScope(scope), 'rows', key],
    queryFn: async ({ signal, queryKey }): Promise<Finding[]> => {
      const before = queryClient.getQueryData<Finding[]>(queryKey)?.length ?? 0;
      const rows: Finding[] = [];
      for (let page = 1; page === 1 || rows.length < before; page += 1) {
        const more = await readRows(scope, key, page, signal);
        rows.push(...more);
        if (more.length < STEP) break;
      }
      return unique(rows);
    },
    structuralSharing: (before, now) => sameRows(before as Finding[] | undefined, now as Finding[]),
  });

/** Rows that are as before are the same objects wherever they stand now: where one goes, the others are not drawn anew. */
function sameRows(before: readonly Finding[] = [], now: readonly Finding[]): Finding[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return now.map((row) => replaceEqualDeep(known.get(row.id), row));
}

/**
 * Loads a hundred more. Where rows were answered meanwhile the pages have moved up, so that what is there already comes
 * again.
 */
export async function loadMoreRows(scope: Scope, key: string): Promise<void> {
  const { queryKey } = rowsQuery(scope, key);
  const before = queryClient.getQueryData<Finding[]>(queryKey)?.length ?? 0;
  const more = await readRows(scope, key, Math.floor(before / STEP) + 1);
  queryClient.setQueryData<Finding[]>(queryKey, (rows = []) => unique([...rows, ...more]));
}

const unique = (rows: readonly Finding[]): Finding[] => [...new Map(rows.map((row) => [row.id, row])).values()];

/** Whether more rows of a group can be loaded. */
export const hasMore = (rows: readonly Finding[], count: number): boolean => rows.length < count;

/** How many of them are shown and decided at once. */
const MOST_SOURCES = 100;

/** What all tools report of the same element and criterion, certain or not. */
export const sourcesQuery = (orgId: string, productSlug: string, groupKey: string) =>
  queryOptions({
    queryKey: ['finding', orgId, productSlug, 'sources', groupKey],
    queryFn: async ({ signal }) => {
      const query = { groupKey, needsReview: 'any' as const, pageSize: MOST_SOURCES, total: false };
      return (await call(findingsList, { path: { orgId, productSlug }, query }, { signal })).findings;
    },
  });

/** One finding with all that is known of it. */
export const findingQuery = (orgId: string, productSlug: string, findingId: string) =>
  queryOptions({
    queryKey: ['finding', orgId, productSlug, findingId],
    queryFn: async ({ signal }) =>
      (await call(findingsRead, { path: { orgId, productSlug, findingId } }, { signal })).finding,
  });
