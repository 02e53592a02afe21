import { notificationsMark, type Notification } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { alert, announce } from '../app/announcements';
import { call } from '../app/client';
import { now } from '../app/clock';
import { useSearch } from '../app/router-hooks';
import { useMe } from '../app/session';
import { Button, ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Filters } from '../ui/filters';
import { type Filter, isFilteredBy, listQueryOf } from '../ui/list-query';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Pagination } from '../ui/pagination';
import { Status } from '../ui/status';
import { View } from '../ui/view';
import { optionsOf } from '../words/options';
import { problemText } from '../words/problems';
import { forgetNews, useHasNews } from './live';
import { OneNotice } from './notice';
import { countQuery, NOTICES, noticesQuery } from './queries';
import { NOTICE_KINDS } from './words';
import parts from '../ui/parts.module.css';
import styles from './inbox.module.css';

/** What the person is told, in all their organizations. */
export function Page() {
  const { t, i18n } = useLingui();
  const { organizations } = useMe();
  const [search] = useSearch();
  const queryClient = useQueryClient();
  const isAll = search['show'] === 'all';
  const filters: Filter[] = [
    { name: 'kind', label: t`Event`, options: optionsOf(i18n, NOTICE_KINDS) },
    {
      name: 'organizationId',
      label: t`Organization`,
      options: organizations.length < 2 ? [] : organizations.map(({ id, name }) => ({ value: id, label: name })),
    },
  ];
  const asked = { ...listQueryOf(search, filters), ...(!isAll && { unread: true }) };
  // Read anew when one arrives, and not below one's hands.
  const query = useQuery({ ...noticesQuery(asked), staleTime: 0, refetchOnWindowFocus: false });
  const { dataUpdatedAt, isFetching } = query;
  useEffect(() => {
    if (isFetching) forgetNews();
  }, [isFetching]);
  const isFiltered = isFilteredBy(search, filters);

  // What is marked stays where it is until the list is read anew: what one works on does not go away.
  const mark = async (ids: readonly string[], read: boolean): Promise<void> => {
    try {
      await call(notificationsMark, { body: { ids: [...ids], read } });
      shownAs(ids, read);
      await queryClient.invalidateQueries({ queryKey: countQuery(true).queryKey });
    } catch (error) {
      alert(problemText(error));
    }
  };
  const shownAs = (ids: readonly string[], read: boolean): void =>
    void queryClient.setQueryData(
      noticesQuery(asked).queryKey,
      (page) =>
        page && {
          ...page,
          notifications: page.notifications.map((one) =>
            ids.includes(one.id) ? { ...one, readAt: read ? new Date(now()).toISOString() : null } : one,
          ),
        },
      { updatedAt: dataUpdatedAt },
    );
  const markAll = async (before: string): Promise<void> => {
    try {
      const { updated } = await call(notificationsMark, { body: { all: true, before, read: true } });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: NOTICES }),
        queryClient.invalidateQueries({ queryKey: countQuery(true).queryKey }),
      ]);
      announce(updated === 1 ? t`1 notification marked as read.` : t`${updated} notifications marked as read.`);
    } catch (error) {
      alert(problemText(error));
    }
  };
  // The list and the count are read at two moments: what came between them is counted alone.
  const { data: count } = useQuery(countQuery(true));
  const known = isAll || isFiltered ? null : (query.data?.total ?? null);
  const isBehind = known !== null && count !== undefined && count.unread > known;
  const newest = asked.page === 1 && !isFiltered ? query.data?.notifications[0] : undefined;
  const hasUnread = query.data?.notifications.some(({ readAt }) => readAt === null) ?? false;
  return (
    <View
      title={t`Inbox`}
      lead={t`Notifications from all your organizations, for 90 days.`}
      actions={<ButtonLink kind="secondary" to="/account/notifications">{t`E-mail settings`}</ButtonLink>}
    >
      <div className={styles.bar}>
        <nav aria-label={t`Inbox`}>
          <ul role="list" className={parts.parts}>
            {[
              { name: t`Unread`, show: undefined, isCurrent: !isAll },
              { name: t`All`, show: 'all', isCurrent: isAll },
            ].map(({ name, show, isCurrent }) => (
              <li key={name}>
                <Link
                  to="/inbox"
                  search={{ ...search, show, page: undefined }}
                  isCurrent={isCurrent}
                  className={parts.part}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Filters filters={filters} hasSearch={false}>
          {newest && hasUnread && (
            <Button kind="secondary" onClick={() => void markAll(newest.at)}>{t`Mark all as read`}</Button>
          )}
        </Filters>
        <News isBehind={isBehind} />
      </div>
      <Loaded query={query} lines={6}>
        {({ notifications, total, page, pageSize }) => (
          <>
            <Status>
              <Plural value={total ?? notifications.length} one="# notification" other="# notifications" />
            </Status>
            {notifications.length === 0 ? (
              <Nothing isFiltered={isFiltered} isAll={isAll} />
            ) : (
              <Notices notices={notifications} mark={mark} />
            )}
            <Pagination page={page} pageSize={pageSize} total={total} isLast={notifications.length < pageSize} />
          </>
        )}
      </Loaded>
    </View>
  );
}

const Notices = ({
  notices,
  mark,
}: {
  notices: readonly Notification[];
  mark: (ids: readonly string[], read: boolean) => Promise<void>;
}) => (
  <ul role="list" className={styles.list}>
    {notices.map((notice) => (
      <li key={notice.id}>
        <OneNotice notice={notice} mark={(read) => mark([notice.id], read)} />
      </li>
    ))}
  </ul>
);

/** What came since is shown when somebody wants it: nothing moves below their hands. */
function News({ isBehind }: { isBehind: boolean }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const hasNews = useHasNews();
  return (
    <div role="status">
      {(hasNews || isBehind) && (
        <Button kind="quiet" onClick={() => void queryClient.invalidateQueries({ queryKey: NOTICES })}>
          {t`Show what’s new`}
        </Button>
      )}
    </div>
  );
}

function Nothing({ isFiltered, isAll }: { isFiltered: boolean; isAll: boolean }) {
  const { t } = useLingui();
  if (isFiltered) return <EmptyState title={t`No matching notifications`}>{t`Remove a filter.`}</EmptyState>;
  return isAll ? (
    <EmptyState title={t`No notifications yet`}>
      {t`You get a notification for mentions, assigned issues and due dates.`}
    </EmptyState>
  ) : (
    <EmptyState title={t`No unread notifications`}>
      {t`You get a notification for mentions, assigned issues and due dates.`}
    </EmptyState>
  );
}
