import type { Issue } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { at } from '../app/addresses';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Link } from '../ui/link';
import { type Column, Table } from '../ui/table';
import { IssueStateBadge, RatingBadge } from '../words/term-badges';

/** The issues of a product that a record names. */
export function IssueLinks({ issues, caption, none }: { issues: readonly Issue[]; caption: string; none: string }) {
  const { t } = useLingui();
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  const columns: Column<Issue>[] = [
    { title: t`Number`, cell: ({ number }) => `#${number}` },
    {
      title: t`Title`,
      isHeader: true,
      cell: ({ number, title }) => (
        <Link to={at('/o/$org/p/$product/issues/$number', { org, product: product.slug, number: String(number) })}>
          {title}
        </Link>
      ),
    },
    { title: t`State`, cell: ({ state }) => <IssueStateBadge state={state} /> },
    { title: t`Severity`, cell: ({ severity }) => <RatingBadge rating={severity} /> },
  ];
  if (issues.length === 0) return <p>{none}</p>;
  return <Table caption={caption} columns={columns} rows={issues} keyOf={({ id }) => id} />;
}
