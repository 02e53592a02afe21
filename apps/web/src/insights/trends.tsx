import type { TrendPoint, Trends as Found } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { ColumnChart, LineChart } from '../ui/charts';
import { EmptyState } from '../ui/empty-state';
import { Figure } from '../ui/figure';
import { Panel } from '../ui/panel';
import { Section } from '../ui/view';
import styles from './page.module.css';

/** What was opened and closed, raised and resolved, by week or month. */
export function Trends({ trends: { points, interval }, name }: { trends: Found; name: string }) {
  const { t, i18n } = useLingui();
  const format = new Intl.DateTimeFormat(i18n.locale, {
    timeZone: 'UTC',
    ...(interval === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' }),
  });
  const labels = points.map(({ start }) => format.format(new Date(start)));
  const [first, last] = [points[0], points.at(-1)];
  const hasAny = points.some(
    ({ issues, findings }) => issues.opened + issues.closed + issues.open + (findings?.raised ?? 0) > 0,
  );
  if (!first || !last || !hasAny)
    return (
      <EmptyState title={t`No data yet`}>
        <Trans>When issues are opened and closed, the numbers appear here by month and week.</Trans>
      </EmptyState>
    );
  const sum = (of: (point: TrendPoint) => number): number => points.reduce((total, point) => total + of(point), 0);
  const [opened, closed] = [sum(({ issues }) => issues.opened), sum(({ issues }) => issues.closed)];
  const [raised, resolved] = [
    sum((point) => point.findings?.raised ?? 0),
    sum((point) => point.findings?.resolved ?? 0),
  ];
  const [from, to] = [labels[0]!, labels.at(-1)!];
  const [before, now] = [first.issues.open, last.issues.open];
  return (
    <div className={styles.charts}>
      <Panel>
        <Section title={t`Open issues`}>
          <Figure
            name={`${name}-open-issues`}
            caption={
              <Trans>
                {now} open now; {before} at the end of {from}.
              </Trans>
            }
            table={[
              [t`From`, t`Open`, t`Median age in days`],
              ...points.map((point, at) => [labels[at]!, String(point.issues.open), String(point.medianAgeDays ?? '')]),
            ]}
          >
            <LineChart
              labels={labels}
              series={[{ name: t`Open`, look: 'first', values: points.map(({ issues }) => issues.open) }]}
            />
          </Figure>
        </Section>
      </Panel>
      <Panel>
        <Section title={t`Opened and closed`}>
          <Figure
            name={`${name}-issues`}
            caption={
              <Trans>
                Issues from {from} to {to}: {opened} opened, {closed} closed.
              </Trans>
            }
            table={[
              [t`From`, t`Opened`, t`Closed`, t`Median days to close`],
              ...points.map(({ issues, medianDaysToClose }, at) => [
                labels[at]!,
                String(issues.opened),
                String(issues.closed),
                String(medianDaysToClose ?? ''),
              ]),
            ]}
          >
            <ColumnChart
              labels={labels}
              series={[
                { name: t`Opened`, look: 'second', values: points.map(({ issues }) => issues.opened) },
                { name: t`Closed`, look: 'first', values: points.map(({ issues }) => issues.closed) },
              ]}
            />
          </Figure>
        </Section>
      </Panel>
      {last.findings !== null && (
        <Panel>
          <Section title={t`New and resolved findings`}>
            <Figure
              name={`${name}-findings`}
              caption={
                <Trans>
                  Findings from {from} to {to}: {raised} new, {resolved} resolved.
                </Trans>
              }
              table={[
                [t`From`, t`New`, t`Resolved`, t`Reappeared`],
                ...points.map(({ findings }, at) => [
                  labels[at]!,
                  String(findings?.raised ?? ''),
                  String(findings?.resolved ?? ''),
                  String(findings?.regressed ?? ''),
                ]),
              ]}
            >
              <ColumnChart
                labels={labels}
                series={[
                  { name: t`New`, look: 'second', values: points.map(({ findings }) => findings?.raised ?? 0) },
                  { name: t`Resolved`, look: 'first', values: points.map(({ findings }) => findings?.resolved ?? 0) },
                ]}
              />
            </Figure>
          </Section>
        </Panel>
      )}
    </div>
  );
}
