import {
  type Monitor,
  monitorsList,
  monitorsListRunPages,
  monitorsListRuns,
  monitorsRead,
  monitorsReadRun,
  type MonitorRun,
} from '@curbcut/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callWithTag } from '../app/client';
import type { ListQuery } from '../ui/list-query';
import { UNDER_WAY } from './words';

/** How often what is under way is asked for. */
const LOOK_EVERY_MS = 3_000;

/** Names all that is read of the monitors of a product. */
export const monitorsKey = (orgId: string, productSlug: string) => ['monitors', orgId, productSlug] as const;

const isUnderWay = (run: Pick<MonitorRun, 'state'> | null | undefined): boolean =>
  run != null && UNDER_WAY.includes(run.state);
const whileUnderWay = (isGoingOn: boolean | undefined) => (isGoingOn ? LOOK_EVERY_MS : false);

/** The monitors of a product. */
export const monitorsQuery = (orgId: string, productSlug: string) =>
  queryOptions({
    queryKey: [...monitorsKey(orgId, productSlug), 'list'],
    queryFn: async ({ signal }) => (await call(monitorsList, { path: { orgId, productSlug } }, { signal })).monitors,
    refetchInterval: ({ state }) => whileUnderWay(state.data?.some(({ lastRun }) => isUnderWay(lastRun))),
  });

/** One monitor and its `ETag`. */
export interface ReadMonitor {
  monitor: Monitor;
  etag: string | undefined;
}

/** @see ReadMonitor; the number as it stands in the address */
export const monitorQuery = (orgId: string, productSlug: string, number: string) =>
  queryOptions({
    queryKey: [...monitorsKey(orgId, productSlug), number],
    queryFn: async ({ signal }): Promise<ReadMonitor> => {
      const path = { orgId, productSlug, monitorNumber: number as unknown as number };
      const { data, etag } = await callWithTag(monitorsRead, { path }, { signal });
      return { monitor: data.monitor, etag };
    },
    refetchInterval: ({ state }) => whileUnderWay(isUnderWay(state.data?.monitor.lastRun)),
  });

/** A page of the runs of a monitor, the newest first. */
export const runsQuery = (orgId: string, productSlug: string, number: number, query: ListQuery) =>
  queryOptions({
    queryKey: [...monitorsKey(orgId, productSlug), String(number), 'runs', query],
    queryFn: ({ signal }) =>
      call(
        monitorsListRuns,
        { path: { orgId, productSlug, monitorNumber: number }, query: query as never },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => whileUnderWay(state.data?.runs.some(isUnderWay)),
  });

/** One run; names as they stand in the address. */
export const runQuery = (orgId: string, productSlug: string, number: string, runId: string) =>
  queryOptions({
    queryKey: [...monitorsKey(orgId, productSlug), number, 'run', runId],
    queryFn: async ({ signal }) => {
      const path = { orgId, productSlug, monitorNumber: number as unknown as number, runId };
      return (await call(monitorsReadRun, { path }, { signal })).run;
    },
    refetchInterval: ({ state }) => whileUnderWay(isUnderWay(state.data)),
  });

/** A page of what a run looked at; asked for anew while it is under way. */
export const runPagesQuery = (
  orgId: string,
  productSlug: string,
  number: string,
  runId: string,
  query: ListQuery,
  isGoingOn: boolean,
) =>
  queryOptions({
    queryKey: [...monitorsKey(orgId, productSlug), number, 'run', runId, 'pages', query],
    queryFn: ({ signal }) => {
      const path = { orgId, productSlug, monitorNumber: number as unknown as number, runId };
      return call(monitorsListRunPages, { path, query: query as never }, { signal });
    },
    placeholderData: keepPreviousData,
    refetchInterval: whileUnderWay(isGoingOn),
  });
