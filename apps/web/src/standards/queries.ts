import {
  standardsList,
  standardsListGroups,
  standardsListRequirements,
  standardsRead,
  standardsReadGroup,
  standardsReadRequirement,
} from '@curbcut/client';
import { queryOptions } from '@tanstack/react-query';
import { call, callWithTag } from '../app/client';

/** The standards that products can be measured against. */
export const standardsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['standards', orgId],
    queryFn: async ({ signal }) => (await call(standardsList, { path: { orgId } }, { signal })).standards,
    staleTime: 60_000,
  });

/** One standard, and its `ETag`. */
export const standardQuery = (orgId: string, standardSlug: string) =>
  queryOptions({
    queryKey: ['standards', orgId, standardSlug],
    queryFn: async ({ signal }) => {
      const { data, etag } = await callWithTag(standardsRead, { path: { orgId, standardSlug } }, { signal });
      return { standard: data.standard, etag };
    },
  });

/** The groups of a standard. */
export const groupsQuery = (orgId: string, standardSlug: string) =>
  queryOptions({
    queryKey: ['standards', orgId, standardSlug, 'groups'],
    queryFn: async ({ signal }) =>
      (await call(standardsListGroups, { path: { orgId, standardSlug } }, { signal })).groups,
  });

/** What a standard asks. */
export const requirementsQuery = (orgId: string, standardSlug: string) =>
  queryOptions({
    queryKey: ['standards', orgId, standardSlug, 'requirements'],
    queryFn: async ({ signal }) =>
      (await call(standardsListRequirements, { path: { orgId, standardSlug } }, { signal })).requirements,
  });

/** A requirement as it is now, with its `ETag`. */
export async function readRequirement(orgId: string, standardSlug: string, requirementId: string) {
  const path = { orgId, standardSlug, requirementId };
  const { data, etag } = await callWithTag(standardsReadRequirement, { path });
  return { requirement: data.requirement, etag };
}

/** A group as it is now, with its `ETag`. */
export async function readGroup(orgId: string, standardSlug: string, groupId: string) {
  const { data, etag } = await callWithTag(standardsReadGroup, { path: { orgId, standardSlug, groupId } });
  return { group: data.group, etag };
}
