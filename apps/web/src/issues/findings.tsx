import type { DetailedIssue, Finding } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { useSearch } from '../app/router-hooks';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Link, OutLink } from '../ui/link';
import { listQueryOf } from '../ui/list-query';
import { RecordList } from '../ui/record-list';
import type { Column } from '../ui/table';
import { Time } from '../ui/time';
import { Section } from '../ui/view';
import { FindingStatusBadge } from '../words/term-badges';
import { issueFindingsQuery } from './queries';
import styles from './page.module.css';

const SORTED_BY = { field: 'lastSeenAt', direction: 'desc' } as const;
const SHOWN = 10;

/** The findings that were confirmed as an issue: what was reported, where, and whether it is still there. */
export function IssueFindings({ issue: { number } }: { issue: DetailedIssue }) {
  const { t } = useLingui();
  const [search] = useSearch();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const query = useQuery({
    ...issueFindingsQuery(orgId, product.slug, number, listQueryOf(search, [], SORTED_BY, SHOWN)),
    enabled: useCan('findings_list'),
  });
  // Issues of manual tests have none.
  if (!query.data || query.data.total === 0) return null;
  const columns: Column<Finding>[] = [
    {
      title: t`Title`,
      isHeader: true,
      cell: ({ id, title, selector }) => (
        <div className={styles.finding}>
          <Link to={at('/o/$org/p/$product/findings/$finding', { org, product: product.slug, finding: id })}>
            {title}
          </Link>
          {selector !== null && <code className={styles.selector}>{selector}</code>}
        </div>
      ),
    },
    {
      title: t`Rule`,
      cell: ({ ruleId, tool }) => (
        <>
          <code>{ruleId}</code> · {tool}
        </>
      ),
    },
    { title: t`Page`, cell: ({ sourceUrl }) => sourceUrl !== null && <OutLink href={sourceUrl}>{sourceUrl}</OutLink> },
    { title: t`Status`, cell: ({ status }) => <FindingStatusBadge status={status} /> },
    { title: t`Last seen`, sortField: 'lastSeenAt', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
  ];
  return (
    <Section title={t`Findings`}>
      <RecordList
        query={query}
        rowsOf={(page) => page.findings}
        count={(total) => <Plural value={total} one="# finding" other="# findings" />}
        isFiltered={false}
        nothingFits={t`No matching findings`}
        nothing={null}
        table={{ caption: t`Findings`, columns, keyOf: ({ id }) => id, sortedBy: SORTED_BY }}
      />
    </Section>
  );
}
