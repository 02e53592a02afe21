import type { RiskInsights } from '@curbcut/client';
import { Plural, useLingui } from '@lingui/react/macro';
import { BarChart } from '../ui/charts';
import { Figure } from '../ui/figure';
import { Panel } from '../ui/panel';
import { RATINGS, RISK_STATUSES } from '../words/terms';
import styles from './page.module.css';

/** How many risks there are, by what became of them and by how likely they are. */
export function RiskCounts({ risks: { total, byStatus, byLikelihood } }: { risks: RiskInsights }) {
  const { t, i18n } = useLingui();
  if (total === 0) return <p>{t`No risks.`}</p>;
  const statuses = (Object.keys(RISK_STATUSES) as (keyof typeof byStatus)[]).map((status) => ({
    name: i18n._(RISK_STATUSES[status]),
    value: byStatus[status],
  }));
  const ratings = [
    ...(Object.keys(RATINGS) as (keyof typeof RATINGS)[]).map((rating) => ({
      name: i18n._(RATINGS[rating]),
      value: byLikelihood[rating],
    })),
    { name: t`Not specified`, value: byLikelihood.none },
  ];
  return (
    <div className={styles.charts}>
      <Panel>
        <Figure
          name="risks-by-status"
          caption={<Plural value={total} one="# risk, by state" other="# risks, by state" />}
          table={[[t`State`, t`Risks`], ...statuses.map(({ name, value }) => [name, String(value)])]}
        >
          <BarChart bars={statuses} />
        </Figure>
      </Panel>
      <Panel>
        <Figure
          name="risks-by-likelihood"
          caption={<Plural value={total} one="# risk, by likelihood" other="# risks, by likelihood" />}
          table={[[t`Likelihood`, t`Risks`], ...ratings.map(({ name, value }) => [name, String(value)])]}
        >
          <BarChart bars={ratings} />
        </Figure>
      </Panel>
    </div>
  );
}
