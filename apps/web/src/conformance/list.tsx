import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { useSearch } from '../app/router-hooks';
import { ModuleView } from '../organizations/module-view';
import { Day } from '../organizations/day';
import { useCan, useOrganization } from '../organizations/organization';
import { useMaybeProduct } from '../products/product';
import { useProductFilter } from '../products/product-filter';
import { EmptyState } from '../ui/empty-state';
import { Filters } from '../ui/filters';
import { Link } from '../ui/link';
import { type Filter, isFilteredBy, listQueryOf } from '../ui/list-query';
import { RecordList } from '../ui/record-list';
import type { Column } from '../ui/table';
import { Time } from '../ui/time';
import { View } from '../ui/view';
import { optionsOf } from '../words/options';
import { ReportBadges } from './badges';
import { ImportReport } from './import-report';
import { NewReport } from './new-report';
import { type ReportRow, reportsQuery } from './queries';
import { REPORT_STATUSES } from './words';

/** The conformance reports of a product, or of all products of an organization. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="conformance" title={t`Conformance reports`}>
      <ReportList />
    </ModuleView>
  );
}

function ReportList() {
  const { t, i18n } = useLingui();
  const [search] = useSearch();
  const { id: orgId, slug: org, name: organization } = useOrganization();
  const product = useMaybeProduct();
  const isOverProducts = product === undefined;
  const mayCreate = useCan('conformanceReports_create') && !product?.archivedAt;
  const mayImport = useCan('conformanceReports_importReport');
  const filters: Filter[] = [
    { name: 'status', label: t`Status`, options: optionsOf(i18n, REPORT_STATUSES) },
    ...useProductFilter(isOverProducts),
  ];
  const reports = useQuery(reportsQuery(orgId, product?.slug, listQueryOf(search, filters)));
  const columns: Column<ReportRow>[] = [
    { title: t`Number`, cell: ({ number }) => `#${number}` },
    {
      title: t`Title`,
      isHeader: true,
      cell: ({ number, title, productId, productSlug }) => {
        const slug = product?.slug ?? productSlug ?? productId;
        return (
          <Link to={at('/o/$org/p/$product/reports/$number', { org, product: slug, number: String(number) })}>
            {title}
          </Link>
        );
      },
    },
    ...(isOverProducts ? [{ title: t`Product`, cell: ({ productName }: ReportRow) => productName }] : []),
    { title: t`Status`, cell: (report) => <ReportBadges report={report} /> },
    { title: t`Published`, cell: ({ publishedAt }) => publishedAt && <Time at={publishedAt} isDate /> },
    { title: t`Valid until`, cell: ({ validUntil }) => validUntil && <Day at={validUntil} /> },
    { title: t`Changed`, cell: ({ updatedAt }) => <Time at={updatedAt} isDate /> },
  ];
  return (
    <View
      title={t`Conformance reports`}
      where={product?.name ?? organization}
      actions={
        <>
          {mayCreate && <NewReport product={product} />}
          {mayImport && product && !product.archivedAt && <ImportReport productSlug={product.slug} />}
        </>
      }
    >
      <Filters filters={filters} hasSearch={false} />
      <RecordList
        query={reports}
        rowsOf={(page) => page.reports}
        count={(total) => <Plural value={total} one="# report" other="# reports" />}
        isFiltered={isFilteredBy(search, filters)}
        nothingFits={t`No matching reports`}
        nothing={
          <EmptyState title={t`No conformance reports yet`}>
            <Trans>
              A report states how far the product supports each requirement. It is based on a completed full audit.
            </Trans>
          </EmptyState>
        }
        table={{ caption: t`Conformance reports`, columns, keyOf: ({ id }) => id }}
      />
    </View>
  );
}
