import {
  apiKeysList,
  invitationsListPending,
  membersList,
  membersListPeople,
  organizationsReadFull,
  organizationsReadProfile,
  settingsReadGitHub,
  teamsList,
  teamsListMembers,
  webhooksList,
  webhooksListDeliveries,
  webhooksRead,
} from '@curbcut/client';
import { queryOptions } from '@tanstack/react-query';
import { call, callWithTag } from '../app/client';

/** An organization with its settings. */
export const profileQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['settings', orgId],
    queryFn: async ({ signal }) => (await call(organizationsReadProfile, { path: { orgId } }, { signal })).organization,
  });

/** How many members a page shows. */
export const MEMBERS_PAGE = 50;

/** A page of the members by name, those whose name has `q`. */
export const membersQuery = (organizationId: string, page: number, q: string) =>
  queryOptions({
    queryKey: ['members', organizationId, { page, q }],
    queryFn: ({ signal }) =>
      call(
        membersList,
        {
          query: {
            organizationId,
            limit: MEMBERS_PAGE,
            offset: (page - 1) * MEMBERS_PAGE,
            sortBy: 'name',
            sortDirection: 'asc',
            ...(q && { filterField: 'name', filterOperator: 'contains', filterValue: q }),
          },
        },
        { signal },
      ),
    placeholderData: (before) => before,
  });

/** The invitations that nobody has answered yet. */
export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['invitations', organizationId],
    queryFn: ({ signal }) => call(invitationsListPending, { query: { organizationId } }, { signal }),
  });

/** The teams of an organization. */
export const teamsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['teams', organizationId],
    queryFn: ({ signal }) => call(teamsList, { query: { organizationId } }, { signal }),
  });

/** The teams, each with the number of its members. */
export const countedTeamsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['teams', organizationId, 'counted'],
    queryFn: async ({ signal }) =>
      (await call(organizationsReadFull, { query: { organizationId, membersLimit: 1 } }, { signal }))?.teams ?? [],
  });

/** Who is in a team, by name. */
export const teamMembersQuery = (orgId: string, teamId: string) =>
  queryOptions({
    queryKey: ['teams', orgId, teamId, 'members'],
    queryFn: async ({ signal }) => {
      const ids = (await call(teamsListMembers, { query: { teamId } }, { signal })).map(({ userId }) => userId);
      if (ids.length === 0) return [];
      return (await call(membersListPeople, { path: { orgId }, query: { ids } }, { signal })).members;
    },
  });

/** The people of an organization whose name has `q`. */
export const peopleQuery = (orgId: string, q: string) =>
  queryOptions({
    queryKey: ['members', orgId, 'people', q],
    queryFn: async ({ signal }) =>
      (await call(membersListPeople, { path: { orgId }, query: q ? { q } : {} }, { signal })).members,
    placeholderData: (before) => before,
  });

/** The API keys that are good. */
export const apiKeysQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['API keys', orgId],
    queryFn: async ({ signal }) => (await call(apiKeysList, { path: { orgId } }, { signal })).apiKeys,
  });

/** The addresses that are told of what happens. */
export const webhooksQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['webhooks', orgId],
    queryFn: async ({ signal }) => (await call(webhooksList, { path: { orgId } }, { signal })).webhooks,
  });

/** One of them as it is now, with its `ETag`. */
export async function readWebhook(orgId: string, webhookId: string) {
  const { data, etag } = await callWithTag(webhooksRead, { path: { orgId, webhookId } });
  return { webhook: data.webhook, etag };
}

/** What was sent to a webhook, the newest first. */
export const deliveriesQuery = (orgId: string, webhookId: string, page: number) =>
  queryOptions({
    queryKey: ['webhooks', orgId, webhookId, 'deliveries', page],
    queryFn: ({ signal }) =>
      call(webhooksListDeliveries, { path: { orgId, webhookId }, query: { page, pageSize: 25 } }, { signal }),
    placeholderData: (before) => before,
  });

/** Whether GitHub can tell of what happens there, and where it does. */
export const gitHubQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['GitHub', orgId],
    queryFn: ({ signal }) => call(settingsReadGitHub, { path: { orgId } }, { signal }),
  });
