import type { Risk } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { useSearch } from '../app/router-hooks';
import { ModuleView } from '../organizations/module-view';
import { useCan, useOrganization } from '../organizations/organization';
import { useMaybeProduct } from '../products/product';
import { DownloadCsv } from '../products/download-csv';
import { useProductFilter } from '../products/product-filter';
import { useProductOf } from '../products/rows';
import { SavedViews } from '../saved-views/saved-views';
import { EmptyState } from '../ui/empty-state';
import { Filters } from '../ui/filters';
import { Link } from '../ui/link';
import { type Filter, isFilteredBy, listQueryOf } from '../ui/list-query';
import { RecordList } from '../ui/record-list';
import { useSelection } from '../ui/selection';
import type { Column } from '../ui/table';
import { Time } from '../ui/time';
import { View } from '../ui/view';
import { optionsOf } from '../words/options';
import { RatingBadge, RiskStatusBadge } from '../words/term-badges';
import { RATINGS, RISK_STATUSES } from '../words/terms';
import { NewRisk } from './new-risk';
import { risksQuery } from './queries';
import { RiskSelection } from './selection';

const SORTED_BY = { field: 'createdAt', direction: 'desc' } as const;

/** The risks of a product, or of all products of an organization. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="risks" title={t`Risks`}>
      <RiskList />
    </ModuleView>
  );
}

function RiskList() {
  const { t, i18n } = useLingui();
  const [search] = useSearch();
  const { id: orgId, name: organization } = useOrganization();
  const product = useMaybeProduct();
  const mayCreate = useCan('risks_create') && !product?.archivedAt;
  const mayChange = useCan('risks_bulkUpdate') && !product?.archivedAt;
  const filters: Filter[] = [
    { name: 'status', label: t`Status`, options: optionsOf(i18n, RISK_STATUSES) },
    { name: 'likelihood', label: t`Likelihood`, options: optionsOf(i18n, RATINGS) },
    { name: 'impact', label: t`Impact`, options: optionsOf(i18n, RATINGS) },
    ...useProductFilter(product === undefined),
  ];
  const asked = listQueryOf(search, filters, SORTED_BY);
  const risks = useQuery(risksQuery(orgId, product?.slug, asked));
  const selection = useSelection(JSON.stringify([product?.slug, asked]));
  const columns = useRiskColumns();
  return (
    <View title={t`Risks`} where={product?.name ?? organization} actions={mayCreate && <NewRisk product={product} />}>
      <Filters filters={filters}>
        <SavedViews kind="risks" filters={filters} />
        <DownloadCsv list="risks" query={asked} />
      </Filters>
      <RiskSelection selection={selection} risks={risks.data?.risks ?? []} />
      <RecordList
        query={risks}
        rowsOf={(page) => page.risks}
        count={(total) => <Plural value={total} one="# risk" other="# risks" />}
        isFiltered={isFilteredBy(search, filters)}
        nothingFits={t`No matching risks`}
        nothing={
          <EmptyState title={t`No risks yet`}>
            <Trans>
              A risk is a barrier that may occur, for example when a component is replaced. Record it early, with its
              mitigation.
            </Trans>
          </EmptyState>
        }
        table={{
          caption: t`Risks`,
          columns,
          keyOf: ({ id }) => id,
          sortedBy: SORTED_BY,
          ...(mayChange && { selection: { ...selection, nameOf: ({ number, title }: Risk) => `#${number} ${title}` } }),
        }}
      />
    </View>
  );
}

function useRiskColumns(): Column<Risk>[] {
  const { t } = useLingui();
  const { slug: org } = useOrganization();
  const product = useMaybeProduct();
  const isOverProducts = product === undefined;
  const productOf = useProductOf(isOverProducts);
  const slugOf = ({ productId }: Risk): string => product?.slug ?? productOf(productId)?.slug ?? productId;
  return [
    { title: t`Number`, sortField: 'number', cell: ({ number }) => `#${number}` },
    {
      title: t`Title`,
      sortField: 'title',
      isHeader: true,
      cell: (risk) => (
        <Link to={at('/o/$org/p/$product/risks/$number', { org, product: slugOf(risk), number: String(risk.number) })}>
          {risk.title}
        </Link>
      ),
    },
    ...(isOverProducts ? [{ title: t`Product`, cell: ({ productId }: Risk) => productOf(productId)?.name ?? '' }] : []),
    { title: t`Status`, sortField: 'status', cell: ({ status }) => <RiskStatusBadge status={status} /> },
    { title: t`Likelihood`, sortField: 'likelihood', cell: ({ likelihood }) => <RatingBadge rating={likelihood} /> },
    { title: t`Impact`, sortField: 'impact', cell: ({ impact }) => <RatingBadge rating={impact} /> },
    {
      title: t`Issue`,
      cell: (risk) =>
        risk.linkedIssue && (
          <Link
            to={at('/o/$org/p/$product/issues/$number', {
              org,
              product: slugOf(risk),
              number: String(risk.linkedIssue.number),
            })}
          >
            #{risk.linkedIssue.number}
          </Link>
        ),
    },
    { title: t`Created`, sortField: 'createdAt', cell: ({ createdAt }) => <Time at={createdAt} isDate /> },
  ];
}
