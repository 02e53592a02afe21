import type { TaggedActivity } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../app/router-hooks';
import { IssueLinks } from '../issues/issue-links';
import { ModuleView } from '../organizations/module-view';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Badge } from '../ui/badge';
import { Facts } from '../ui/facts';
import { OutLink } from '../ui/link';
import { LoadedView } from '../ui/loaded-view';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { Panel } from '../ui/panel';
import { Time } from '../ui/time';
import { Section, View } from '../ui/view';
import { ACTIVITY_TYPES, TRIGGERS } from '../words/terms';
import { SpokenFindings } from './findings';
import { activityIssuesQuery, activityQuery, type ReadActivity } from './queries';
import { UndoRun } from './undo-run';
import styles from './page.module.css';

/** One test activity: what was tested, with what, and what it said of findings. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="testing" title={t`Test activity`}>
      <ActivityView />
    </ModuleView>
  );
}

function ActivityView() {
  const { t } = useLingui();
  const { number } = useAddress('/o/$org/p/$product/activity/$number');
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const query = useQuery(activityQuery(orgId, product.slug, number));
  return (
    <LoadedView query={query} title={t`Test activity #${number}`} where={product.name}>
      {(read) => <ShownActivity read={read} />}
    </LoadedView>
  );
}

function ShownActivity({ read }: { read: ReadActivity }) {
  const { t, i18n } = useLingui();
  const { product } = useProduct();
  const { activity } = read;
  const mayDelete = useCan('testActivities_delete') && !product.archivedAt;
  return (
    <View
      title={`#${activity.number} ${activity.title}`}
      where={product.name}
      lead={
        <span className={styles.lead}>
          <Badge>{i18n._(ACTIVITY_TYPES[activity.type])}</Badge>
          <Time at={activity.completedAt} />
        </span>
      }
      actions={mayDelete && <UndoRun read={read} />}
    >
      {activity.failed && (
        <Notice kind="problem">
          <p>{t`This run failed: it examined nothing. It changes no finding, and it is not evidence for the grade.`}</p>
        </Notice>
      )}
      <Panel isSunken>
        <div className={styles.numbers}>
          <p>
            <strong className={styles.number}>{activity.findingCount}</strong> {t`findings in this report`}
          </p>
          <p>
            <strong className={styles.number}>{activity.issueCount}</strong> {t`linked issues`}
          </p>
        </div>
        <About activity={activity} />
      </Panel>
      {activity.omissions.length > 0 && <Omissions omissions={activity.omissions} />}
      {activity.type === 'automated_scan' || activity.findingCount > 0 ? <SpokenFindings activity={activity} /> : null}
      {activity.issueCount > 0 && <FoundIssues number={activity.number} />}
    </View>
  );
}

/** What the run did not examine, as its reader words it. */
function Omissions({ omissions }: { omissions: readonly string[] }) {
  const { t } = useLingui();
  return (
    <Section title={t`Not examined`}>
      <p>{t`Findings in these parts stay as they are, because the run cannot tell whether they are resolved.`}</p>
      <ul className={styles.omissions} aria-label={t`Not examined`}>
        {omissions.map((omission, place) => (
          <li key={place} lang="en">
            {omission}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function About({ activity }: { activity: TaggedActivity }) {
  const { t, i18n } = useLingui();
  const { context } = activity;
  return (
    <Facts
      facts={[
        [t`Tool`, activity.tool],
        [t`Test target`, activity.target && <OutLink href={activity.target}>{activity.target}</OutLink>],
        [t`Areas`, activity.areas.map(({ name }) => name).join(', ')],
        [t`Started`, activity.startedAt && <Time key="started" at={activity.startedAt} />],
        [t`Started by`, context && i18n._(TRIGGERS[context.trigger])],
        [t`Branch`, context?.ref],
        [t`Commit`, context?.commitSha && <code key="commit">{context.commitSha.slice(0, 12)}</code>],
        [t`Pull request`, context?.prUrl && <OutLink href={context.prUrl}>{context.prUrl}</OutLink>],
        [t`Environment`, context?.environment],
        [t`Results`, activity.externalUrl && <OutLink href={activity.externalUrl}>{activity.externalUrl}</OutLink>],
      ]}
    />
  );
}

function FoundIssues({ number }: { number: number }) {
  const { t } = useLingui();
  const { id: orgId, modules } = useOrganization();
  const { product } = useProduct();
  const issues = useQuery({
    ...activityIssuesQuery(orgId, product.slug, number),
    enabled: modules.includes('issues'),
  });
  return (
    <Section title={t`Issues`}>
      <Loaded query={issues} lines={3}>
        {(found) => <IssueLinks issues={found} caption={t`Issues`} none={t`No linked issues.`} />}
      </Loaded>
    </Section>
  );
}
