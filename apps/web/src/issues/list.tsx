import type { Issue } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '../app/router-hooks';
import { useCan, useOrganization } from '../organizations/organization';
import { useMaybeProduct } from '../products/product';
import { DownloadCsv } from '../products/download-csv';
import { useProductOf } from '../products/rows';
import { SavedViews } from '../saved-views/saved-views';
import { EmptyState } from '../ui/empty-state';
import { Filters } from '../ui/filters';
import { Link } from '../ui/link';
import { isFilteredBy, listQueryOf } from '../ui/list-query';
import { RecordList } from '../ui/record-list';
import { useSelection } from '../ui/selection';
import type { Column } from '../ui/table';
import { Time } from '../ui/time';
import { View } from '../ui/view';
import { IssueStateBadge, PriorityBadge, RatingBadge } from '../words/term-badges';
import { at } from '../app/addresses';
import { Due } from './due';
import { useIssueFilters } from './filters';
import { NewIssue } from './new-issue';
import { useNames } from './people';
import { issuesQuery } from './queries';
import { IssueSelection } from './selection';
import styles from './page.module.css';

const SORTED_BY = { field: 'createdAt', direction: 'desc' } as const;

/** The issues of a product, or of all products of an organization. */
export function Page() {
  const { t } = useLingui();
  const [search] = useSearch();
  const { id: orgId, slug: org, name: organization } = useOrganization();
  const product = useMaybeProduct();
  const isOverProducts = product === undefined;
  const productOf = useProductOf(isOverProducts);
  const mayCreate = useCan('issues_create') && !product?.archivedAt;
  const mayChange = useCan('issues_bulkUpdate') && !product?.archivedAt;
  const filters = useIssueFilters(isOverProducts);
  const asked = listQueryOf(search, filters, SORTED_BY);
  const issues = useQuery(issuesQuery(orgId, product?.slug, asked));
  const nameOf = useNames((issues.data?.issues ?? []).map(({ assigneeId }) => assigneeId));
  const selection = useSelection(JSON.stringify([product?.slug, asked]));
  const slugOf = (issue: Issue): string => product?.slug ?? productOf(issue.productId)?.slug ?? issue.productId;
  const columns: Column<Issue>[] = [
    {
      title: t`Title`,
      sortField: 'title',
      isHeader: true,
      cell: (issue) => (
        <>
          #{issue.number}{' '}
          <Link
            to={at('/o/$org/p/$product/issues/$number', { org, product: slugOf(issue), number: String(issue.number) })}
          >
            {issue.title}
          </Link>
          {issue.areas.length > 0 && (
            <div className={styles.areas}>{t`Areas: ${issue.areas.map(({ name }) => name).join(', ')}`}</div>
          )}
        </>
      ),
    },
    ...(isOverProducts
      ? [{ title: t`Product`, cell: ({ productId }: Issue) => productOf(productId)?.name ?? '' }]
      : []),
    { title: t`State`, sortField: 'state', cell: ({ state }) => <IssueStateBadge state={state} /> },
    { title: t`Severity`, sortField: 'severity', cell: ({ severity }) => <RatingBadge rating={severity} /> },
    { title: t`Impact`, sortField: 'impact', cell: ({ impact }) => <RatingBadge rating={impact} /> },
    { title: t`Priority`, sortField: 'priority', cell: ({ priority }) => <PriorityBadge priority={priority} /> },
    { title: t`Assignee`, cell: ({ assigneeId }) => nameOf(assigneeId) },
    { title: t`Due`, sortField: 'dueAt', cell: (issue) => <Due issue={issue} /> },
    { title: t`Created`, sortField: 'createdAt', cell: ({ createdAt }) => <Time at={createdAt} isDate isBare /> },
  ];
  return (
    <View title={t`Issues`} where={product?.name ?? organization} actions={mayCreate && <NewIssue product={product} />}>
      <Filters filters={filters}>
        <SavedViews kind="issues" filters={filters} />
        <DownloadCsv list="issues" query={asked} />
      </Filters>
      <IssueSelection selection={selection} issues={issues.data?.issues ?? []} />
      <RecordList
        query={issues}
        rowsOf={(page) => page.issues}
        count={(total) => <Plural value={total} one="# issue" other="# issues" />}
        isFiltered={isFilteredBy(search, filters)}
        nothingFits={t`No matching issues`}
        nothing={
          <EmptyState title={t`No issues yet`}>
            <Trans>An issue is a barrier to fix. Confirm a finding, or record one from a manual test.</Trans>
          </EmptyState>
        }
        table={{
          caption: t`Issues`,
          columns,
          keyOf: ({ id }) => id,
          sortedBy: SORTED_BY,
          ...(mayChange && {
            selection: { ...selection, nameOf: ({ number, title }: Issue) => `#${number} ${title}` },
          }),
        }}
      />
    </View>
  );
}
