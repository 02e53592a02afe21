import { type AccountEvent, accountListEvents } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { call } from '../app/client';
import { useSearch } from '../app/router-hooks';
import { EmptyState } from '../ui/empty-state';
import { Loaded } from '../ui/loading';
import { Pagination } from '../ui/pagination';
import { Status } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { Time } from '../ui/time';
import { eventName } from '../words/events';
import { browserOf } from './browser';
import { AccountView } from './layout';

const PAGE_SIZE = 25;

/** What happened to the account. */
export function Page() {
  const { t } = useLingui();
  const [search] = useSearch();
  const page = Math.max(1, Number.parseInt(search['page'] ?? '1', 10) || 1);
  const events = useQuery({
    queryKey: ['account events', page],
    queryFn: ({ signal }) => call(accountListEvents, { query: { page, pageSize: PAGE_SIZE } }, { signal }),
  });
  const columns: Column<AccountEvent>[] = [
    { title: t`Date and time`, isHeader: true, cell: ({ at }) => <Time at={at} /> },
    { title: t`Event`, cell: ({ type }) => eventName(type) },
    { title: t`Actor`, cell: ({ actor }) => actor.name },
    { title: t`From`, cell: ({ address, userAgent }) => [browserOf(userAgent), address].filter(Boolean).join(' · ') },
  ];
  return (
    <AccountView
      title={t`Events`}
      lead={t`Security events of your account. If you do not recognize one, change your password.`}
    >
      <Loaded query={events} lines={8}>
        {({ events: rows, total }) => (
          <>
            <Status>
              <Plural value={total ?? rows.length} one="# event" other="# events" />
            </Status>
            {rows.length === 0 ? (
              <EmptyState title={t`No events yet`} />
            ) : (
              <Table caption={t`Events`} columns={columns} rows={rows} keyOf={({ id }) => id} />
            )}
            <Pagination page={page} pageSize={PAGE_SIZE} total={total} isLast={rows.length < PAGE_SIZE} />
          </>
        )}
      </Loaded>
    </AccountView>
  );
}
