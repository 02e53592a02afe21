import { type MonitorRun, monitorsCancelRun } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { at } from '../app/addresses';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { useAddress } from '../app/router-hooks';
import { ModuleView } from '../organizations/module-view';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { ConfirmButton } from '../ui/confirm-button';
import { Facts } from '../ui/facts';
import { Link } from '../ui/link';
import { LoadedView } from '../ui/loaded-view';
import { Notice } from '../ui/notice';
import { Panel } from '../ui/panel';
import { Time } from '../ui/time';
import { Section, View } from '../ui/view';
import { RunStateBadge } from './badges';
import { monitorQuery, monitorsKey, runQuery } from './queries';
import { RunPages } from './run-pages';
import { reasonOf, RUN_STATES, RUN_TRIGGERS, UNDER_WAY } from './words';
import styles from './fields.module.css';

/** One run of a monitor: how far it is, what became of each page, and what it reported. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="testing" title={t`Run`}>
      <RunView />
    </ModuleView>
  );
}

function RunView() {
  const { t } = useLingui();
  const { number, run } = useAddress('/o/$org/p/$product/monitors/$number/runs/$run');
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const query = useQuery(runQuery(orgId, product.slug, number, run));
  return (
    <LoadedView query={query} title={t`Run`} where={product.name}>
      {(read) => <ShownRun run={read} number={number} />}
    </LoadedView>
  );
}

function ShownRun({ run, number }: { run: MonitorRun; number: string }) {
  const { t, i18n } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const mayCancel = useCan('monitors_cancelRun') && !product.archivedAt;
  const { data: read } = useQuery(monitorQuery(orgId, product.slug, number));
  const isGoingOn = UNDER_WAY.includes(run.state);
  useEnd(run);
  const name = read?.monitor.name ?? `#${number}`;
  const moment = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(run.createdAt),
  );
  return (
    <View
      title={t`Run from ${moment}`}
      where={product.name}
      lead={
        <span className={styles.lead}>
          <RunStateBadge state={run.state} />
          <span>
            <Trans>
              of monitor{' '}
              <Link to={at('/o/$org/p/$product/monitors/$number', { org, product: product.slug, number })}>{name}</Link>
            </Trans>
          </span>
        </span>
      }
      actions={isGoingOn && run.state !== 'finishing' && mayCancel && <CancelRun run={run} number={number} />}
    >
      <Why run={run} />
      <Progress run={run} />
      <Facts
        facts={[
          [t`Started by`, i18n._(RUN_TRIGGERS[run.trigger])],
          [t`Started`, <Time key="created" at={run.createdAt} />],
          [t`Started by an agent`, run.startedAt && <Time key="started" at={run.startedAt} />],
          [t`Ended`, run.endedAt && <Time key="ended" at={run.endedAt} />],
          [t`Agents used`, run.attempt > 1 && run.attempt],
          [t`Reported`, run.reports.length > 0 && <Reports key="reports" run={run} />],
        ]}
      />
      <Section title={t`Pages`}>
        <RunPages number={number} runId={run.id} isGoingOn={isGoingOn} />
      </Section>
    </View>
  );
}

/** Says the end of a run to who waits for it. */
function useEnd({ state }: MonitorRun): void {
  const { i18n } = useLingui();
  const before = useRef(state);
  useEffect(() => {
    if (UNDER_WAY.includes(before.current) && !UNDER_WAY.includes(state)) announce(i18n._(RUN_STATES[state]));
    before.current = state;
  }, [state, i18n]);
}

/** Why it failed, waits, or is not whole. */
function Why({ run: { state, reason, message, wasCut } }: { run: MonitorRun }) {
  const { t, i18n } = useLingui();
  const { slug: org } = useOrganization();
  const maySeeAgents = useCan('agents_list');
  const word = reasonOf(reason);
  if (state === 'waiting')
    return (
      <Notice>
        <p>{t`The run waits for an agent. It fails after one day without an agent.`}</p>
        {maySeeAgents && (
          <p>
            <Link to={at('/o/$org/settings/agents', { org })}>{t`Agents of the organization`}</Link>
          </p>
        )}
      </Notice>
    );
  if (reason === null && !wasCut) return null;
  return (
    <Notice kind="warning">
      {reason !== null && (
        <p>
          {word && i18n._(word)} {message !== null ? <span lang="en">{message}</span> : !word && reason}
        </p>
      )}
      {wasCut && <p>{t`The run skipped some pages. It reached its limit of pages, minutes or findings.`}</p>}
    </Notice>
  );
}

function Progress({ run: { pages, findingCount } }: { run: MonitorRun }) {
  const { t } = useLingui();
  const ended = pages.looked + pages.failed + pages.gone;
  const all = ended + pages.open + pages.in_hand;
  const numbers = [
    [t`Scanned`, pages.looked],
    [t`Failed`, pages.failed],
    [t`Not found`, pages.gone],
    [t`Remaining`, pages.open + pages.in_hand],
    [t`Findings`, findingCount],
  ] as const;
  return (
    <Panel isSunken>
      {all > 0 && (
        <progress className={styles.progress} aria-label={t`Completed pages`} max={all} value={ended}>
          {t`${ended} of ${all}`}
        </progress>
      )}
      <div className={styles.numbers}>
        {numbers.map(([name, number]) => (
          <p key={name}>
            <strong className={styles.number}>{number}</strong> {name}
          </p>
        ))}
      </div>
    </Panel>
  );
}

function Reports({ run }: { run: MonitorRun }) {
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  return (
    <>
      {run.reports.map(({ tool, testActivityNumber: number }, place) => (
        <span key={tool}>
          {place > 0 && ', '}
          <Link to={at('/o/$org/p/$product/activity/$number', { org, product: product.slug, number: String(number) })}>
            {tool}
          </Link>
        </span>
      ))}
    </>
  );
}

function CancelRun({ run: { id: runId }, number }: { run: MonitorRun; number: string }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const cancel = async (): Promise<void> => {
    const path = { orgId, productSlug: product.slug, monitorNumber: number as unknown as number, runId };
    await call(monitorsCancelRun, { path });
    await queryClient.invalidateQueries({ queryKey: monitorsKey(orgId, product.slug) });
  };
  return (
    <ConfirmButton name={t`Cancel run`} run={cancel}>
      <p>
        <Trans>The run reports nothing.</Trans>
      </p>
    </ConfirmButton>
  );
}
