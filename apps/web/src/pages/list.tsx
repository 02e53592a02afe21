import type { InventoryPage } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '../app/router-hooks';
import { areasQuery } from '../issues/queries';
import { ModuleView } from '../organizations/module-view';
import { useCan, useOrganization } from '../organizations/organization';
import { DownloadCsv } from '../products/download-csv';
import { useProduct } from '../products/product';
import { Badge } from '../ui/badge';
import { EmptyState } from '../ui/empty-state';
import { Filters } from '../ui/filters';
import { OutLink } from '../ui/link';
import { type Filter, isFilteredBy, listQueryOf } from '../ui/list-query';
import { RecordList } from '../ui/record-list';
import { useSelection } from '../ui/selection';
import type { Column } from '../ui/table';
import { Time } from '../ui/time';
import { View } from '../ui/view';
import { optionsOf } from '../words/options';
import { EditPage } from './edit-page';
import { ImportPages } from './import-pages';
import { NewPage } from './new-page';
import { pagesQuery } from './queries';
import { PageSelection } from './selection';
import { PAGE_KINDS, PAGE_ORIGINS, PAGE_STATES } from './words';
import styles from './list.module.css';

const SORTED_BY = { field: 'firstSeenAt', direction: 'desc' } as const;

/** The pages of a product: what monitors look at. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="testing" title={t`Pages`}>
      <Inventory />
    </ModuleView>
  );
}

function usePageFilters(): Filter[] {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const areas = useQuery(areasQuery(orgId, product.slug));
  return [
    { name: 'state', label: t`State`, options: optionsOf(i18n, PAGE_STATES) },
    { name: 'kind', label: t`Kind`, options: optionsOf(i18n, PAGE_KINDS) },
    { name: 'origin', label: t`Source`, options: optionsOf(i18n, PAGE_ORIGINS) },
    {
      name: 'area',
      label: t`Area`,
      options: (areas.data ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
    },
  ];
}

function Inventory() {
  const { t } = useLingui();
  const [search] = useSearch();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const isActive = !product.archivedAt;
  const mayAdd = useCan('inventory_create') && isActive;
  const mayImport = useCan('inventory_import') && isActive;
  const mayChange = useCan('inventory_bulkUpdate') && isActive;
  const filters = usePageFilters();
  const asked = listQueryOf(search, filters, SORTED_BY);
  const query = useQuery(pagesQuery(orgId, product.slug, asked));
  const selection = useSelection(JSON.stringify([product.slug, asked]));
  const columns = useColumns();
  const isFiltered = isFilteredBy(search, filters);
  return (
    <View
      title={t`Pages`}
      where={product.name}
      lead={t`The pages of the product. Monitors scan them and add pages that they find.`}
      actions={
        <>
          {mayAdd && <NewPage />}
          {mayImport && <ImportPages />}
        </>
      }
    >
      <Filters filters={filters}>
        <DownloadCsv list="pages" query={asked} />
      </Filters>
      {mayChange && (
        <PageSelection
          selection={selection}
          pages={query.data?.pages ?? []}
          asked={asked}
          total={isFiltered ? (query.data?.total ?? 0) : 0}
        />
      )}
      <RecordList
        query={query}
        rowsOf={(page) => page.pages}
        count={(total) => <Plural value={total} one="# page" other="# pages" />}
        isFiltered={isFiltered}
        nothingFits={t`No matching pages`}
        nothing={
          <EmptyState title={t`No pages yet`}>
            <Trans>Import a sitemap or a table, or let a monitor find pages. A monitor needs pages to scan.</Trans>
          </EmptyState>
        }
        table={{
          caption: t`Pages`,
          columns,
          keyOf: ({ id }) => id,
          sortedBy: SORTED_BY,
          ...(mayChange && { selection: { ...selection, nameOf: ({ url }: InventoryPage) => url } }),
        }}
      />
    </View>
  );
}

function useColumns(): Column<InventoryPage>[] {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const areas = useQuery(areasQuery(orgId, product.slug));
  const mayEdit = useCan('inventory_update') && !product.archivedAt;
  return [
    {
      title: t`Address`,
      sortField: 'url',
      isHeader: true,
      cell: ({ id, url, title }) => (
        <div className={styles.page} id={`page-${id}`}>
          {title !== null && <div>{title}</div>}
          <div className={title === null ? undefined : styles.url}>
            <OutLink href={url}>{url}</OutLink>
          </div>
        </div>
      ),
    },
    { title: t`State`, cell: ({ state }) => <PageStateBadge state={state} /> },
    { title: t`Kind`, cell: ({ kind }) => i18n._(PAGE_KINDS[kind]) },
    { title: t`Area`, cell: ({ areaId }) => areas.data?.find(({ id }) => id === areaId)?.name },
    {
      title: t`Findings`,
      sortField: 'findingCount',
      isNumber: true,
      cell: ({ findingCount }) => findingCount ?? '–',
    },
    {
      title: t`Last scanned`,
      sortField: 'lookedAt',
      cell: ({ lookedAt }) => (lookedAt === null ? t`Not yet` : <Time at={lookedAt} />),
    },
    {
      title: t`Added`,
      sortField: 'firstSeenAt',
      cell: ({ firstSeenAt, origin }) => (
        <>
          <Time at={firstSeenAt} isDate isBare /> · {i18n._(PAGE_ORIGINS[origin])}
        </>
      ),
    },
    ...(mayEdit
      ? [{ title: t`Actions`, cell: (page: InventoryPage) => <EditPage page={page} about={`page-${page.id}`} /> }]
      : []),
  ];
}

function PageStateBadge({ state }: { state: InventoryPage['state'] }) {
  const { i18n } = useLingui();
  const kinds = { active: 'good', ignored: 'plain', gone: 'warn' } as const;
  return <Badge kind={kinds[state]}>{i18n._(PAGE_STATES[state])}</Badge>;
}
