import type { RunPage } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '../app/router-hooks';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { EmptyState } from '../ui/empty-state';
import { Filters } from '../ui/filters';
import { OutLink } from '../ui/link';
import { type Filter, isFilteredBy, listQueryOf } from '../ui/list-query';
import { RecordList } from '../ui/record-list';
import type { Column } from '../ui/table';
import { optionsOf } from '../words/options';
import { RunPageStateBadge } from './badges';
import { runPagesQuery } from './queries';
import { reasonOf, RUN_PAGE_STATES } from './words';
import styles from './fields.module.css';

const SORTED_BY = { field: 'url', direction: 'asc' } as const;
const MS = 1000;

/** What became of each page of a run. */
export function RunPages({ number, runId, isGoingOn }: { number: string; runId: string; isGoingOn: boolean }) {
  const { t, i18n } = useLingui();
  const [search] = useSearch();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const filters: Filter[] = [{ name: 'state', label: t`State`, options: optionsOf(i18n, RUN_PAGE_STATES) }];
  const asked = listQueryOf(search, filters, SORTED_BY);
  const query = useQuery(runPagesQuery(orgId, product.slug, number, runId, asked, isGoingOn));
  const seconds = new Intl.NumberFormat(i18n.locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
  const columns: Column<RunPage>[] = [
    {
      title: t`Address`,
      sortField: 'url',
      isHeader: true,
      cell: ({ url, finalUrl, title }) => (
        <div className={styles.page}>
          {title !== null && <div>{title}</div>}
          <OutLink href={url}>{url}</OutLink>
          {finalUrl !== null && finalUrl !== url && (
            <div className={styles.quiet}>
              {t`redirected to`} <OutLink href={finalUrl}>{finalUrl}</OutLink>
            </div>
          )}
        </div>
      ),
    },
    {
      title: t`State`,
      cell: ({ state, reason }) => {
        const word = reasonOf(reason);
        return (
          <>
            <RunPageStateBadge state={state} /> {word ? i18n._(word) : reason}
          </>
        );
      },
    },
    { title: t`Findings`, isNumber: true, cell: ({ findingCount }) => findingCount ?? '–' },
    { title: t`Duration`, isNumber: true, cell: ({ ms }) => (ms === null ? '–' : seconds.format(ms / MS)) },
  ];
  return (
    <>
      <Filters filters={filters} hasSearch={false} />
      <RecordList
        query={query}
        rowsOf={(page) => page.pages}
        count={(total) => <Plural value={total} one="# page" other="# pages" />}
        isFiltered={isFilteredBy(search, filters)}
        nothingFits={t`No matching pages`}
        nothing={<EmptyState title={t`No pages yet`}>{t`An agent must find them first.`}</EmptyState>}
        table={{ caption: t`Pages`, columns, keyOf: ({ id }) => id, sortedBy: SORTED_BY }}
      />
    </>
  );
}
