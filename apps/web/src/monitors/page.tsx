import { CurbcutError, type Monitor, monitorsDelete, monitorsRun, monitorsUpdate } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { at } from '../app/addresses';
import { alert, announce } from '../app/announcements';
import { call } from '../app/client';
import { useAddress } from '../app/router-hooks';
import { ModuleView } from '../organizations/module-view';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm-button';
import { Facts } from '../ui/facts';
import { LoadedView } from '../ui/loaded-view';
import { Time } from '../ui/time';
import { Section, View } from '../ui/view';
import { problemText } from '../words/problems';
import { MonitorStateBadge } from './badges';
import { EditMonitor } from './edit';
import { monitorQuery, monitorsKey, type ReadMonitor } from './queries';
import { Runs } from './runs';
import { useScheduleText } from './schedule-words';
import { useSourceText } from './source-words';
import styles from './fields.module.css';

/** One monitor: its runs, and what it looks at, when and how. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="testing" title={t`Monitor`}>
      <MonitorView />
    </ModuleView>
  );
}

function MonitorView() {
  const { t } = useLingui();
  const { number } = useAddress('/o/$org/p/$product/monitors/$number');
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const query = useQuery(monitorQuery(orgId, product.slug, number));
  return (
    <LoadedView query={query} title={t`Monitor #${number}`} where={product.name}>
      {(read) => <ShownMonitor read={read} />}
    </LoadedView>
  );
}

function ShownMonitor({ read }: { read: ReadMonitor }) {
  const { t } = useLingui();
  const { product } = useProduct();
  const { monitor } = read;
  const [scheduleText, sourceText] = [useScheduleText(), useSourceText()];
  const isActive = !product.archivedAt;
  const mayChange = useCan('monitors_update') && isActive;
  const mayDelete = useCan('monitors_delete') && isActive;
  const mayRun = useCan('monitors_run') && isActive;
  return (
    <View
      title={`#${monitor.number} ${monitor.name}`}
      where={product.name}
      lead={
        <span className={styles.lead}>
          <MonitorStateBadge state={monitor.state} />
          <span>{scheduleText(monitor.schedule)}</span>
          {monitor.nextAt !== null && (
            <span>
              {t`Next run`}: <Time at={monitor.nextAt} />
            </span>
          )}
        </span>
      }
      actions={
        <>
          {mayRun && <RunNow monitor={monitor} />}
          {mayChange && <Pause read={read} />}
          {mayDelete && <DeleteMonitor read={read} />}
        </>
      }
    >
      <Section title={t`Runs`}>
        <Runs monitor={monitor} />
      </Section>
      <Section title={t`Configuration`}>
        {mayChange ? (
          <EditMonitor key={monitor.number} read={read} />
        ) : (
          <Facts
            facts={[
              [t`Pages`, sourceText(monitor.source)],
              [t`Schedule`, scheduleText(monitor.schedule)],
              [t`Environment`, monitor.environment],
              [t`Labels of agents`, monitor.labels.join(', ')],
              [t`Maximum pages`, monitor.budget.pages],
            ]}
          />
        )}
      </Section>
    </View>
  );
}

function RunNow({ monitor: { number } }: { monitor: Monitor }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(monitorsRun, { path: { orgId, productSlug: product.slug, monitorNumber: number } });
      announce(t`The run is waiting for an agent.`);
    } catch (error) {
      alert(
        error instanceof CurbcutError && error.code === 'run_under_way'
          ? t`A run of this monitor is in progress. Wait until it ends, or cancel it.`
          : problemText(error),
      );
    } finally {
      await queryClient.invalidateQueries({ queryKey: monitorsKey(orgId, product.slug) });
      setBusy(false);
    }
  };
  return <Button isBusy={isBusy} onClick={() => void run()}>{t`Run now`}</Button>;
}

/** Takes a monitor out of its schedule, and puts it back. */
function Pause({ read: { monitor, etag } }: { read: ReadMonitor }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const queryClient = useQueryClient();
  const isOn = monitor.state === 'on';
  const turn = async (): Promise<void> => {
    try {
      const path = { orgId, productSlug: product.slug, monitorNumber: monitor.number };
      const body = { state: isOn ? ('resting' as const) : ('on' as const) };
      await call(monitorsUpdate, { path, body }, etag === undefined ? {} : { ifMatch: etag });
      announce(isOn ? t`Monitor paused.` : t`Monitor resumed.`);
    } catch (error) {
      alert(problemText(error));
    } finally {
      await queryClient.invalidateQueries({ queryKey: monitorsKey(orgId, product.slug) });
    }
  };
  return (
    <Button kind="secondary" onClick={() => void turn()}>
      {isOn ? t`Pause` : t`Turn on again`}
    </Button>
  );
}

function DeleteMonitor({ read: { monitor, etag } }: { read: ReadMonitor }) {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { number } = monitor;
  const remove = async (): Promise<void> => {
    const path = { orgId, productSlug: product.slug, monitorNumber: number };
    await call(monitorsDelete, { path }, etag === undefined ? {} : { ifMatch: etag });
    await navigate({ to: at('/o/$org/p/$product/monitors', { org, product: product.slug }), replace: true });
    queryClient.removeQueries({ queryKey: [...monitorsKey(orgId, product.slug), String(number)] });
    void queryClient.invalidateQueries({ queryKey: monitorsKey(orgId, product.slug) });
    announce(t`Monitor #${number} deleted.`);
  };
  return (
    <ConfirmButton name={t`Delete monitor`} run={remove}>
      <p>
        <Trans>
          Monitor #{number} is deleted with its runs. Its findings are kept. A run in progress is cancelled.
        </Trans>
      </p>
    </ConfirmButton>
  );
}
