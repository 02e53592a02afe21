import type { ListedProduct } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { useSearch } from '../app/router-hooks';
import { useCan, useOrganization } from '../organizations/organization';
import { GradeLetters } from '../ui/badge';
import { ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Filters } from '../ui/filters';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Pagination } from '../ui/pagination';
import { Status } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { Time } from '../ui/time';
import { View } from '../ui/view';
import { PRODUCT_TYPES } from '../words/terms';
import { productsQuery } from './queries';
import { shownProducts } from './shown';

/** The products of an organization. */
export function Page() {
  const { t, i18n } = useLingui();
  const [search] = useSearch();
  const { id, slug: org, name } = useOrganization();
  const mayCreate = useCan('products_create');
  const isArchived = search['archived'] === 'true';
  const products = useQuery(productsQuery(id, isArchived));
  const columns: Column<ListedProduct>[] = [
    {
      title: t`Name`,
      sortField: 'name',
      isHeader: true,
      cell: ({ slug, name: product }) => <Link to={at('/o/$org/p/$product', { org, product: slug })}>{product}</Link>,
    },
    { title: t`Grade`, sortField: 'grade', cell: ({ grade }) => <GradeLetters grade={grade} /> },
    { title: t`Type`, cell: ({ type }) => i18n._(PRODUCT_TYPES[type]) },
    { title: t`Responsible`, cell: ({ responsiblePersonName }) => responsiblePersonName ?? t`Unassigned` },
    { title: t`Changed`, sortField: 'updatedAt', cell: ({ updatedAt }) => <Time at={updatedAt} isDate /> },
  ];
  return (
    <View
      title={t`Products`}
      where={name}
      actions={mayCreate && <ButtonLink to={at('/o/$org/start', { org })}>{t`New product`}</ButtonLink>}
    >
      <Filters
        filters={[
          {
            name: 'type',
            label: t`Type`,
            options: Object.entries(PRODUCT_TYPES).map(([value, label]) => ({ value, label: i18n._(label) })),
          },
          {
            name: 'letter',
            label: t`Grade`,
            options: [...'ABCDE']
              .map((letter) => ({ value: letter, label: t`Grade ${letter}` }))
              .concat({ value: 'none', label: t`Not evaluated` }),
          },
          { name: 'archived', label: t`Archived`, options: [{ value: 'true', label: t`Archived only` }] },
        ]}
      />
      <Loaded query={products} lines={8}>
        {(all) => {
          const shown = shownProducts(all, search);
          const isFiltered = ['q', 'type', 'letter', 'archived'].some((filter) => search[filter]);
          if (all.length === 0 && !isFiltered) return <NoProducts />;
          return (
            <>
              <Status>
                <Plural value={shown.total} one="# product" other="# products" />
              </Status>
              {shown.rows.length === 0 ? (
                <EmptyState title={t`No matching products`}>
                  <Trans>Remove a filter, or shorten the search text.</Trans>
                </EmptyState>
              ) : (
                <Table
                  caption={t`Products`}
                  columns={columns}
                  rows={shown.rows}
                  keyOf={(product) => product.id}
                  sortedBy={{ field: 'name', direction: 'asc' }}
                />
              )}
              <Pagination {...shown} isLast={false} />
            </>
          );
        }}
      </Loaded>
    </View>
  );
}

/** Where there is none: what a product is, and how to make the first. */
export function NoProducts() {
  const { t } = useLingui();
  const { slug: org } = useOrganization();
  const mayCreate = useCan('products_create');
  return (
    <EmptyState
      title={t`No products yet`}
      action={mayCreate && <ButtonLink to={at('/o/$org/start', { org })}>{t`Create your first product`}</ButtonLink>}
    >
      {mayCreate ? (
        <Trans>
          A product is a website, an app or a document that you test. Each product gets a grade, with the reasons.
        </Trans>
      ) : (
        <Trans>Admins and owners of the organization create products.</Trans>
      )}
    </EmptyState>
  );
}
