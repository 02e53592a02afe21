import { notificationsCount, notificationsList } from '@curbcut/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../app/client';
import type { ListQuery } from '../ui/list-query';

const ASK_EVERY_MS = 60_000;

/** How many notices are unread. While no stream tells of them it is asked anew each minute. */
export const countQuery = (isTold: boolean) =>
  queryOptions({
    queryKey: ['notices', 'count'],
    queryFn: ({ signal }) => call(notificationsCount, {}, { signal }),
    refetchInterval: isTold ? false : ASK_EVERY_MS,
    staleTime: Infinity,
  });

/** Names all lists of notices. */
export const NOTICES = ['notices', 'list'] as const;

/** A page of notices, the newest first. */
export const noticesQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: [...NOTICES, query],
    queryFn: async ({ signal }) => {
      const { notifications, pagination } = await call(notificationsList, { query: query as never }, { signal });
      return { notifications, ...pagination };
    },
    placeholderData: keepPreviousData,
  });
