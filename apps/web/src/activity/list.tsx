import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { useSearch } from '../app/router-hooks';
import { ModuleView } from '../organizations/module-view';
import { useCan, useOrganization } from '../organizations/organization';
import { useMaybeProduct } from '../products/product';
import { DownloadCsv } from '../products/download-csv';
import { useProductFilter } from '../products/product-filter';
import { Badge } from '../ui/badge';
import { EmptyState } from '../ui/empty-state';
import { Filters } from '../ui/filters';
import { Link } from '../ui/link';
import { type Filter, isFilteredBy, listQueryOf } from '../ui/list-query';
import { RecordList } from '../ui/record-list';
import type { Column } from '../ui/table';
import { Time } from '../ui/time';
import { View } from '../ui/view';
import { optionsOf } from '../words/options';
import { ACTIVITY_TYPES } from '../words/terms';
import { LogActivity } from './log-activity';
import { type ActivityRow, activitiesQuery } from './queries';
import { SendReportButton } from './send-report-button';

const SORTED_BY = { field: 'createdAt', direction: 'desc' } as const;

/** What was tested: the runs of tools and the tests of people, of a product or of all. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="testing" title={t`Activity`}>
      <ActivityList />
    </ModuleView>
  );
}

function ActivityList() {
  const { t, i18n } = useLingui();
  const [search] = useSearch();
  const { id: orgId, slug: org, name: organization } = useOrganization();
  const product = useMaybeProduct();
  const isOverProducts = product === undefined;
  const maySend = useCan('ingest_reportAsPerson') && !product?.archivedAt;
  const mayLog = useCan('testActivities_log') && !product?.archivedAt;
  const filters: Filter[] = [
    { name: 'type', label: t`Type`, options: optionsOf(i18n, ACTIVITY_TYPES) },
    ...useProductFilter(isOverProducts),
  ];
  const asked = listQueryOf(search, filters, SORTED_BY);
  const activities = useQuery(activitiesQuery(orgId, product?.slug, asked));
  const columns: Column<ActivityRow>[] = [
    { title: t`Number`, cell: ({ number }) => `#${number}` },
    {
      title: t`Title`,
      isHeader: true,
      cell: ({ number, title, productId, productSlug, failed }) => {
        const slug = product?.slug ?? productSlug ?? productId;
        return (
          <>
            <Link to={at('/o/$org/p/$product/activity/$number', { org, product: slug, number: String(number) })}>
              {title}
            </Link>{' '}
            {failed && <Badge kind="wrong">{t`Nothing examined`}</Badge>}
          </>
        );
      },
    },
    ...(isOverProducts ? [{ title: t`Product`, cell: ({ productName }: ActivityRow) => productName }] : []),
    { title: t`Type`, cell: ({ type }) => i18n._(ACTIVITY_TYPES[type]) },
    { title: t`Tool`, cell: ({ tool }) => tool },
    { title: t`Findings`, isNumber: true, cell: ({ findingCount }) => findingCount },
    { title: t`Issues`, isNumber: true, cell: ({ issueCount }) => issueCount },
    { title: t`Completed`, sortField: 'completedAt', cell: ({ completedAt }) => <Time at={completedAt} /> },
  ];
  return (
    <View
      title={t`Activity`}
      where={product?.name ?? organization}
      actions={
        product && (
          <>
            {maySend && <SendReportButton product={product} />}
            {mayLog && <LogActivity product={product} />}
          </>
        )
      }
    >
      <Filters filters={filters} hasSearch={false}>
        <DownloadCsv list="test-activity" query={asked} />
      </Filters>
      <RecordList
        query={activities}
        rowsOf={(page) => page.activities}
        count={(total) => <Plural value={total} one="# test activity" other="# test activities" />}
        isFiltered={isFilteredBy(search, filters)}
        nothingFits={t`No matching test activities`}
        nothing={
          <EmptyState title={t`No test activities yet`}>
            <Trans>Tool reports appear here automatically. Log manual tests yourself.</Trans>
          </EmptyState>
        }
        table={{ caption: t`Activity`, columns, keyOf: ({ id }) => id, sortedBy: SORTED_BY }}
      />
    </View>
  );
}
