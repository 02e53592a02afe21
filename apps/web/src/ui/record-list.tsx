import { useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state';
import { Loaded } from './loading';
import { Pagination } from './pagination';
import { Status } from './status';
import { Table } from './table';
import styles from './record-list.module.css';

/** What a list of the interface tells of its page. */
interface Paging {
  total: number | null;
  page: number;
  pageSize: number;
}

interface Props<Page extends Paging, Row> {
  query: Pick<
    UseQueryResult<Page>,
    'data' | 'error' | 'failureCount' | 'failureReason' | 'fetchStatus' | 'refetch' | 'isPlaceholderData'
  >;
  rowsOf: (page: Page) => readonly Row[];
  table: Omit<Parameters<typeof Table<Row>>[0], 'rows'>;
  /** "41 issues". */
  count: (total: number) => ReactNode;
  isFiltered: boolean;
  /** Where there is none at all. */
  nothing: ReactNode;
  /** Where none fits the filters. */
  nothingFits: string;
}

/** A list of records: how many they are, their table, and the pages before and after. */
export function RecordList<Page extends Paging, Row>({
  query,
  rowsOf,
  table,
  count,
  isFiltered,
  nothing,
  nothingFits,
}: Props<Page, Row>) {
  const { t } = useLingui();
  return (
    <Loaded query={query} lines={8}>
      {(page) => {
        const rows = rowsOf(page);
        if (rows.length === 0 && page.page === 1 && !isFiltered) return <>{nothing}</>;
        return (
          <div aria-busy={query.isPlaceholderData || undefined} className={styles.list}>
            <Status>{page.total !== null && count(page.total)}</Status>
            {rows.length === 0 ? (
              <EmptyState title={nothingFits}>
                {page.page > 1
                  ? t`This page of the list no longer exists.`
                  : t`Remove a filter, or shorten the search text.`}
              </EmptyState>
            ) : (
              <Table {...table} rows={rows} />
            )}
            <Pagination
              page={page.page}
              pageSize={page.pageSize}
              total={page.total}
              isLast={rows.length < page.pageSize}
            />
          </div>
        );
      }}
    </Loaded>
  );
}
