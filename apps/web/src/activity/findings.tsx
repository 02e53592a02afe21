import type { Finding, TaggedActivity } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { useSearch } from '../app/router-hooks';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Filters } from '../ui/filters';
import { Link } from '../ui/link';
import { type Filter, isFilteredBy, listQueryOf } from '../ui/list-query';
import { RecordList } from '../ui/record-list';
import type { Column } from '../ui/table';
import { Section } from '../ui/view';
import { optionsOf } from '../words/options';
import { FindingStatusBadge, RatingBadge } from '../words/term-badges';
import { FINDING_CHANGES } from '../words/terms';
import { activityFindingsQuery } from './queries';

const SORTED_BY = { field: 'lastSeenAt', direction: 'desc' } as const;

/** What a run said of findings: which were new, known, came back or were gone. */
export function SpokenFindings({ activity }: { activity: TaggedActivity }) {
  const { t, i18n } = useLingui();
  const [search] = useSearch();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const filters: Filter[] = [{ name: 'change', label: t`Change`, options: optionsOf(i18n, FINDING_CHANGES) }];
  const asked = listQueryOf(search, filters, SORTED_BY);
  const findings = useQuery(activityFindingsQuery(orgId, product.slug, activity.number, asked));
  const columns: Column<Finding>[] = [
    {
      title: t`Title`,
      isHeader: true,
      cell: ({ id, title }) => (
        <Link to={at('/o/$org/p/$product/findings/$finding', { org, product: product.slug, finding: id })}>
          {title}
        </Link>
      ),
    },
    { title: t`Rule`, cell: ({ ruleId }) => <code>{ruleId}</code> },
    { title: t`Status`, sortField: 'status', cell: ({ status }) => <FindingStatusBadge status={status} /> },
    { title: t`Severity`, sortField: 'severity', cell: ({ severity }) => <RatingBadge rating={severity} /> },
  ];
  return (
    <Section title={t`Findings`}>
      <Filters filters={filters} hasSearch={false} />
      <RecordList
        query={findings}
        rowsOf={(page) => page.findings}
        count={(total) => <Plural value={total} one="# finding" other="# findings" />}
        isFiltered={isFilteredBy(search, filters)}
        nothingFits={t`No matching findings`}
        nothing={<p>{t`No pages found.`}</p>}
        table={{ caption: t`Findings`, columns, keyOf: ({ id }) => id, sortedBy: SORTED_BY }}
      />
    </Section>
  );
}
