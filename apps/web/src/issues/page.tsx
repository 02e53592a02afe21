import { issuesDelete } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useAddress } from '../app/router-hooks';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Badge } from '../ui/badge';
import { ConfirmButton } from '../ui/confirm-button';
import { Facts } from '../ui/facts';
import { OutLink } from '../ui/link';
import { LoadedView } from '../ui/loaded-view';
import { Time } from '../ui/time';
import { Section, View } from '../ui/view';
import { IssueStateBadge, PriorityBadge, RatingBadge } from '../words/term-badges';
import { EditIssue } from './edit';
import { type ReadIssue, issueQuery } from './queries';
import styles from './page.module.css';

/** One issue: what it is, what it fails, whom it keeps out, and where it comes from. */
export function Page() {
  const { t } = useLingui();
  const { number } = useAddress('/o/$org/p/$product/issues/$number');
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const query = useQuery(issueQuery(orgId, product.slug, number));
  return (
    <LoadedView query={query} title={t`Issue #${number}`} where={product.name}>
      {(read) => <ShownIssue read={read} />}
    </LoadedView>
  );
}

function ShownIssue({ read }: { read: ReadIssue }) {
  const { t } = useLingui();
  const { product } = useProduct();
  const { issue } = read;
  const mayChange = useCan('issues_update') && !product.archivedAt;
  const mayDelete = useCan('issues_delete') && !product.archivedAt;
  return (
    <View
      title={`#${issue.number} ${issue.title}`}
      where={product.name}
      lead={
        <span className={styles.lead}>
          <IssueStateBadge state={issue.state} />
          {issue.regressed && <Badge kind="warn">{t`Came back after it was closed`}</Badge>}
          {issue.noLongerReported && <Badge>{t`No test reports it any more`}</Badge>}
        </span>
      }
      actions={mayDelete && <DeleteIssue read={read} />}
    >
      {mayChange ? <EditIssue key={issue.id} read={read} /> : <ShowIssue read={read} />}
      <Origin read={read} />
    </View>
  );
}

/** Where an issue comes from. */
function Origin({ read: { issue } }: { read: ReadIssue }) {
  const { t } = useLingui();
  return (
    <Section title={t`Origin`}>
      <Facts
        facts={[
          [t`Created`, <Time key="created" at={issue.createdAt} />],
          [t`Changed`, <Time key="changed" at={issue.updatedAt} />],
          [t`Closed`, issue.closedAt && <Time key="closed" at={issue.closedAt} />],
          [t`WCAG`, issue.wcag.join(', ')],
          [
            t`In another tracker`,
            issue.sourceUrl && <OutLink href={issue.sourceUrl}>{issue.sourceId ?? issue.sourceUrl}</OutLink>,
          ],
        ]}
      />
    </Section>
  );
}

/** For who may not change it. */
function ShowIssue({ read: { issue, requirements } }: { read: ReadIssue }) {
  const { t } = useLingui();
  return (
    <Facts
      facts={[
        [t`Description`, issue.description],
        [t`Severity`, <RatingBadge key="severity" rating={issue.severity} />],
        [t`Impact`, <RatingBadge key="impact" rating={issue.impact} />],
        [t`Effort`, <RatingBadge key="effort" rating={issue.effort} />],
        [t`Priority`, <PriorityBadge key="priority" priority={issue.priority} />],
        [t`Areas`, issue.areas.map(({ name }) => name).join(', ')],
        [t`Requirements`, requirements.map(({ name }) => name).join(', ')],
        [t`Functional needs`, issue.functionalNeeds.map(({ name }) => name).join(', ')],
      ]}
    />
  );
}

function DeleteIssue({ read: { issue, etag } }: { read: ReadIssue }) {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = async (): Promise<void> => {
    const path = { orgId, productSlug: product.slug, issueNumber: issue.number };
    await call(issuesDelete, { path }, etag === undefined ? {} : { ifMatch: etag });
    await navigate({ to: at('/o/$org/p/$product/issues', { org, product: product.slug }), replace: true });
    queryClient.removeQueries({ queryKey: ['issues', orgId, product.slug] });
    void queryClient.invalidateQueries({ queryKey: ['products', orgId] });
    announce(t`Issue #${issue.number} is deleted.`);
  };
  return (
    <ConfirmButton name={t`Delete issue`} run={remove}>
      <p>
        <Trans>
          Issue #{issue.number} is deleted for everybody. Findings that were confirmed with it await triage again.
        </Trans>
      </p>
    </ConfirmButton>
  );
}
