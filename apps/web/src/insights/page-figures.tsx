import type { PageInsights } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { at } from '../app/addresses';
import { areasQuery } from '../issues/queries';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { BarChart, ColumnChart } from '../ui/charts';
import { EmptyState } from '../ui/empty-state';
import { Figure } from '../ui/figure';
import { Link } from '../ui/link';
import { Panel } from '../ui/panel';
import { Time } from '../ui/time';
import { Section } from '../ui/view';
import styles from './page.module.css';

/** A drawing stays readable with so many bars; its table has all. */
const MOST_BARS = 12;

/** How many of some pages have findings. */
type Figures = PageInsights['total'];
type Named = Figures & { name: string };

/** On which pages of a product something is found, and which nobody has looked at. */
export function PageFigures({ pages }: { pages: PageInsights }) {
  const { t } = useLingui();
  const { id: orgId, slug: org } = useOrganization();
  const { product } = useProduct();
  const { data: areas } = useQuery(areasQuery(orgId, product.slug));
  const { total, neverAudited, lastRuns } = pages;
  if (total.pages === 0)
    return (
      <EmptyState
        title={t`No pages yet`}
        action={<Link to={at('/o/$org/p/$product/pages', { org, product: product.slug })}>{t`Pages`}</Link>}
      >
        <Trans>Add pages or run a monitor to see the pages with findings.</Trans>
      </EmptyState>
    );
  const all = [
    { name: t`With findings`, value: total.withFindings },
    { name: t`Without findings`, value: total.withoutFindings },
    { name: t`Not scanned yet`, value: total.notLookedAt },
    { name: t`Never audited`, value: neverAudited },
  ];
  const byArea = pages.areas.map(({ areaId, ...figures }) => ({
    name: areaId === null ? t`No area` : (areas?.find(({ id }) => id === areaId)?.name ?? t`Archived area`),
    ...figures,
  }));
  const byTemplate = pages.templates.map(({ example, template: _, ...figures }) => ({
    name: pathOf(example),
    ...figures,
  }));
  return (
    <div className={styles.charts}>
      <Panel>
        <Figure
          name={`${product.slug}-pages`}
          caption={
            <Trans>
              <Plural
                value={total.withFindings}
                one="# page had findings when it was last scanned"
                other="# pages had findings when they were last scanned"
              />
              , of {total.pages}. Never scanned: {total.notLookedAt}. Without any manual outcome: {neverAudited}.
            </Trans>
          }
          table={[[t`Pages`, t`Number`], ...all.map(({ name, value }) => [name, String(value)])]}
        >
          <BarChart bars={all} />
        </Figure>
      </Panel>
      {areas && pages.areas.some(({ areaId }) => areaId !== null) && (
        <Panel>
          <Section title={t`By area`}>
            <FiguresOf parts={byArea} what={t`Area`} name={`${product.slug}-pages-by-area`} />
          </Section>
        </Panel>
      )}
      {byTemplate.length > 0 && (
        <Panel>
          <Section title={t`By template`}>
            <p>
              <Trans>
                Each row groups pages with the same template under one example page. One fix may resolve all pages of
                the group.
              </Trans>
            </p>
            <FiguresOf parts={byTemplate} what={t`Template`} name={`${product.slug}-pages-by-template`} />
          </Section>
        </Panel>
      )}
      <Weeks weeks={pages.weeks} name={`${product.slug}-pages-by-week`} />
      {lastRuns.length > 0 && (
        <Panel>
          <Section title={t`New in the latest run`}>
            <ul className={styles.points}>
              {lastRuns.map(({ monitorNumber, name, runId, endedAt, newFindings }) => (
                <li key={monitorNumber}>
                  <Link
                    to={at('/o/$org/p/$product/monitors/$number/runs/$run', {
                      ...{ org, product: product.slug, number: String(monitorNumber), run: runId },
                    })}
                  >
                    #{monitorNumber} {name}
                  </Link>
                  : <Plural value={newFindings} _0="no new findings" one="# new finding" other="# new findings" />,{' '}
                  <Time at={endedAt} />
                </li>
              ))}
            </ul>
          </Section>
        </Panel>
      )}
    </div>
  );
}

/** Parts of the pages by how many of each have findings, those with most first. */
function FiguresOf({ parts, what, name }: { parts: readonly Named[]; what: string; name: string }) {
  const { t } = useLingui();
  const [worst] = parts;
  if (!worst) return null;
  return (
    <Figure
      name={name}
      caption={
        <Trans>
          Pages with findings. Most are in “{worst.name}”: {worst.withFindings} of {worst.pages}.
        </Trans>
      }
      table={[
        [what, t`Pages`, t`With findings`, t`Without findings`, t`Not scanned yet`],
        ...parts.map(({ name: of, pages, withFindings, withoutFindings, notLookedAt }) => [
          of,
          ...[pages, withFindings, withoutFindings, notLookedAt].map(String),
        ]),
      ]}
    >
      <BarChart
        bars={parts.slice(0, MOST_BARS).map(({ name: of, withFindings }) => ({ name: of, value: withFindings }))}
      />
    </Figure>
  );
}

/** On how many pages something was found, week by week. */
function Weeks({ weeks, name }: { weeks: PageInsights['weeks']; name: string }) {
  const { t, i18n } = useLingui();
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (!first || !last) return null;
  const format = new Intl.DateTimeFormat(i18n.locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  const labels = weeks.map(({ week }) => format.format(new Date(week)));
  const [from, to] = [labels[0]!, labels.at(-1)!];
  return (
    <Panel>
      <Section title={t`By week`}>
        <Figure
          name={name}
          caption={
            <Trans>
              Pages with findings in the last run of each week: {first.withFindings} in the week of {from},{' '}
              {last.withFindings} in the week of {to}.
            </Trans>
          }
          table={[
            [t`From`, t`Scanned`, t`With findings`],
            ...weeks.map(({ lookedAt, withFindings }, at) => [labels[at]!, String(lookedAt), String(withFindings)]),
          ]}
        >
          <ColumnChart
            labels={labels}
            series={[
              { name: t`Scanned`, look: 'first', values: weeks.map(({ lookedAt }) => lookedAt) },
              { name: t`With findings`, look: 'second', values: weeks.map(({ withFindings }) => withFindings) },
            ]}
          />
        </Figure>
      </Section>
    </Panel>
  );
}

/** What of an address tells pages of a site apart. */
const pathOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return pathname === '/' ? host : pathname;
};
