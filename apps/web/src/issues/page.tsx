import { issuesDelete, issuesUnwatch, issuesWatch } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { at } from '../app/addresses';
import { alert, announce } from '../app/announcements';
import { call } from '../app/client';
import { Conversation } from '../comments/conversation';
import { useAddress } from '../app/router-hooks';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { IssueTracker } from '../trackers/issue-tracker';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm-button';
import { Facts } from '../ui/facts';
import { OutLink } from '../ui/link';
import { LoadedView } from '../ui/loaded-view';
import { Time } from '../ui/time';
import { Section, View } from '../ui/view';
import { criteriaBy, numberOf } from '../words/criteria';
import { problemText } from '../words/problems';
import { IssueStateBadge, PriorityBadge, RatingBadge } from '../words/term-badges';
import { Due } from './due';
import { EditIssue } from './edit';
import { IssueFindings } from './findings';
import { useNames, usePeople } from './people';
import { type ReadIssue, issueQuery } from './queries';
import styles from './page.module.css';

/** How often one looks whether an issue has come to its tracker. */
const PENDING_MS = 3_000;

/** One issue: what it is, what it fails, whom it keeps out, and where it comes from. */
export function Page() {
  const { t } = useLingui();
  const { number } = useAddress('/o/$org/p/$product/issues/$number');
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const query = useQuery({
    ...issueQuery(orgId, product.slug, number),
    // A job sends it to its tracker.
    refetchInterval: ({ state }) => (state.data?.issue.tracker?.state === 'pending' ? PENDING_MS : false),
  });
  return (
    <LoadedView query={query} title={t`Issue #${number}`} where={product.name}>
      {(read) => <ShownIssue read={read} />}
    </LoadedView>
  );
}

function ShownIssue({ read }: { read: ReadIssue }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const { issue } = read;
  const mayChange = useCan('issues_update') && !product.archivedAt;
  const mayDelete = useCan('issues_delete') && !product.archivedAt;
  const mayWatch = useCan('issues_watch');
  return (
    <View
      title={`#${issue.number} ${issue.title}`}
      where={product.name}
      lead={
        <span className={styles.lead}>
          <IssueStateBadge state={issue.state} />
          {issue.overdue && <Badge kind="warn">{t`Overdue`}</Badge>}
          {issue.regressed && <Badge kind="warn">{t`Reopened after it was closed`}</Badge>}
          {issue.tracker?.toRetest && <Badge kind="warn">{t`To retest`}</Badge>}
          {issue.noLongerReported && <Badge>{t`No longer reported`}</Badge>}
        </span>
      }
      actions={
        <>
          {mayWatch && <WatchIssue read={read} />}
          {mayDelete && <DeleteIssue read={read} />}
        </>
      }
    >
      {mayChange ? <EditIssue key={issue.id} read={read} /> : <ShowIssue read={read} />}
      <IssueFindings issue={issue} />
      <IssueTracker issue={issue} />
      <Origin read={read} />
      <Conversation record={{ kind: 'issues', orgId, productSlug: product.slug, name: issue.number }} />
    </View>
  );
}

/** Where an issue comes from. */
function Origin({ read: { issue } }: { read: ReadIssue }) {
  const { t } = useLingui();
  const { wcag, rgaa } = criteriaBy(issue.wcag);
  return (
    <Section title={t`Origin`}>
      <Facts
        facts={[
          [t`Created`, <Time key="created" at={issue.createdAt} />],
          [t`Changed`, <Time key="changed" at={issue.updatedAt} />],
          [t`Closed`, issue.closedAt && <Time key="closed" at={issue.closedAt} />],
          [t`WCAG`, wcag.join(', ')],
          [t`RGAA`, rgaa.map(numberOf).join(', ')],
          [
            issue.source === 'external' ? t`Issue in another tracker` : t`Page`,
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
  const nameOf = useNames([issue.assigneeId]);
  const { teams } = usePeople(issue.teamId !== null);
  return (
    <Facts
      facts={[
        [t`Description`, issue.description],
        [t`Severity`, <RatingBadge key="severity" rating={issue.severity} />],
        [t`Impact`, <RatingBadge key="impact" rating={issue.impact} />],
        [t`Effort`, <RatingBadge key="effort" rating={issue.effort} />],
        [t`Priority`, <PriorityBadge key="priority" priority={issue.priority} />],
        [t`Assignee`, nameOf(issue.assigneeId)],
        [t`Team`, teams.find(({ value }) => value === issue.teamId)?.label],
        [t`Due`, issue.dueAt && <Due key="due" issue={issue} />],
        [t`Areas`, issue.areas.map(({ name }) => name).join(', ')],
        [t`Requirements`, requirements.map(({ name }) => name).join(', ')],
        [t`Functional needs`, issue.functionalNeeds.map(({ name }) => name).join(', ')],
      ]}
    />
  );
}

/** Begins and ends watching; it is the person's own, and no change of the issue. */
function WatchIssue({ read }: { read: ReadIssue }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const { watching, number: issueNumber } = read.issue;
  const toggle = async (): Promise<void> => {
    const path = { orgId, productSlug: product.slug, issueNumber };
    await call(watching ? issuesUnwatch : issuesWatch, { path });
    await queryClient.invalidateQueries({ queryKey: ['issues', orgId, product.slug, String(issueNumber)] });
    announce(watching ? t`You stopped watching the issue.` : t`You are watching the issue.`);
  };
  return (
    <Button kind="secondary" onClick={() => void toggle().catch((error: unknown) => alert(problemText(error)))}>
      {watching ? t`Stop watching` : t`Watch`}
    </Button>
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
    announce(t`Issue #${issue.number} deleted.`);
  };
  return (
    <ConfirmButton name={t`Delete issue`} run={remove}>
      <p>
        <Trans>Issue #{issue.number} is deleted for all members. Its confirmed findings return to triage.</Trans>
      </p>
    </ConfirmButton>
  );
}
