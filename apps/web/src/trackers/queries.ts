import {
  type TrackerConnection,
  trackerConnectionsList,
  trackerConnectionsRead,
  trackerDifferencesList,
} from '@curbcut/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callWithTag } from '../app/client';

/** How often what is being compared is asked for. */
const LOOK_EVERY_MS = 3_000;

/** A connection as it was read, with its `ETag`. */
export interface ReadConnection {
  connection: TrackerConnection;
  etag: string | undefined;
}

/** The trackers with which a product is connected. */
export const connectionsQuery = (orgId: string, productSlug: string) =>
  queryOptions({
    queryKey: ['trackers', orgId, productSlug],
    queryFn: async ({ signal }) =>
      (await call(trackerConnectionsList, { path: { orgId, productSlug } }, { signal })).trackerConnections,
  });

/** @see ReadConnection */
export async function readConnection(
  orgId: string,
  productSlug: string,
  connectionId: string,
): Promise<ReadConnection> {
  const { data, etag } = await callWithTag(trackerConnectionsRead, { path: { orgId, productSlug, connectionId } });
  return { connection: data.trackerConnection, etag };
}

/** One connection. */
export const connectionQuery = (orgId: string, productSlug: string, connectionId: string) =>
  queryOptions({
    queryKey: ['trackers', orgId, productSlug, connectionId, 'one'],
    queryFn: () => readConnection(orgId, productSlug, connectionId),
  });

/** A page of what differs here and in a tracker; asked for anew while some of it is being compared. */
export const differencesQuery = (
  orgId: string,
  productSlug: string,
  connectionId: string,
  query: { page: number; pageSize: number },
) =>
  queryOptions({
    queryKey: ['trackers', orgId, productSlug, connectionId, 'differences', query],
    queryFn: ({ signal }) =>
      call(trackerDifferencesList, { path: { orgId, productSlug, connectionId }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.differences.some(({ waiting }) => waiting) ? LOOK_EVERY_MS : false),
  });
