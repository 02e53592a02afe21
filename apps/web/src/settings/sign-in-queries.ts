import { CurbcutError, membersList, type SignInSettings, signInListDomains, signInReadSettings } from '@curbcut/client';
import { queryOptions } from '@tanstack/react-query';
import { call, callWithTag } from '../app/client';

/** The domains of an organization, by name. */
export const domainsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['domains', orgId],
    queryFn: async ({ signal }) => (await call(signInListDomains, { path: { orgId } }, { signal })).domains,
  });

/** The provider of an organization as it was read; null: it has none. */
export interface ReadProvider {
  settings: SignInSettings | null;
  etag: string | undefined;
}

/** @see ReadProvider */
export async function readProvider(orgId: string, signal?: AbortSignal): Promise<ReadProvider> {
  try {
    const { data, etag } = await callWithTag(signInReadSettings, { path: { orgId } }, signal ? { signal } : {});
    return { settings: data.settings, etag };
  } catch (error) {
    if (error instanceof CurbcutError && error.status === 404) return { settings: null, etag: undefined };
    throw error;
  }
}

/** By which provider people come in. */
export const providerQuery = (orgId: string) =>
  queryOptions({ queryKey: ['provider', orgId], queryFn: ({ signal }) => readProvider(orgId, signal) });

/** The owners of an organization, by name. */
export const ownersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['members', organizationId, 'owners'],
    queryFn: async ({ signal }) => {
      const query = {
        organizationId,
        filterField: 'role',
        filterOperator: 'eq',
        filterValue: 'owner',
        sortBy: 'name',
        sortDirection: 'asc',
      } as const;
      return (await call(membersList, { query }, { signal })).members;
    },
  });
