import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { now } from '../app/clock';
import { at } from '../app/addresses';
import { useSearch } from '../app/router-hooks';
import { ModuleView } from '../organizations/module-view';
import { Day } from '../organizations/day';
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
import { View } from '../ui/view';
import { optionsOf } from '../words/options';
import { AuditStatusBadge } from '../words/term-badges';
import { AUDIT_STATUSES, AUDIT_TYPES } from '../words/terms';
import { DueAudits } from './due';
import { useAuditTitle } from './title';
import { ImportAudit } from './import-file';
import { NewAudit } from './new-audit';
import { type AuditRow, auditsQuery } from './queries';

const SORTED_BY = { field: 'createdAt', direction: 'desc' } as const;

/** The audits of a product, or of all products of an organization. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="audits" title={t`Audits`}>
      <AuditList />
    </ModuleView>
  );
}

function AuditList() {
  const { t, i18n } = useLingui();
  const [search] = useSearch();
  const { id: orgId, slug: org, name: organization } = useOrganization();
  const product = useMaybeProduct();
  const isOverProducts = product === undefined;
  const mayCreate = useCan('audits_create') && !product?.archivedAt;
  const mayImport = useCan('audits_beginImport');
  const titleOf = useAuditTitle();
  const filters: Filter[] = [
    { name: 'status', label: t`Status`, options: optionsOf(i18n, AUDIT_STATUSES) },
    { name: 'type', label: t`Type`, options: optionsOf(i18n, AUDIT_TYPES) },
    ...useProductFilter(isOverProducts),
  ];
  const asked = listQueryOf(search, filters, SORTED_BY);
  const audits = useQuery(auditsQuery(orgId, product?.slug, asked));
  const columns: Column<AuditRow>[] = [
    { title: t`Number`, cell: ({ number }) => `#${number}` },
    {
      title: t`Title`,
      isHeader: true,
      cell: (audit) => {
        const slug = product?.slug ?? audit.productSlug ?? audit.productId;
        return (
          <Link to={at('/o/$org/p/$product/audits/$number', { org, product: slug, number: String(audit.number) })}>
            {titleOf(audit)}
          </Link>
        );
      },
    },
    ...(isOverProducts ? [{ title: t`Product`, cell: ({ productName }: AuditRow) => productName }] : []),
    { title: t`Status`, cell: (audit) => <AuditState audit={audit} /> },
    { title: t`Type`, cell: ({ type }) => i18n._(AUDIT_TYPES[type]) },
    { title: t`Issues`, isNumber: true, cell: ({ issueCount }) => issueCount },
    { title: t`Started`, sortField: 'startedAt', cell: ({ startedAt }) => startedAt && <Day at={startedAt} /> },
    {
      title: t`Completed`,
      sortField: 'completedAt',
      cell: ({ completedAt }) => completedAt && <Day at={completedAt} />,
    },
  ];
  return (
    <View
      title={t`Audits`}
      where={product?.name ?? organization}
      actions={
        <>
          {mayCreate && <NewAudit product={product} />}
          {mayCreate && mayImport && product && <ImportAudit productSlug={product.slug} />}
        </>
      }
    >
      {isOverProducts && <DueAudits />}
      <Filters filters={filters} hasSearch={false}>
        <DownloadCsv list="audits" query={asked} />
      </Filters>
      <RecordList
        query={audits}
        rowsOf={(page) => page.audits}
        count={(total) => <Plural value={total} one="# audit" other="# audits" />}
        isFiltered={isFilteredBy(search, filters)}
        nothingFits={t`No matching audits`}
        nothing={
          <EmptyState title={t`No audits yet`}>
            <Trans>
              In an audit, testers evaluate requirements that tools cannot check. Start an audit, or record a completed
              one.
            </Trans>
          </EmptyState>
        }
        table={{ caption: t`Audits`, columns, keyOf: ({ id }) => id, sortedBy: SORTED_BY }}
      />
    </View>
  );
}

function AuditState({ audit }: { audit: AuditRow }) {
  const { t } = useLingui();
  return (
    <>
      <AuditStatusBadge status={audit.status} /> {isOverdue(audit) && <Badge kind="wrong">{t`Overdue`}</Badge>}
    </>
  );
}

const isOverdue = ({ status, dueAt }: AuditRow): boolean =>
  status === 'in_progress' && dueAt !== null && Date.parse(dueAt) < now();
