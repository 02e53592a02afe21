import type { Monitor } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { ModuleView } from '../organizations/module-view';
import { useCan, useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { EmptyState } from '../ui/empty-state';
import { Link } from '../ui/link';
import { Loaded } from '../ui/loading';
import { Status } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { Time } from '../ui/time';
import { View } from '../ui/view';
import { MonitorStateBadge, RunStateBadge } from './badges';
import { NewMonitor } from './new-monitor';
import { monitorsQuery } from './queries';
import { useScheduleText } from './schedule-words';
import { useSourceText } from './source-words';

/** The monitors of a product: what looks at its pages by itself. */
export function Page() {
  const { t } = useLingui();
  return (
    <ModuleView module="testing" title={t`Monitors`}>
      <Monitors />
    </ModuleView>
  );
}

function Monitors() {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const mayCreate = useCan('monitors_create') && !product.archivedAt;
  const query = useQuery(monitorsQuery(orgId, product.slug));
  const columns = useColumns();
  return (
    <View
      title={t`Monitors`}
      where={product.name}
      lead={t`A monitor scans pages on a schedule and reports its findings.`}
      actions={mayCreate && <NewMonitor />}
    >
      <Loaded query={query} lines={6}>
        {(monitors) =>
          monitors.length === 0 ? (
            <EmptyState title={t`No monitors yet`}>
              {mayCreate ? (
                <Trans>Create a monitor for a product without a pipeline.</Trans>
              ) : (
                <Trans>Ask an admin or owner of the organization to create one.</Trans>
              )}
            </EmptyState>
          ) : (
            <>
              <Status>
                <Plural value={monitors.length} one="# monitor" other="# monitors" />
              </Status>
              <Table caption={t`Monitors`} columns={columns} rows={monitors} keyOf={({ number }) => String(number)} />
            </>
          )
        }
      </Loaded>
    </View>
  );
}

function useColumns(): Column<Monitor>[] {
  const { t } = useLingui();
  const { slug: org } = useOrganization();
  const { product } = useProduct();
  const [scheduleText, sourceText] = [useScheduleText(), useSourceText()];
  return [
    { title: t`Number`, cell: ({ number }) => `#${number}` },
    {
      title: t`Name`,
      isHeader: true,
      cell: ({ number, name }) => (
        <Link to={at('/o/$org/p/$product/monitors/$number', { org, product: product.slug, number: String(number) })}>
          {name}
        </Link>
      ),
    },
    { title: t`State`, cell: ({ state }) => <MonitorStateBadge state={state} /> },
    { title: t`Pages`, cell: ({ source }) => sourceText(source) },
    { title: t`Schedule`, cell: ({ schedule }) => scheduleText(schedule) },
    { title: t`Next run`, cell: ({ nextAt }) => (nextAt === null ? '–' : <Time at={nextAt} />) },
    {
      title: t`Last run`,
      cell: ({ lastRun }) =>
        lastRun === null ? (
          t`Not yet`
        ) : (
          <>
            <RunStateBadge state={lastRun.state} /> <Time at={lastRun.endedAt ?? lastRun.createdAt} />
          </>
        ),
    },
  ];
}
